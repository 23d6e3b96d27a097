import { action } from "../../../../endpoints/endpoint.ts";
import { accessUser } from "../access.ts";
import { deactivate } from "./deactivation.ts";
import { checkNotManaged } from "./managed.ts";
import { checkMayDeactivateSelf } from "./owner-rules.ts";

export const deactivateOwnUserEndpoint = action({
  route: "DELETE /users/me",
  by: "human",
  params: {},
  reply: {},
  run({ realm, actor }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkNotManaged(realm, user);
    checkMayDeactivateSelf(realm, user);
    deactivate(realm, user);
    return {};
  },
});
