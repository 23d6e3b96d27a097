import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { checkNumber } from "../../../../protocol/stock.ts";
import { accessUser } from "../../../organization/users/access.ts";
import { mutedBy } from "../muted-users.ts";
import { muteUser } from "./muting.ts";

export const muteUserEndpoint = action({
  route: "POST /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (params.muted_user_id === actor.user_id) throw badRequest("Cannot mute self");
    const { id } = accessUser(realm, actor, params.muted_user_id);
    const muted = mutedBy(realm, actor.user_id);
    if (muted.has(id)) throw badRequest("User already muted");
    checkNumber(muted.size + 1, limits.account.muted_users, "muted users");
    muteUser(realm, actor.user_id, id);
    return {};
  },
});
