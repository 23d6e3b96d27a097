import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { accountErasedHook, actsAsHook, channelRenamedHook } from "../accounts/hooks.ts";
import { mayActAs } from "./act-as.ts";
import { botArchive } from "./archive.ts";
import { emitBotsWithDefault, eraseBot } from "./bots/bot-events.ts";
import { botEndpoints, botsSlice } from "./bots/endpoints.ts";
import { events } from "./bots/events.ts";
import { schema } from "./bots/rows.ts";
import { accountActionEndpoints } from "./endpoints.ts";
import { FULL_MEMBERS_TIMER, updateFullMembers } from "./roles.ts";
import { usersSlice } from "./state.ts";

/** Creates, changes, deactivates and reactivates accounts, and manages bots, which are accounts with an owner. */
export const usersActions = feature({
  name: "accounts",
  schema,
  archive: botArchive,
  endpoints: [...accountActionEndpoints, ...botEndpoints],
  events,
  state: [usersSlice, botsSlice],
  handlers: [on(actsAsHook, mayActAs), on(channelRenamedHook, emitBotsWithDefault), on(accountErasedHook, eraseBot)],
  timers: { [FULL_MEMBERS_TIMER]: ({ realm }) => updateFullMembers(realm) },
});
