import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, count, integer, optional, quotableText, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import { on } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { after, inSeconds, seconds } from "../../../util/time.ts";
import { accessUser, accessUserByEmail } from "../../organization/accounts/access.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { settingChangedHook } from "../user-settings/user-settings.ts";
import { presenceChanged } from "./events.ts";
import { lastSeen, schema } from "./last-seen.ts";
import {
  personActiveHook,
  presenceArchive,
  presenceObjects,
  presenceOf,
  presencesSince,
  recordPresence,
  showOrHidePresence,
} from "./presence.ts";
import { legacyStatus } from "./presence-formats.ts";

const updatePresenceEndpoint = action({
  route: "POST /users/me/presence",
  outside: true,
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
    // Under Zulip's name for this key, `zephyr_mirror_active`, its web client refuses to send messages.
    const mirror = { legacy_mirror_active: false };
    if (ping_only) return { presence_last_update_id: last_update_id ?? -1, ...mirror };
    const lastUpdate = last_update_id ?? -1;
    const presences = presencesSince(realm, actor, { lastUpdate, historyDays: history_limit_days });
    // The older format contains email addresses, which someone who joined through an outside link must not see.
    const isModern = last_update_id !== undefined || slim_presence || actor.outside === true;
    return {
      presence_last_update_id: last_update_id === undefined ? -1 : Math.max(lastUpdate, lastSeen(realm).lastUpdate),
      server_timestamp: inSeconds(realm.clock.milliseconds()),
      presences: presenceObjects(realm, presences, isModern),
      ...mirror,
    };
  },
});

const statusSchema = v.object({ status: v.string(), timestamp: v.number() });
const OFFLINE_AFTER = seconds(clientTimings.server_presence_offline_threshold_seconds);

const getUserPresenceEndpoint = action({
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

const HISTORY_DAYS = 14;

const getRealmPresenceEndpoint = action({
  route: "GET /realm/presence",
  reply: { server_timestamp: v.number(), presences: v.record(v.string(), v.unknown()) },
  run({ realm, actor }) {
    const presences = presencesSince(realm, actor, { lastUpdate: -1, historyDays: HISTORY_DAYS });
    return {
      server_timestamp: inSeconds(realm.clock.milliseconds()),
      presences: presenceObjects(realm, presences, false),
    };
  },
});

const presenceStateSlice = stateSlice({
  types: ["presence"],
  outside: true,
  collect({ realm, actor, client, presenceHistoryDays }) {
    const none = actor === null;
    const presences = none ? [] : presencesSince(realm, actor, { lastUpdate: -1, historyDays: presenceHistoryDays });
    return {
      presences: presenceObjects(realm, presences, client.slim_presence || actor?.outside === true),
      presence_last_update_id: none ? -1 : lastSeen(realm).lastUpdate || -1,
      server_timestamp: inSeconds(realm.clock.milliseconds()),
    };
  },
});

/** Presence: which users are online, and when the others last were. */
export const presence = feature({
  name: "presence",
  schema,
  archive: presenceArchive,
  endpoints: [updatePresenceEndpoint, getUserPresenceEndpoint, getRealmPresenceEndpoint],
  events: [presenceChanged],
  handlers: [
    on(settingChangedHook, (realm, user, name, value) => {
      if (name === "presence_enabled") showOrHidePresence(realm, user, Boolean(value));
    }),
    on(accountErasedHook, (realm, { id }) => lastSeen(realm).forget(id)),
  ],
  state: [presenceStateSlice],
});
