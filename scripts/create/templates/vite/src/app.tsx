import {
  AsyncBoundary,
  useController,
  useLoading,
  useSuspense,
} from "@tessera/client/react";
import { type Todo, TodoResource } from "./todos.ts";

const userId = 1;

export function App() {
  return (
    <main>
      <h1>Todos</h1>
      <AsyncBoundary
        fallback={<p role="status">Loading</p>}
        errorComponent={Failure}
      >
        <TodoList />
      </AsyncBoundary>
    </main>
  );
}

function TodoList() {
  const todos = useSuspense(TodoResource.getList, { userId });
  return (
    <>
      <NewTodo />
      <ul>
        {todos.map((todo) => <TodoItem key={todo.pk()} todo={todo} />)}
      </ul>
    </>
  );
}

function TodoItem({ todo }: { todo: Todo }) {
  const { fetch } = useController();
  const { id, title, completed } = todo;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={completed}
          onChange={() =>
            fetch(TodoResource.partialUpdate, { id }, {
              completed: !completed,
            }).catch(show)}
        />
        {title}
      </label>
    </li>
  );
}

function NewTodo() {
  const { fetch } = useController();
  const [add, isAdding, error] = useLoading(
    (title: string) =>
      fetch(TodoResource.getList.push, { userId }, { userId, title }),
    [fetch],
  );
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const title = String(new FormData(form).get("title"));
        // what was typed stays if the server refuses it
        if (await add(title)) form.reset();
      }}
    >
      <input name="title" aria-label="What is to be done" required />
      <button type="submit" disabled={isAdding}>Add</button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}

function Failure(
  { error, resetErrorBoundary }: {
    error: Error;
    resetErrorBoundary: () => void;
  },
) {
  return (
    <p role="alert">
      {error.message}{" "}
      <button type="button" onClick={resetErrorBoundary}>Try again</button>
    </p>
  );
}

function show(error: Error) {
  alert(error.message);
}
