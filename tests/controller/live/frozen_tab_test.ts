import { assertEquals } from "@std/assert";
import {
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { type Page, Profile, turns } from "./browser_profile.ts";

class Port extends Entity {
  id = "";
  name = "";
}

function open(page: Page) {
  const { clock, visibility } = page;
  return page.run(() =>
    createClient({
      managers: [
        new TabSyncManager({ clock, visibility }),
        new NetworkManager({ clock }),
      ],
      gcPolicy: new ImmortalGCPolicy(),
      clock,
    })
  );
}

Deno.test("a frozen tab shows what it last had, and hears what it has missed when it goes on [controller/NEW-81] [controller/NEW-82]", async () => {
  using profile = new Profile(false, true);
  const pages = [profile.open(), profile.open()] as const;
  const [left, right] = [open(pages[0]), open(pages[1])] as const;
  const pass = async () => {
    for (let round = 0; round < 5; round++) {
      await turns(5);
      profile.clock.tick(50);
    }
  };
  const names = () =>
    [left, right].map((client) => client.get(Port, { id: "rtm" })?.name);
  const rename = async (name: string) => {
    pages[0].run(() => left.set(Port, { id: "rtm" }, { id: "rtm", name }));
    await pass();
  };
  await pass();
  await rename("first");
  assertEquals(names(), ["first", "first"]);
  pages[1].freeze();
  await rename("second");
  await rename("third");
  assertEquals(names(), ["third", "first"]);
  pages[1].thaw();
  await pass();
  assertEquals(names(), ["third", "third"]);
  for (const [at, client] of [left, right].entries()) {
    pages[at]!.run(() => void client.dispose());
  }
});
