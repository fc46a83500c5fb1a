import { requestInit as transform } from "../transforms/request_init.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest(
  "overrides of getRequestInit await what super returns [endpoint/MOD-8]",
  {
    transform,
    path: "input.ts",
    before:
      `import { RestEndpoint, type RestGenerics } from '@data-client/rest';
export class AuthEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  declare token: string;

  // adds credentials
  getRequestInit(body: any): RequestInit {
    return { ...super.getRequestInit(body), credentials: 'same-origin' };
  }
}
export class Logged extends AuthEndpoint {
  public override getRequestInit(this: Logged, body?: object) {
    const init: RequestInit = super.getRequestInit(body);
    console.log(super.getRequestInit(body).method);
    return init;
  }
}
export class Plain extends RestEndpoint {
  getRequestInit(body: any): RequestInit {
    log(body);
    return super.getRequestInit(body);
  }
}
`,
    after: `import { RestEndpoint, type RestGenerics } from '@data-client/rest';
export class AuthEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  declare token: string;

  // adds credentials
  async getRequestInit(body: any): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body)), credentials: 'same-origin' };
  }
}
export class Logged extends AuthEndpoint {
  public override async getRequestInit(this: Logged, body?: object) {
    const init: RequestInit = (await super.getRequestInit(body));
    console.log((await super.getRequestInit(body)).method);
    return init;
  }
}
export class Plain extends RestEndpoint {
  getRequestInit(body: any): Promise<RequestInit> {
    log(body);
    return super.getRequestInit(body);
  }
}
`,
  },
);

fixtureTest(
  "overrides in JavaScript, class fields and local subclasses are awaited, too [endpoint/MOD-8]",
  {
    transform,
    path: "input.js",
    before: `import { RestEndpoint } from '@data-client/rest';
import Base from './Base';
class One extends Base {
  getRequestInit = body => ({ ...super.getRequestInit(body), mode: 'cors' });
  'getHeaders'(headers) { return merge((super.getRequestInit()).headers, headers); }
}
`,
    after: `import { RestEndpoint } from '@data-client/rest';
import Base from './Base';
class One extends Base {
  getRequestInit = async body => ({ ...(await super.getRequestInit(body)), mode: 'cors' });
  async 'getHeaders'(headers) { return merge((await super.getRequestInit()).headers, headers); }
}
`,
  },
);

fixtureTest(
  "what awaits already, or is no endpoint, is left alone [endpoint/MOD-8]",
  {
    transform,
    path: "input.ts",
    before: `import { RestEndpoint } from '@data-client/rest';
class A extends RestEndpoint {
  async getRequestInit(body: any): Promise<RequestInit> {
    const init = await super.getRequestInit(body);
    return { ...(await super.getRequestInit(body)), ...init };
  }
}
class B extends RestEndpoint {
  getRequestInit(body: any) {
    return super.getRequestInit(body).then((init) => ({ ...init, mode: 'cors' }));
  }
}
class D extends RestEndpoint {
  async getRequestInit(body: any): Promise<RequestInit> {
    const pending: Promise<RequestInit> = super.getRequestInit(body);
    return { ...(await pending), mode: 'cors' };
  }
}
class Other { getRequestInit(): RequestInit { return {}; } }
class C extends Other {
  getRequestInit(): RequestInit { return { ...super.getRequestInit() }; }
}
`,
  },
);

fixtureTest("places that cannot await are reported [endpoint/MOD-8]", {
  transform,
  path: "input.ts",
  before: `import { RestEndpoint } from '@data-client/rest';
class A extends RestEndpoint {
  get init() { return super.getRequestInit().method; }
  getRequestInit(body) { return wrap(() => ({ ...super.getRequestInit(body) })); }
  fetch(body) { return super.getRequestInit.call(this, body).method; }
}
const b = new RestEndpoint({
  path: '/',
  getRequestInit(body) {
    return { ...RestEndpoint.prototype.getRequestInit.call(this, body), mode: 'cors' };
  },
});
`,
  reports: [
    "3: getRequestInit returns a promise now: await it here",
    "4: getRequestInit returns a promise now: await it here",
    "5: getRequestInit returns a promise now: await it here",
    "10: getRequestInit returns a promise now: await it here",
  ],
});

fixtureTest("what is handed to a promise needs no more [endpoint/MOD-8]", {
  transform,
  path: "input.ts",
  before: `import { RestEndpoint } from '@data-client/rest';
class A extends RestEndpoint {
  getRequestInit(body: any) {
    return Promise.all([super.getRequestInit(body) as any, extra()]).then(merge);
  }
  async init(body: any): Promise<RequestInit> {
    return { ...super.getRequestInit(body) };
  }
}
`,
  after: `import { RestEndpoint } from '@data-client/rest';
class A extends RestEndpoint {
  getRequestInit(body: any) {
    return Promise.all([super.getRequestInit(body) as any, extra()]).then(merge);
  }
  async init(body: any): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body)) };
  }
}
`,
});

fixtureTest("a method whose callers do not wait is reported [endpoint/MOD-8]", {
  transform,
  path: "input.ts",
  before: `import { RestEndpoint } from '@data-client/rest';
class A extends RestEndpoint {
  init(body: any): RequestInit { return super.getRequestInit(body); }
}
`,
  reports: ["3: getRequestInit returns a promise now: await it here"],
});
