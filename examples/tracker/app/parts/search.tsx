import { useCancelling, useDebounce, useDLE } from "@tessera/client/react";
import { type KeyboardEvent, useState } from "react";
import { IssueResource } from "../api/issue.ts";
import { useNavigation } from "../router.tsx";

/** Finds issues while the user types. */
export function Search() {
  const { navigate } = useNavigation();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { issues, isWaiting, problem } = useFound(text.trim());

  function open(id: string | undefined): void {
    if (id === undefined) return;
    setText("");
    navigate(`/issues/${id}`);
  }
  function choose(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && issues.length > 0) {
      event.preventDefault();
      setActive((active + step + issues.length) % issues.length);
    } else if (event.key === "Enter") open(issues[active]?.id);
    else if (event.key === "Escape") setText("");
  }

  const isOpen = issues.length > 0;
  return (
    <search className="search">
      <input
        type="text"
        role="combobox"
        aria-label="Search issues"
        aria-expanded={isOpen}
        aria-controls="found"
        aria-activedescendant={isOpen ? `found-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Search"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={choose}
      />
      <ul id="found" role="listbox" aria-label="Found issues" hidden={!isOpen}>
        {issues.map(({ id, title }, index) => (
          <li
            key={id}
            id={`found-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(id)}
          >
            {title}
          </li>
        ))}
      </ul>
      <p className="found-count" role="status">
        {problem ??
          (isWaiting ? "Searching…" : text && `${issues.length} found`)}
      </p>
    </search>
  );
}

/** The issues of a text that has been still for a while; older requests are aborted. */
function useFound(text: string) {
  const [q] = useDebounce(text, 200);
  const args = text && q ? { q } : null;
  const search = useCancelling(IssueResource.search, args);
  const { data = [], loading, error } = useDLE(search, args);
  return {
    issues: args ? data : [],
    isWaiting: loading || text !== q,
    problem: error?.message,
  };
}
