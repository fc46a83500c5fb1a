// @ts-types="npm:@types/react@^19"
import { type ReactNode, useEffect, useState } from "react";
import { Entity, RestEndpoint } from "@tessera/client";
import { AsyncBoundary, useSuspense } from "@tessera/client/react";

class Person extends Entity {
  id = "";
  name = "";

  static override key = "Person";
}

/** Two names of a page that a server streams and a browser takes over. */
export function streamedNames(urlPrefix: string): ReactNode {
  const getPerson = new RestEndpoint({
    urlPrefix,
    path: "/people/:id",
    schema: Person,
    dataExpiryLength: 60_000,
  });

  function Name({ id }: { readonly id: string }) {
    const { name } = useSuspense(getPerson, { id });
    const [clicks, setClicks] = useState(0);
    const [isAlive, setIsAlive] = useState(false);
    useEffect(() => setIsAlive(true), []);
    return (
      <button
        type="button"
        data-alive={isAlive || undefined}
        onClick={() => setClicks(clicks + 1)}
      >
        {`${name}: ${clicks} clicks`}
      </button>
    );
  }

  return ["1", "2"].map((id) => (
    <AsyncBoundary key={id} fallback={<i>waiting</i>}>
      <Name id={id} />
    </AsyncBoundary>
  ));
}
