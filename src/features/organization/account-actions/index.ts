import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { actsAsHook } from "../accounts/hooks.ts";
import { mayActAs } from "./act-as.ts";
import { botArchive } from "./archive.ts";
import {
  botsSlice,
  createBotEndpoint,
  deactivateBotEndpoint,
  getBotKeyEndpoint,
  getBotsEndpoint,
  regenerateBotKeyEndpoint,
  regenerateBotTokenEndpoint,
} from "./bots/endpoints.ts";
import { events } from "./bots/events.ts";
import { schema } from "./bots/rows.ts";
import { updateBotEndpoint } from "./bots/update-bot.ts";
import { accountActionEndpoints } from "./endpoints.ts";
import { FULL_MEMBERS_TIMER, updateFullMembers } from "./roles.ts";
import { usersSlice } from "./state.ts";

/** Creates, changes, deactivates and reactivates accounts, and manages bots, which are accounts with an owner. */
export const usersActions = feature({
  name: "accounts",
  schema,
  archive: botArchive,
  endpoints: [
    ...accountActionEndpoints,
    createBotEndpoint,
    getBotsEndpoint,
    getBotKeyEndpoint,
    updateBotEndpoint,
    deactivateBotEndpoint,
    regenerateBotKeyEndpoint,
    regenerateBotTokenEndpoint,
  ],
  events,
  state: [usersSlice, botsSlice],
  handlers: [on(actsAsHook, mayActAs)],
  timers: { [FULL_MEMBERS_TIMER]: ({ realm }) => updateFullMembers(realm) },
});
