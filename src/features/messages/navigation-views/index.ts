import { feature } from "../../../feature.ts";
import { addViewEndpoint } from "./add-view.ts";
import { viewArchive } from "./archive.ts";
import { deleteViewEndpoint } from "./delete-view.ts";
import { viewAdded, viewRemoved, viewUpdated } from "./events.ts";
import { getViewsEndpoint } from "./get-views.ts";
import { schema } from "./rows.ts";
import { navigationViewState } from "./state.ts";
import { updateViewEndpoint } from "./update-view.ts";

/** The views that a user has pinned in the navigation or named. */
export const navigationViews = feature({
  name: "navigation-views",
  schema,
  personal: { navigation_views: { user: "user_id" } },
  archive: viewArchive,
  endpoints: [getViewsEndpoint, addViewEndpoint, updateViewEndpoint, deleteViewEndpoint],
  events: [viewAdded, viewUpdated, viewRemoved],
  state: [navigationViewState],
});
