import { feature } from "../../../feature.ts";
import { answerTo } from "../../../realm/hook.ts";
import { passwordLoginsHook } from "../users/password-login.ts";
import { CLOSING_TIMER, endAllQueues, isDeactivated } from "./closing.ts";
import { realmDeactivated, realmDictUpdated, realmUpdated } from "./events.ts";
import { realmSettings } from "./realm-settings.ts";
import { schema } from "./rows.ts";
import { isMethodOn } from "./sign-in.ts";
import { realmStateSlice } from "./state.ts";

/** The organization itself: its settings and permissions. */
export const organizations = feature({
  name: "organizations",
  schema,
  events: [realmUpdated, realmDictUpdated, realmDeactivated],
  state: [realmStateSlice],
  answers: [answerTo(passwordLoginsHook, (realm) => isMethodOn(realm, "Email"))],
  timers: { [CLOSING_TIMER]: ({ realm }) => endAllQueues(realm) },
  isClosed: isDeactivated,
  admitsSpectators: (realm) => realmSettings(realm).enable_spectator_access,
});
