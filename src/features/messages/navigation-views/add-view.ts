import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { addView, builtInHasName, isBuiltIn } from "./navigation-views.ts";
import { fragmentParam, nameParam } from "./view-params.ts";

export const addViewEndpoint = action({
  route: "POST /navigation_views",
  params: { fragment: fragmentParam, is_pinned: boolean, name: optional(nameParam) },
  reply: {},
  run({ realm, actor, params: { fragment, is_pinned, name = null } }) {
    if (isBuiltIn(fragment) && name !== null) throw builtInHasName();
    if (!isBuiltIn(fragment) && name === null) throw badRequest("Custom views must have a name.");
    addView(realm, actor.user_id, { fragment, is_pinned, name });
    return {};
  },
});
