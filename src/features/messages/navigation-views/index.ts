import { feature } from "../../../feature.ts";
import { addViewEndpoint } from "./add-view.ts";
import { deleteViewEndpoint } from "./delete-view.ts";
import { viewAdded, viewRemoved, viewUpdated } from "./events.ts";
import { getViewsEndpoint } from "./get-views.ts";
import { schema } from "./rows.ts";
import { navigationViewState } from "./state.ts";
import { updateViewEndpoint } from "./update-view.ts";

/** Which views somebody wants to have at hand. */
export const navigationViews = feature({
  name: "navigation-views",
  schema,
  endpoints: [getViewsEndpoint, addViewEndpoint, updateViewEndpoint, deleteViewEndpoint],
  events: [viewAdded, viewUpdated, viewRemoved],
  state: [navigationViewState],
});
