import { createMember as transform } from "../transforms/create_member.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("create of a resource becomes getList.push [endpoint/MOD-9]", {
  transform,
  before:
    `import { createResource, hookifyResource, resource as r } from '@data-client/rest';
const Users = createResource({ path: '/users/:id', schema: User });
const Posts = r({ path: '/posts/:id', schema: Post }).extend({ dataExpiryLength: 5 });
const Hooks = hookifyResource(Users, useInit);
const submit = () => controller.fetch(Users.create, { name: '' });
const make = Posts?.create.extend({ process: x => x });
const create = Hooks.useCreate();
type Create = typeof Users.create | typeof Users.create.schema;
`,
  after:
    `import { createResource, hookifyResource, resource as r } from '@data-client/rest';
const Users = createResource({ path: '/users/:id', schema: User });
const Posts = r({ path: '/posts/:id', schema: Post }).extend({ dataExpiryLength: 5 });
const Hooks = hookifyResource(Users, useInit);
const submit = () => controller.fetch(Users.getList.push, { name: '' });
const make = Posts?.getList.push.extend({ process: x => x });
const create = Hooks.useGetList().push;
type Create = typeof Users.getList.push | typeof Users.getList.push.schema;
`,
});

fixtureTest("create of something else is left alone [endpoint/MOD-9]", {
  transform,
  before: `import { createResource } from '@data-client/rest';
import axios from 'axios';
const Users = createResource({ path: '/users/:id', schema: User });
const client = axios.create({ baseURL: '/' });
const bare = Object.create(null);
const own = { create: 1 }.create;
function local(Users) { return Users.create; }
var View = View.extend({});
var a = b, b = a;
use(View.create, a.create, a.useCreate);
`,
});

fixtureTest(
  "a create whose owner is not known to be a resource is reported [endpoint/MOD-9]",
  {
    transform,
    before: `import { useController } from '@data-client/react';
import { resource } from '@data-client/rest';
import { UserResource, Posts, PostHooks } from './api';
controller.fetch(UserResource.create, {});
controller.fetch(Posts.create, {});
const push = PostHooks.useCreate();
const Users = resource({ path: '/:id', schema: User });
const { create } = Users;
const More = Users.extend({ create: { body: undefined } });
const Again = Users.extend(base => ({ create: base.get }));
use(More.create, Again.create, Users.extend('create', {}).create);
`,
    reports: [
      "4: if UserResource is a resource: create is getList.push now",
      "5: if Posts is a resource: create is getList.push now",
      "6: if PostHooks has the hooks of a resource: useCreate() is useGetList().push now",
      "8: create is getList.push now",
      "9: create is getList.push now: extend getList with getList.push",
      "10: create is getList.push now: extend getList with getList.push",
      "11: create is getList.push now: extend getList with getList.push",
    ],
  },
);

fixtureTest("hooks that are taken out are reported [endpoint/MOD-9]", {
  transform,
  before: `import { hookifyResource, resource } from '@data-client/rest';
import { useCreate } from './users';
const { useCreate: useCreatePort, useGet } = hookifyResource(resource({}), init);
const create = useCreate();
function local(useCreate) { return useCreate(); }
const computed = resource({})['create'];
`,
  after: `import { hookifyResource, resource } from '@data-client/rest';
import { useCreate } from './users';
const { useCreate: useCreatePort, useGet } = hookifyResource(resource({}), init);
const create = useCreate();
function local(useCreate) { return useCreate(); }
const computed = resource({})['create'];
`,
  reports: [
    "3: useCreate() is useGetList().push now",
    "4: useCreate() is useGetList().push now",
    "6: if resource({}) is a resource: create is getList.push now",
  ],
});
