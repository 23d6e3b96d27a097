import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { json } from "../../http/parameter.ts";
import { principalsOf, principalsParam } from "./principals.ts";
import { unsubscribeByRequest } from "./unsubscription-request.ts";

export const unsubscribeFromChannelsEndpoint = action({
  route: "DELETE /users/me/subscriptions",
  params: { subscriptions: json(v.array(v.string())), principals: principalsParam },
  reply: { removed: v.array(v.string()), not_removed: v.array(v.string()) },
  run({ realm, actor, params: { subscriptions: names, principals } }) {
    return unsubscribeByRequest(realm, actor, { names, users: principalsOf(realm, actor, principals) });
  },
});
