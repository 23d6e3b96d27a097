import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, optional, text, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { ApiError, badRequest, notFound } from "../../../protocol/errors.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { navigationViewSchema, viewAdded, viewRemoved, viewUpdated } from "./events.ts";
import {
  addView,
  builtInHasName,
  changeView,
  findView,
  isBuiltIn,
  removeView,
  schema,
  viewArchive,
  viewsOf,
} from "./navigation-views.ts";

const MAX_FRAGMENT_LENGTH = 1000;
const MAX_NAME_LENGTH = 100;

const filled = (most: number) => textParameter(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(most)));

const fragmentParam = filled(MAX_FRAGMENT_LENGTH);
const nameParam = filled(MAX_NAME_LENGTH);

const getViewsEndpoint = action({
  route: "GET /navigation_views",
  reply: { navigation_views: v.array(navigationViewSchema) },
  run: ({ realm, actor }) => ({ navigation_views: viewsOf(realm, actor.user_id) }),
});

const addViewEndpoint = action({
  route: "POST /navigation_views",
  params: { fragment: fragmentParam, is_pinned: boolean, name: optional(nameParam) },
  run({ realm, actor, params: { fragment, is_pinned, name = null } }) {
    if (isBuiltIn(fragment) && name !== null) throw builtInHasName();
    if (!isBuiltIn(fragment) && name === null) throw badRequest("Custom views must have a name.");
    addView(realm, actor.user_id, { fragment, is_pinned, name });
  },
});

const updateViewEndpoint = action({
  route: "PATCH /navigation_views/:fragment+",
  params: { fragment: text("url"), is_pinned: optional(boolean), name: optional(nameParam) },
  run({ realm, actor, params: { fragment, is_pinned, name } }) {
    const view = findView(realm, actor.user_id, fragment);
    // Not the same error code as for DELETE (channels-topics.md 5).
    if (view === undefined)
      throw new ApiError({ code: "NOT_FOUND", msg: "Navigation view does not exist.", status: 404 });
    if (isBuiltIn(fragment) && name !== undefined) throw builtInHasName();
    const data = { ...(is_pinned === undefined ? {} : { is_pinned }), ...(name === undefined ? {} : { name }) };
    if (Object.keys(data).length === 0) throw badRequest("Nothing to change");
    changeView(realm, actor.user_id, view, data);
  },
});

const deleteViewEndpoint = action({
  route: "DELETE /navigation_views/:fragment+",
  params: { fragment: text("url") },
  run({ realm, actor, params }) {
    const view = findView(realm, actor.user_id, params.fragment);
    if (view === undefined) throw notFound("Navigation view does not exist.");
    removeView(realm, actor.user_id, view);
  },
});

const navigationViewState = listSlice("navigation_views", (realm, { user_id }) => viewsOf(realm, user_id));

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
