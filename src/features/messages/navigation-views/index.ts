import { feature } from "../../../feature.ts";
import {
  addViewEndpoint,
  deleteViewEndpoint,
  getViewsEndpoint,
  navigationViewState,
  updateViewEndpoint,
} from "./endpoints.ts";
import { viewAdded, viewRemoved, viewUpdated } from "./events.ts";
import { schema, viewArchive } from "./navigation-views.ts";

/** Views that a user has pinned in the navigation or named. */
export const navigationViews = feature({
  name: "navigation-views",
  schema,
  personal: { navigation_views: { user: "user_id" } },
  archive: viewArchive,
  endpoints: [getViewsEndpoint, addViewEndpoint, updateViewEndpoint, deleteViewEndpoint],
  events: [viewAdded, viewUpdated, viewRemoved],
  state: [navigationViewState],
});
