import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessUser } from "../../../organization/users/access.ts";
import { mutedBy } from "../muted-users.ts";
import { unmuteUser } from "./muting.ts";

export const unmuteUserEndpoint = action({
  route: "DELETE /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const { id } = accessUser(realm, actor, params.muted_user_id);
    if (!mutedBy(realm, actor.user_id).has(id)) throw badRequest("User is not muted");
    unmuteUser(realm, actor.user_id, id);
    return {};
  },
});
