/**
 * Types that must be the same with `strictNullChecks` off, where `undefined`
 * passes for anything. Checked in both ways, here and by `tests/types`.
 *
 * @module
 */
import {
  Collection,
  Entity,
  resource,
  RestEndpoint,
  Values,
} from "../../mod.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  static override key = "Vessel";
}

/** Never called. */
export async function check(): Promise<unknown> {
  const get = new RestEndpoint({ path: "/v/:id", searchParams: undefined });
  get({ id: 1 });
  // @ts-expect-error q is unknown
  get({ id: 1, q: "x" });
  // @ts-expect-error misses id
  get({});

  const list = new RestEndpoint({
    path: "/v",
    searchParams: {} as { q: string },
    schema: new Collection([Vessel]),
    paginationField: "page",
  });
  list({ q: "x" });
  list.push({ name: "x" });
  list.getPage({ q: "x", page: 2 });
  // @ts-expect-error misses q
  list({});
  // @ts-expect-error misses page
  list.getPage({ q: "x" });

  const all = new RestEndpoint({
    path: "/v",
    schema: new Collection([Vessel]),
  });
  all.paginated(() => []);
  all.paginated(({ page: _ }: { page: number }) => [])({ page: 2 });
  list.paginated(({ page: _, ...rest }: { page: number; q: string }) => [rest]);
  const pages = resource({ path: "/w/:id", schema: Vessel });
  pages.getList.paginated(() => []);
  pages.getList.paginated((_: { page: number }) => [])({ page: 2 });

  const put = new RestEndpoint({
    path: "/v/:id",
    method: "PUT",
    body: {} as { name: string },
    process: (_value, { id }) => String(id),
  });
  const put2 = put.extend({ path: "/w/:no" });
  put2({ no: 1 }, { name: "x" });
  // @ts-expect-error no payload
  put({ id: 1 });
  // @ts-expect-error the former parameter
  put2({ id: 1 }, { name: "x" });

  const R = resource({ path: "/f/:fleet/v/:id", schema: Vessel });
  R.get({ fleet: 1, id: 2 });
  R.getList({ fleet: 1 });
  R.getList.push({ fleet: 1 }, { name: "x" });
  R.update({ fleet: 1, id: 2 }, { name: "x" });
  R.extend("current", { path: "/me" }).current();
  // @ts-expect-error misses id
  R.get({ fleet: 1 });
  // @ts-expect-error no such field
  R.update({ fleet: 1, id: 2 }, { nme: "x" });

  const filtered = resource({
    path: "/v/:id",
    schema: Vessel,
    searchParams: {} as { q?: string } | undefined,
  });
  filtered.getList();
  filtered.getList({ q: "x" });
  filtered.getList.push({ q: "x" }, { name: "x" });
  // @ts-expect-error z is unknown
  filtered.getList({ z: "x" });

  const moor = new RestEndpoint({
    path: "/v/:id/moor",
    method: "POST",
    body: undefined,
  });
  moor({ id: 1 });
  // @ts-expect-error misses id
  moor({});

  const byName = new RestEndpoint({
    path: "/v",
    schema: new Collection(new Values(Vessel)),
  });
  byName.assign({ a: { name: "x" } });
  // @ts-expect-error no such field
  byName.assign({ a: { nme: "x" } });

  const text: string = await put({ id: 1 }, { name: "x" });
  const blob: Blob = await new RestEndpoint({ path: "/f", content: "blob" })();
  // @ts-expect-error text is no number
  const wrong: number = await put({ id: 1 }, { name: "x" });
  return [text, blob, wrong];
}
