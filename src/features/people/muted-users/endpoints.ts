import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { mutedBy, muteUser, unmuteUser } from "./muted-users.ts";

export const muteUserEndpoint = action({
  route: "POST /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (params.muted_user_id === actor.user_id) throw badRequest("Cannot mute self");
    const { id } = accessUser(realm, actor, params.muted_user_id);
    const muted = mutedBy(realm, actor.user_id);
    if (muted.has(id)) throw badRequest("User already muted");
    checkCount(muted.size + 1, limits.account.muted_users, "muted users");
    muteUser(realm, actor.user_id, id);
    return {};
  },
});

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
