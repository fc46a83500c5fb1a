/**
 * An application of React Native and React Navigation, tested as their authors
 * have it tested: by Jest, with their preset. Run by react_native_test.ts.
 */
import { Suspense } from "react";
// @ts-ignore -- a package of the application
import { Text, View } from "react-native";
import { act, create } from "react-test-renderer";
// @ts-ignore -- a package of the application
import {
  createNavigationContainerRef,
  createNavigatorFactory,
  NavigationContainer,
  TabRouter,
  useNavigationBuilder,
} from "@react-navigation/native";
import { Endpoint, Entity } from "@tessera/client";
import {
  AsyncBoundary,
  DataProvider,
  useSubscription,
  useSuspense,
} from "@tessera/client/react";

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

class Vessel extends Entity {
  id = "";
  name = "";
  static key = "Vessel";
}

/** An endpoint, and the requests made through it. */
function backend(options) {
  const requests = [];
  const getVessel = new Endpoint(
    (_) => new Promise((answer, fail) => requests.push({ answer, fail })),
    { schema: Vessel, name: "getVessel", ...options },
  );
  return { requests, getVessel };
}

async function settle(run = () => {}) {
  await act(async () => {
    await run();
    await new Promise((resolve) => setImmediate(resolve));
  });
}

async function render(content) {
  let tree;
  await settle(() => {
    tree = create(content);
  });
  return tree;
}

function Tabs(props) {
  const { state, descriptors, NavigationContent } = useNavigationBuilder(
    TabRouter,
    props,
  );
  return (
    <NavigationContent>
      {state.routes.map(({ key }) => (
        <View key={key}>{descriptors[key].render()}</View>
      ))}
    </NavigationContent>
  );
}
const { Navigator, Screen } = createNavigatorFactory(Tabs)();

/** The component on the first of two screens. */
async function application(Component) {
  const navigation = createNavigationContainerRef();
  const tree = await render(
    <DataProvider>
      <NavigationContainer ref={navigation}>
        <Navigator>
          <Screen name="Ship">
            {() => (
              <Suspense fallback={<Text>waiting</Text>}>
                <Component />
              </Suspense>
            )}
          </Screen>
          <Screen name="Other">{() => <Text>other</Text>}</Screen>
        </Navigator>
      </NavigationContainer>
    </DataProvider>,
  );
  return { tree, goTo: (name) => settle(() => navigation.navigate(name)) };
}

/** Types of the components of the platform, with their texts. */
function outline(node) {
  if (node === null || typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(outline);
  return [node.type, ...(node.children ?? []).map(outline)];
}

let printed;
beforeEach(() => {
  printed = [];
  for (const method of ["warn", "error"]) {
    jest.spyOn(console, method).mockImplementation((...parts) => {
      // deprecated, and there is no other that needs no device
      if (!String(parts[0]).startsWith("react-test-renderer is deprecated")) {
        printed.push(parts);
      }
    });
  }
});
afterEach(() => jest.restoreAllMocks());

test("fallbacks are native", async () => {
  const { getVessel, requests } = backend();
  const Name = () => <Text>{useSuspense(getVessel, { id: "1" }).name}</Text>;
  const tree = await render(
    <DataProvider>
      <Name />
    </DataProvider>,
  );
  const [view, [text, message]] = outline(tree.toJSON());
  expect([view, text]).toEqual(["View", "Text"]);
  expect(message).toContain("outside any Suspense boundary");
  expect(printed.length).toBe(1);

  await settle(() =>
    tree.update(
      <DataProvider>
        <AsyncBoundary fallback={<Text>waiting</Text>}>
          <Name />
        </AsyncBoundary>
      </DataProvider>,
    )
  );
  await settle(() => requests[0].fail(new Error("the wire is cut")));
  expect(outline(tree.toJSON())).toEqual(
    ["View", ["Text", "the wire is cut"], ["View", ["Text", "Retry"]]],
  );
  await settle(() => tree.root.findByProps({ role: "button" }).props.onPress());
  await settle(() => requests[1].answer({ id: "1", name: "Fram" }));
  expect(outline(tree.toJSON())).toEqual(["Text", "Fram"]);
  await act(() => tree.unmount());
});

test("screens refetch when the user comes back", async () => {
  const { getVessel, requests } = backend({ dataExpiryLength: 0 });
  const { tree, goTo } = await application(
    () => <Text>{useSuspense(getVessel, { id: "1" }).name}</Text>,
  );
  await settle(() => requests[0].answer({ id: "1", name: "Fram" }));
  expect(requests.length).toBe(1);
  const later = Date.now() + 1000;
  jest.spyOn(Date, "now").mockImplementation(() => later);
  const idle = [];
  globalThis.requestIdleCallback = (callback) => idle.push(callback);
  await goTo("Other");
  await goTo("Ship");
  expect([requests.length, idle.length]).toEqual([1, 1]);
  await settle(idle[0]);
  expect(requests.length).toBe(2);
  await settle(() => requests[1].answer({ id: "1", name: "Maud" }));
  expect(outline(tree.toJSON())[0]).toEqual(["View", ["Text", "Maud"]]);
  expect(printed).toEqual([]);
  await act(() => tree.unmount());
});

test("subscriptions follow the focus", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  const { getVessel, requests } = backend({ pollFrequency: 1000 });
  const { tree, goTo } = await application(() => {
    useSubscription(getVessel, { id: "1" });
    return null;
  });
  const askedAfter = async (time) => {
    await settle(() => jest.advanceTimersByTimeAsync(time));
    for (const { answer } of requests) answer({ id: "1", name: "Fram" });
    await settle();
    return requests.length;
  };
  expect(await askedAfter(0)).toBe(1);
  expect(await askedAfter(1000)).toBe(2);
  await goTo("Other");
  expect(await askedAfter(60_000)).toBe(2);
  await goTo("Ship");
  expect(await askedAfter(0)).toBe(3);
  await act(() => tree.unmount());
  jest.useRealTimers();
});
