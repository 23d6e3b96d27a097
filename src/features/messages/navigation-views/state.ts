import { stateSlice } from "../../../realm/state-slice.ts";
import { viewsOf } from "./navigation-views.ts";

export const navigationViewState = stateSlice({
  types: ["navigation_views"],
  collect: ({ realm, actor }) => ({ navigation_views: actor === null ? [] : viewsOf(realm, actor.user_id) }),
});
