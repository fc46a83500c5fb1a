import { connection } from "next/server";
import { Todos } from "./todo_list";

export default async function Page() {
  // Rendered for each request; without it the todos would be those of the build.
  await connection();
  return <Todos />;
}
