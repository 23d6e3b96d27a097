import type { Handlers } from "./handlers.ts";
import { keyedLists } from "./keyed-list.ts";

interface NavigationView {
  readonly fragment: string;
  is_pinned: boolean;
  /** Null for the views that every client has. */
  name: string | null;
}

export interface NavigationState {
  navigation_views: NavigationView[];
}

const views = keyedLists((view: NavigationView) => view.fragment);

export const navigationEvents: Handlers = {
  "navigation_view/add": (state, { navigation_view }: { readonly navigation_view: NavigationView }) =>
    views.put(state.navigation_views, { ...navigation_view }),
  "navigation_view/update": (
    state,
    { fragment, data }: { readonly fragment: string; readonly data: Partial<NavigationView> },
  ) => {
    Object.assign(views.get(state.navigation_views, fragment) ?? {}, data);
  },
  "navigation_view/remove": (state, { fragment }: { readonly fragment: string }) => {
    views.take(state.navigation_views, fragment);
  },
};
