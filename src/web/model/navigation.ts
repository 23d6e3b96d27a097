import type { EventNamed } from "./event.ts";
import type { Handlers } from "./handlers.ts";
import { keyedLists } from "./keyed-list.ts";

/** A view that is pinned in the sidebar: its `name` is null for those that every client has. */
type NavigationView = EventNamed<"navigation_view/add">["navigation_view"];

export interface NavigationState {
  navigation_views: NavigationView[];
}

const views = keyedLists((view: NavigationView) => view.fragment);

export const navigationEvents: Handlers = {
  "navigation_view/add": (state, { navigation_view }) => views.put(state.navigation_views, { ...navigation_view }),
  "navigation_view/update": (state, { fragment, data }) => {
    Object.assign(views.get(state.navigation_views, fragment) ?? {}, data);
  },
  "navigation_view/remove": (state, { fragment }) => {
    views.take(state.navigation_views, fragment);
  },
};
