import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { notFound } from "../../../protocol/errors.ts";
import { findView, removeView } from "./navigation-views.ts";

export const deleteViewEndpoint = action({
  route: "DELETE /navigation_views/:fragment+",
  params: { fragment: text("url") },
  reply: {},
  run({ realm, actor, params }) {
    const view = findView(realm, actor.user_id, params.fragment);
    if (view === undefined) throw notFound("Navigation view does not exist.");
    removeView(realm, actor.user_id, view);
    return {};
  },
});
