import { shouldUpdate as transform } from "../transforms/should_update.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("static useIncoming becomes shouldUpdate [endpoint/MOD-14]", {
  transform,
  path: "input.ts",
  before: `import { Entity } from '@data-client/rest';
class Post extends Entity {
  static useIncoming(
    existingMeta: { date: number }, incomingMeta: { date: number }, existing: any, incoming: any,
  ) {
    return super.useIncoming(existingMeta, incomingMeta, existing, incoming);
  }
}
class Special extends Post {
  static override useIncoming = (a: any, b: any, c: any, d: any) => Post.useIncoming(a, b, c, d);
}
`,
  after: `import { Entity } from '@data-client/rest';
class Post extends Entity {
  static shouldUpdate(
    existingMeta: { date: number }, incomingMeta: { date: number }, existing: any, incoming: any,
  ) {
    return super.shouldUpdate(existingMeta, incomingMeta, existing, incoming);
  }
}
class Special extends Post {
  static override shouldUpdate = (a: any, b: any, c: any, d: any) => Post.shouldUpdate(a, b, c, d);
}
`,
});

fixtureTest("useIncoming of something else is left alone [endpoint/MOD-14]", {
  transform,
  before: `import { Entity } from '@data-client/rest';
class Post extends Entity { useIncoming() { return 1; } static ['use' + 'Incoming']() {} }
class Stream { static useIncoming() { return Stream.useIncoming; } }
const call = useIncoming(phone.useIncoming);
`,
});
