import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { accessUser, accessUserByEmail } from "../../organization/users/public.ts";
import { presenceOf } from "./presence.ts";
import { legacyStatus } from "./presence-formats.ts";

export const getUserPresenceEndpoint = action({
  route: "GET /users/:user_id_or_email/presence",
  params: { user_id_or_email: text("address") },
  reply: { presence: v.record(v.string(), v.object({ status: v.string(), timestamp: v.number() })) },
  run({ realm, actor, params }) {
    const { user_id_or_email: name } = params;
    const user = /^\d+$/.test(name) ? accessUser(realm, actor, Number(name)) : accessUserByEmail(realm, actor, name);
    if (user.bot_type !== null) throw badRequest("Presence is not supported for bot users.");
    const presence = presenceOf(realm, user.id);
    if (presence === undefined) throw badRequest(`No presence data for ${name}`);
    const status = legacyStatus(presence);
    return { presence: { aggregated: status, website: status } };
  },
});
