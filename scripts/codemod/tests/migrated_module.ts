import { assert, assertEquals } from "@std/assert";
import { runCodemod } from "../program.ts";

/**
 * Writes `users.ts`, which makes requests by axios, into a folder and migrates it.
 *
 * @param origin Of the server that it asks.
 */
export async function writeMigrated(
  folder: string,
  origin: string,
): Promise<void> {
  await Deno.writeTextFile(
    `${folder}/users.ts`,
    `import axios from 'axios';
interface User { id: string; name: string }
const origin = '${origin}';
const api = axios.create({
  baseURL: \`\${origin}/v1\`,
  headers: { 'X-App': 'harbour' },
});
export const getUser = async (id: string): Promise<User> =>
  (await api.get<User>(\`/users/\${encodeURIComponent(id)}\`)).data;
export async function findUsers(q: string, page: number) {
  const { data } = await api.get<User[]>('/users', { params: { q, page } });
  return data.map(({ name }) => name);
}
export const rename = (user: User) =>
  api.patch<User[]>(\`/users?by=\${user.id}\`, { name: user.name }).then((r) => r.data[0]!.id);

const found = await getUser('a/b');
console.log(found.name, found.id, await findUsers('x', 2), await rename(found));
`,
  );
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const status = runCodemod(["--from", "axios", folder], {
    print,
    fail: print,
  });
  assertEquals(status, 0, printed.join("\n"));
  assert(
    printed.at(-1)!.includes(
      "1 file rewritten, 0 unchanged, 0 places to do by hand",
    ),
    printed.join("\n"),
  );
}
