import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { principalsOf, principalsParam } from "./principals.ts";
import { unsubscribeByRequest } from "./unsubscription-request.ts";

export const unsubscribeFromChannelsEndpoint = action({
  route: "DELETE /users/me/subscriptions",
  params: { subscriptions: json(boundedList(boundedText("name"), "names")), principals: principalsParam },
  reply: { removed: boundedList(boundedText("name"), "names"), not_removed: boundedList(boundedText("name"), "names") },
  run({ realm, actor, params: { subscriptions: names, principals } }) {
    return unsubscribeByRequest(realm, actor, { names, users: principalsOf(realm, actor, principals) });
  },
});
