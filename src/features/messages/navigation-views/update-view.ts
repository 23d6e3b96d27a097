import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { builtInHasName, changeView, findView, isBuiltIn } from "./navigation-views.ts";
import { nameParam } from "./view-params.ts";

export const updateViewEndpoint = action({
  route: "PATCH /navigation_views/:fragment+",
  params: { fragment: text("url"), is_pinned: optional(boolean), name: optional(nameParam) },
  reply: {},
  run({ realm, actor, params: { fragment, is_pinned, name } }) {
    const view = findView(realm, actor.user_id, fragment);
    // The code is not the one with which DELETE refuses (channels-topics.md 5).
    if (view === undefined)
      throw new ApiError({ code: "NOT_FOUND", msg: "Navigation view does not exist.", status: 404 });
    if (isBuiltIn(fragment) && name !== undefined) throw builtInHasName();
    const data = { ...(is_pinned === undefined ? {} : { is_pinned }), ...(name === undefined ? {} : { name }) };
    if (Object.keys(data).length === 0) throw badRequest("Nothing to change");
    changeView(realm, actor.user_id, view, data);
    return {};
  },
});
