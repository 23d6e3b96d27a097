import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, count, integer, optional, quotableText } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { inSeconds } from "../../../util/time.ts";
import { personActiveHook } from "./hooks.ts";
import { lastSeen } from "./last-seen.ts";
import { presenceObjects, presencesSince, recordPresence } from "./presence.ts";

export const updatePresenceEndpoint = action({
  route: "POST /users/me/presence",
  by: "human",
  background: true,
  repeatable: true,
  params: {
    status: quotableText("word"),
    ping_only: optional(boolean, false),
    new_user_input: optional(boolean, false),
    last_update_id: optional(integer),
    history_limit_days: optional(count, 14),
    slim_presence: optional(boolean, false),
  },
  reply: {
    presence_last_update_id: v.number(),
    server_timestamp: v.optional(v.number()),
    presences: v.optional(v.record(v.string(), v.unknown())),
    legacy_mirror_active: v.boolean(),
  },
  run({ realm, actor, params }) {
    const { status, ping_only, last_update_id, history_limit_days, slim_presence } = params;
    if (status !== "active" && status !== "idle") throw badRequest(`Invalid status: ${status}`);
    recordPresence(realm, actor, status === "active");
    if (status === "active") realm.run(personActiveHook, actor.user_id);
    // With Zulip's own name of the key, `zephyr_mirror_active`, its web client refuses to send messages.
    const mirror = { legacy_mirror_active: false };
    if (ping_only) return { presence_last_update_id: last_update_id ?? -1, ...mirror };
    const lastUpdate = last_update_id ?? -1;
    const presences = presencesSince(realm, actor, { lastUpdate, historyDays: history_limit_days });
    const isModern = last_update_id !== undefined || slim_presence;
    return {
      presence_last_update_id: last_update_id === undefined ? -1 : Math.max(lastUpdate, lastSeen(realm).lastUpdate),
      server_timestamp: inSeconds(realm.clock.milliseconds()),
      presences: presenceObjects(realm, presences, isModern),
      ...mirror,
    };
  },
});
