import type { Handlers } from "../handlers.ts";
import { keyedLists } from "../keyed-list.ts";
import type { NavigationView } from "../state.ts";

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
