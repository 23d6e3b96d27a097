import { feature } from "../../../feature.ts";
import { admitsSpectatorsHook, isDeactivatedHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { namedFilesHook } from "../../files/storage/hooks.ts";
import { firstKeys } from "../../files/storage/named-files.ts";
import { transcribesHook } from "../../files/voice-messages/voice-messages.ts";
import { auditPeriodsHook, readsAuditLogHook } from "../../trust/audit-log/hooks.ts";
import { limitsGuestsHook, loginRulesHook, passwordLoginsHook } from "../accounts/hooks.ts";
import { organizationArchive } from "./archive.ts";
import { CLOSING_TIMER, endAllQueues, isDeactivated } from "./deactivation.ts";
import { realmDeactivated, realmDictUpdated, realmUpdated } from "./events.ts";
import { isMethodOn } from "./login-methods.ts";
import { pictureKeys } from "./pictures.ts";
import { auditPeriods, limitsGuests, permits, realmSettings, schema } from "./realm-settings.ts";
import { realmStateSlice } from "./state.ts";

export const organizations = feature({
  name: "organizations",
  schema,
  archive: organizationArchive,
  events: [realmUpdated, realmDictUpdated, realmDeactivated],
  state: [realmStateSlice],
  handlers: [
    on(passwordLoginsHook, (realm) => isMethodOn(realm, "Email")),
    on(isDeactivatedHook, isDeactivated),
    on(admitsSpectatorsHook, (realm) => realmSettings(realm).enable_spectator_access),
    on(limitsGuestsHook, limitsGuests),
    on(loginRulesHook, realmSettings),
    on(readsAuditLogHook, (realm, actor) => permits(realm, actor, "can_read_audit_log_group")),
    on(auditPeriodsHook, auditPeriods),
    on(transcribesHook, (realm) => realmSettings(realm).transcribe_voice_messages),
    on(namedFilesHook, (realm, page) => firstKeys(pictureKeys(realm), page)),
  ],
  timers: { [CLOSING_TIMER]: ({ realm }) => endAllQueues(realm) },
});
