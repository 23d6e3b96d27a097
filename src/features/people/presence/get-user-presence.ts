import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import { after, inSeconds, seconds } from "../../../util/time.ts";
import { accessUser, accessUserByEmail } from "../../organization/users/access.ts";
import { presenceOf } from "./presence.ts";
import { legacyStatus } from "./presence-formats.ts";

const statusSchema = v.object({ status: v.string(), timestamp: v.number() });
const OFFLINE_AFTER = seconds(clientTimings.server_presence_offline_threshold_seconds);

export const getUserPresenceEndpoint = action({
  route: "GET /users/:user_id_or_email/presence",
  params: { user_id_or_email: text("address") },
  reply: {
    presence: v.object({
      active_timestamp: v.optional(v.number()),
      idle_timestamp: v.optional(v.number()),
      website: statusSchema,
      aggregated: statusSchema,
    }),
    server_timestamp: v.number(),
  },
  run({ realm, actor, params }) {
    const { user_id_or_email: name } = params;
    const user = /^\d+$/.test(name) ? accessUser(realm, actor, Number(name)) : accessUserByEmail(realm, actor, name);
    if (user.bot_type !== null) throw badRequest("Presence is not supported for bot users.");
    const presence = presenceOf(realm, user.id);
    if (presence === undefined) throw badRequest(`No presence data for ${name}`);
    const { active, idle } = presence;
    const website = legacyStatus(presence);
    const isOffline = after(website.timestamp, OFFLINE_AFTER) < realm.seconds();
    return {
      presence: {
        ...(active !== null && { active_timestamp: active }),
        ...(idle !== null && { idle_timestamp: idle }),
        website,
        aggregated: isOffline ? { ...website, status: "offline" } : website,
      },
      server_timestamp: inSeconds(realm.clock.milliseconds()),
    };
  },
});
