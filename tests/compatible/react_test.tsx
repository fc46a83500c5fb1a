/**
 * What the public documentation of Reactive Data Client shows about hooks,
 * boundaries and testing utilities, on entities of this harbour: it runs, and
 * compiles, with imports renamed.
 */
import "../react/support/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { type ReactNode, use } from "react";
import { createRoot } from "react-dom/client";
import { All, Collection, Entity, Query, resource } from "@tessera/client";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useDebounce,
  useDLE,
  useError,
  useFetch,
  useLive,
  useLoading,
  useQuery,
  useSuspense,
} from "@tessera/client/react";
import {
  act,
  mockInitialState,
  MockResolver,
  renderDataHook,
  renderHook,
} from "@tessera/client/testing";
import { withoutConsole } from "../react/support/console.ts";
import { exact } from "../support/exact.ts";

class Article extends Entity {
  id: number | undefined = undefined;
  title = "";
  content = "";
  votes = 0;
  override pk() {
    return this.id;
  }
}
class Comment extends Entity {
  id = 0;
  postId = 0;
  text = "";
}
const ArticleResource = resource({
  urlPrefix: "http://server.invalid",
  path: "/articles/:id",
  schema: Article,
  searchParams: {} as { maxResults?: number } | undefined,
  paginationField: "cursor",
}).extend((Base) => ({
  vote: Base.get.extend({
    path: "/articles/:id/vote",
    method: "POST",
    body: undefined,
    getOptimisticResponse(snapshot, { id }) {
      const article = snapshot.get(Article, { id });
      if (!article) throw snapshot.abort;
      return { id, votes: article.votes + 1 };
    },
  }),
}));
const CommentResource = resource({
  urlPrefix: "http://server.invalid",
  path: "/comments/:id",
  schema: Comment,
  searchParams: {} as { postId: number },
});
const knots = { id: 5, title: "knots", content: "bowline", votes: 0 };

Deno.test("useSuspense shows what initialFixtures hold [react/TST-20] [react/TST-29]", () => {
  const { result } = renderDataHook(
    () => useSuspense(ArticleResource.get, { id: 5 }),
    {
      initialFixtures: [
        { endpoint: ArticleResource.get, args: [{ id: 5 }], response: knots },
      ],
    },
  );
  exact<typeof result.current, Article>();
  assertEquals(result.current.title, "knots");
  assertEquals(result.current.pk(), 5);
});

Deno.test("interceptors with data of their own answer mutations [react/TST-2] [react/TST-4] [react/TST-26]", async () => {
  const { result, controller, waitFor, allSettled } = renderDataHook(
    () => useSuspense(ArticleResource.getList),
    {
      initialFixtures: [{
        endpoint: ArticleResource.getList,
        args: [],
        response: [knots],
      }],
      resolverFixtures: [
        {
          endpoint: ArticleResource.getList.push,
          response(body) {
            return { ...body as object, id: ++this.last };
          },
        },
        {
          endpoint: ArticleResource.partialUpdate,
          response: ({ id }, body) => ({ id, ...body as object }),
        },
        { endpoint: ArticleResource.delete, response: ({ id }) => ({ id }) },
      ],
      getInitialInterceptorData: () => ({ last: 10 }),
    },
  );
  assertEquals(result.current.length, 1);
  await act(async () => {
    await controller.fetch(ArticleResource.getList.push, { title: "splices" });
  });
  assertEquals(result.current.map(({ title }) => title), ["knots", "splices"]);
  assertEquals(result.current[1]!.id, 11);
  await act(async () => {
    await controller.fetch(
      ArticleResource.partialUpdate,
      { id: 11 },
      { title: "long splices" },
    );
    await controller.fetch(ArticleResource.delete, { id: 5 });
  });
  await waitFor(() =>
    assertEquals(result.current.map(({ title }) => title), ["long splices"])
  );
  assertEquals(await allSettled(), undefined);
});

Deno.test("a hook waits, follows its properties, and ends [react/TST-22] [react/TST-23] [react/TST-24]", async () => {
  const { result, rerender, waitFor, waitForNextUpdate, unmount } =
    renderDataHook(
      ({ id }: { id: number }) => useSuspense(ArticleResource.get, { id }),
      {
        initialProps: { id: 5 },
        resolverFixtures: [
          { endpoint: ArticleResource.get, args: [{ id: 5 }], response: knots },
          {
            endpoint: ArticleResource.get,
            response: ({ id }) => ({ id: Number(id), title: `article ${id}` }),
          },
        ],
      },
    );
  assertEquals(result.current as unknown, undefined);
  await waitForNextUpdate();
  assertEquals(result.current.title, "knots");
  rerender({ id: 7 });
  await waitFor(() => assertEquals(result.current.title, "article 7"));
  unmount();
});

Deno.test("an error fixture is what the hook throws [react/TST-7] [react/TST-22]", async () => {
  const error = Object.assign(new Error("gone"), { status: 404 });
  await withoutConsole("error", async () => {
    const { result, waitFor } = renderDataHook(
      () => useSuspense(ArticleResource.get, { id: 5 }),
      {
        resolverFixtures: [{
          endpoint: ArticleResource.get,
          args: [{ id: 5 }],
          response: error,
          error: true,
        }],
      },
    );
    await waitFor(() => assertEquals(result.error, error));
  });
});

Deno.test("useDLE, useCache, useQuery and useError need no boundary [react/DLE-2] [react/CAC-1] [react/QRY-1] [react/ERR-1]", async () => {
  const popular = new Query(
    new All(Article),
    (articles, { votes }: { votes: number }) =>
      articles.filter((article) => article.votes >= votes),
  );
  const { result, controller, waitFor } = renderDataHook(() => ({
    list: useDLE(ArticleResource.getList, { maxResults: 10 }),
    cached: useCache(ArticleResource.get, { id: 5 }),
    article: useQuery(Article, { id: 5 }),
    popular: useQuery(popular, { votes: 3 }),
    error: useError(ArticleResource.get, { id: 5 }),
  }), {
    resolverFixtures: [{
      endpoint: ArticleResource.getList,
      args: [{ maxResults: 10 }],
      response: [knots, { id: 6, title: "sails", votes: 3 }],
    }],
  });
  assertEquals(result.current.list.loading, true);
  assertEquals(result.current.cached, undefined);
  await waitFor(() => assertEquals(result.current.list.loading, false));
  assertEquals(result.current.list.data?.length, 2);
  assertEquals(result.current.cached?.title, "knots");
  assertEquals(result.current.article, result.current.cached);
  assertEquals(result.current.popular?.map(({ id }) => id), [6]);
  await act(async () => {
    await controller.set(Article, { id: 5 }, { ...knots, votes: 4 });
    await controller.set(
      Article,
      { id: 6 },
      (article: Article) => ({ ...article, votes: article.votes + 1 }),
    );
  });
  assertEquals(result.current.popular?.map(({ votes }) => votes), [4, 4]);
  await act(async () => {
    await controller.setError(
      ArticleResource.get,
      { id: 5 },
      Object.assign(new Error("gone"), { status: 404 }),
    );
  });
  assertEquals(result.current.error?.message, "gone");
});

Deno.test("an optimistic vote is on screen before the answer [react/NEW-78] [controller/OPT-7]", async () => {
  let refuse = (_: Error) => {};
  const { result, controller } = renderDataHook(
    () => useSuspense(ArticleResource.get, { id: 5 }),
    {
      initialFixtures: [
        { endpoint: ArticleResource.get, args: [{ id: 5 }], response: knots },
      ],
      resolverFixtures: [{
        endpoint: ArticleResource.vote,
        response: () => new Promise((_, reject) => refuse = reject),
      }],
    },
  );
  let vote: Promise<unknown> = Promise.resolve();
  await act(() => {
    vote = controller.fetch(ArticleResource.vote, { id: 5 }).catch((error) =>
      error.message
    );
  });
  assertEquals(result.current.votes, 1);
  await act(async () => {
    refuse(new Error("voting is over"));
    assertEquals(await vote, "voting is over");
  });
  assertEquals(result.current.votes, 0);
});

Deno.test("useFetch starts requests together, and use waits for them [react/FET-6] [react/FET-7]", async () => {
  const asked: string[] = [];
  const { result, waitFor } = renderDataHook(() => {
    const article = useFetch(ArticleResource.get, { id: 5 });
    const comments = useFetch(CommentResource.getList, { postId: 5 });
    const nothing = useFetch(ArticleResource.get, null);
    const resolved = [article.resolved, comments.resolved, nothing];
    return { resolved, article: use(article), comments: use(comments) };
  }, {
    resolverFixtures: [
      {
        endpoint: ArticleResource.get,
        response({ id }) {
          asked.push(`article ${id}`);
          return knots;
        },
      },
      {
        endpoint: CommentResource.getList,
        response({ postId }) {
          asked.push(`comments ${postId}`);
          return [{ id: 1, postId: Number(postId), text: "more rope" }];
        },
      },
    ],
  });
  assertEquals(asked, ["article 5", "comments 5"]);
  await waitFor(() => assert(result.current));
  exact<typeof result.current.comments, Comment[]>();
  assertEquals(result.current.resolved, [true, true, undefined]);
  assertEquals(result.current.article.title, "knots");
  assertEquals(result.current.comments[0]!.text, "more rope");
  assertEquals(asked.length, 2);
});

Deno.test("useLoading tells of a page that is loading [react/LOD-1] [endpoint/PAG-10]", async () => {
  const getArticles = ArticleResource.getList.extend({
    schema: { articles: new Collection([Article]), cursor: "" },
  });
  const { result } = renderDataHook(() => {
    const controller = useController();
    const { articles, cursor } = useSuspense(getArticles);
    const [loadMore, isPending, error] = useLoading(
      () => controller.fetch(getArticles.getPage, { cursor }),
      [cursor],
    );
    return { articles, loadMore, isPending, error };
  }, {
    initialFixtures: [{
      endpoint: getArticles,
      args: [],
      response: { articles: [knots], cursor: "b" },
    }],
    resolverFixtures: [{
      endpoint: getArticles.getPage,
      response: ({ cursor }) => ({
        articles: [{ id: 6, title: `after ${cursor}` }],
        cursor: "",
      }),
    }],
  });
  assertEquals(result.current.isPending, false);
  await act(async () => {
    await result.current.loadMore();
  });
  assertEquals(
    result.current.articles.map(({ title }) => title),
    ["knots", "after b"],
  );
  assertEquals([result.current.isPending, result.current.error], [
    false,
    undefined,
  ]);
});

Deno.test("useLive, and a debounced value [react/LIV-1] [react/DEB-1]", () => {
  const getPrice = ArticleResource.get.extend({ pollFrequency: 5000 });
  using hook = renderDataHook(() => useLive(getPrice, { id: 5 }), {
    initialFixtures: [
      { endpoint: getPrice, args: [{ id: 5 }], response: knots },
    ],
  });
  assertEquals(hook.result.current.title, "knots");
  const plain = renderHook(() => useDebounce("rope", 200));
  const [text, isPending] = plain.result.current;
  assertEquals([text, isPending], ["rope", false]);
  plain.unmount();
});

Deno.test("MockResolver and mockInitialState show a page without a server [react/TST-10] [react/TST-11]", async () => {
  function Page({ children }: { children?: ReactNode }) {
    const article = useSuspense(ArticleResource.get, { id: 5 });
    const comments = useSuspense(CommentResource.getList, { postId: 5 });
    return (
      <p>
        {article.title}: {comments.map(({ text }) => text)} {children}
      </p>
    );
  }
  const container = document.createElement("div");
  const root = createRoot(container);
  await act(() => {
    root.render(
      <DataProvider
        initialState={mockInitialState([{
          endpoint: ArticleResource.get,
          args: [{ id: 5 }],
          response: knots,
        }])}
      >
        <MockResolver
          fixtures={[{
            endpoint: CommentResource.getList,
            args: [{ postId: 5 }],
            response: [{ id: 1, postId: 5, text: "more rope" }],
          }]}
        >
          <AsyncBoundary fallback="waiting">
            <Page />
          </AsyncBoundary>
        </MockResolver>
      </DataProvider>,
    );
  });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  assertEquals(container.textContent?.trim(), "knots: more rope");
  await act(() => root.unmount());
});
