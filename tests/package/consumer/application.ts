/** What an application sees of a package that exports what `api.ts` does, through its declarations. */
import * as api from "./api.ts";

/** Fails to compile where the types are not the same; `any` is only itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;

function same<A, B>(_isSame: Same<A, B>): void {}

// nothing that is exported has become `any`
type Anys = {
  [Name in keyof typeof api]: 0 extends 1 & (typeof api)[Name] ? Name : never;
}[keyof typeof api];
same<Anys, never>(true);

const { fetch, Ship } = api;
type Ship = api.Ship;

export async function calls(): Promise<void> {
  const ship = await fetch(api.update, { fleet: 1, id: 2 }, { name: "Wasa" });
  same<typeof ship, Ship>(true);
  await fetch(api.update, { fleet: 1, id: 2 }, new FormData());
  // @ts-expect-error there is no such field
  await fetch(api.update, { fleet: 1, id: 2 }, { nam: "Wasa" });
  same<Awaited<ReturnType<typeof lists>>, Ship[]>(true);
  const lists = () => fetch(api.getList, { fleet: 1, q: "x" });
  await fetch(api.patch, { fleet: 1, id: 2 }, { tons: 5 });
  await fetch(api.add, { fleet: 1 }, { name: "Wasa" });
  await fetch(api.add, { fleet: 1 }, [{ name: "Wasa" }]);
  // @ts-expect-error the fleet is missing
  await fetch(api.add, { name: "Wasa" });
  await fetch(api.addFirst, { fleet: 1 }, { name: "Wasa" });
  await fetch(api.take, { fleet: 1 }, { id: "2" });
  await fetch(api.move, { fleet: 1, id: 2 }, { tons: 5 });
  await fetch(api.getPage, { fleet: 1, page: 2 });
  await fetch(api.create, { fleet: 1 }, { name: "Wasa" });
  await fetch(api.rename, { fleet: 1, id: 2 }, { name: "Wasa" });
  // @ts-expect-error the name is missing
  await fetch(api.rename, { fleet: 1, id: 2 }, {});
  await fetch(api.addQuietly, { fleet: 1 }, { name: "Wasa" });
  await fetch(api.weigh, { fleet: 1, id: 2 }, { tons: 5 });
  await fetch(api.moor, { id: 2 }, { berth: 5 });
  // @ts-expect-error the berth is a number
  await fetch(api.Moored.moor, { id: 2 }, { berth: "5" });
  const named = await fetch(api.Built.byName, { name: "Wasa" });
  same<typeof named, Ship[]>(true);
  await fetch(api.Built.scrap, { id: 2 });
  await fetch(api.Built.addAll, { fleet: 1 }, { name: "Wasa" });
  same<typeof api.Changed.update.method, "PATCH">(true);
  same<typeof api.getShip.token, string>(true);
  same<typeof api.apiUpdate.token, string>(true);
  await fetch(api.apiAdd, { name: "Wasa" });
  const posted = new api.PostEndpoint<{ path: "/ships"; schema: typeof Ship }>({
    path: "/ships",
    schema: Ship,
  });
  same<typeof posted.sideEffect, true>(true);
  const { items } = await fetch(api.search, { q: "x" });
  same<typeof items, Ship[]>(true);
  await fetch(api.searchMore, { q: "x", cursor: "7" });
  await fetch(api.searchBy, { q: "x", cursor: "7" });
  await fetch(api.searchAdd, { name: "Wasa" });
  same<Awaited<ReturnType<typeof flagship>>, Ship>(true);
  const flagship = () => fetch(api.flagship);
  const file = await fetch(api.download, { id: 2 });
  same<typeof file, Blob>(true);
  const stream = await fetch(api.getStream, { name: "x" });
  same<typeof stream.title, string>(true);
  const text = await fetch(api.lookOut, { hours: 3 });
  same<typeof text, string>(true);
  await fetch(api.addVessel, { name: "Wasa" });
  const { rename } = await fetch(api.renameBy, { id: "2", name: "Wasa" });
  same<typeof rename, Ship>(true);
  await api.set(Ship, { id: "2" }, { name: "Wasa" });
}

export function useTypes(): void {
  same<ReturnType<typeof api.useShip>, Ship | undefined>(true);
  const { data } = api.useShips();
  same<typeof data, Ship[] | undefined>(true);
  same<ReturnType<typeof api.useHeavy>, Ship[] | undefined>(true);
  const { items } = api.usePages();
  same<typeof items, Ship[]>(true);
  const [addShip] = api.useAdding();
  same<Parameters<typeof addShip>, [name: string]>(true);
  same<ReturnType<typeof api.useUpdate>, typeof api.update>(true);
}
