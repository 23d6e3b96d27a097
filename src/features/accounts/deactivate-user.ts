import { action } from "../../http/endpoint.ts";
import { integer } from "../../http/parameter.ts";
import { badRequest } from "../../protocol/errors.ts";
import { accessUserToChange, noSuchUser } from "../users/access.ts";
import { deactivate } from "./deactivation.ts";
import { checkNotLastOwner } from "./owners.ts";

export const deactivateUserEndpoint = action({
  route: "DELETE /users/:user_id",
  by: "administrator",
  params: { user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    // Bots are ended where they are made: DELETE /bots/{bot_id}.
    if (user.bot_type !== null) throw noSuchUser();
    if (user.is_active === 0) throw badRequest("User is deactivated");
    checkNotLastOwner(realm, user, "Cannot deactivate the only organization owner");
    deactivate(realm, user);
    return {};
  },
});
