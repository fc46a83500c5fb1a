/**
 * An application with screens, by React Navigation.
 *
 * @module
 */
import "./native.ts";
import {
  BaseNavigationContainer,
  createNavigationContainerRef,
  createNavigatorFactory,
  type NavigationAction,
  type NavigationContainerRef,
  type NavigationState,
  type ParamListBase,
  type RouterFactory,
  TabRouter,
  useNavigationBuilder,
} from "@react-navigation/core";
import type { ComponentType, ReactNode } from "react";
import { settle } from "../../support/render.tsx";

interface NavigatorProps {
  readonly children: ReactNode;
}

/** Renders every screen at once, as tabs that are not lazy, and shows one of them. */
function TabNavigator(props: NavigatorProps): ReactNode {
  const { state, descriptors, NavigationContent } = useNavigationBuilder(
    // its types do not allow for exactOptionalPropertyTypes
    TabRouter as RouterFactory<NavigationState, NavigationAction, object>,
    props,
  );
  return (
    <NavigationContent>
      {state.routes.map((route, index) => (
        <div key={route.key} data-screen={route.name}>
          {index === state.index ? "*" : ""}
          {descriptors[route.key]!.render()}
        </div>
      ))}
    </NavigationContent>
  );
}

const createTabs = createNavigatorFactory(TabNavigator);

/** Screens by name. */
export type Screens = Readonly<Record<string, ComponentType>>;

/** Tabs with these screens, the first of which has the focus at first. */
export function Tabs({ screens }: { readonly screens: Screens }): ReactNode {
  const { Navigator, Screen } = tabs;
  return (
    <Navigator>
      {Object.entries(screens).map(([name, component]) => (
        <Screen key={name} name={name} component={component} />
      ))}
    </Navigator>
  );
}
const tabs = createTabs() as {
  Navigator: ComponentType<NavigatorProps>;
  Screen: ComponentType<{ name: string; component: ComponentType }>;
};

/** An application with tabs, and the means to go from one to another. */
export interface Application {
  readonly content: ReactNode;
  /** Has the user go to a screen. */
  goTo(name: string): Promise<void>;
}

/** Makes such an application. */
export function applicationOf(screens: Screens): Application {
  const navigation = createNavigationContainerRef() as
    & NavigationContainerRef<ParamListBase>
    & { current: NavigationContainerRef<ParamListBase> | null };
  return {
    content: (
      <BaseNavigationContainer ref={navigation}>
        <Tabs screens={screens} />
      </BaseNavigationContainer>
    ),
    goTo: (name) => settle(() => navigation.navigate(name)),
  };
}
