import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { settingsOf, type User } from "../../organization/accounts/accounts.ts";
import { roleAtMost } from "../../organization/accounts/audience.ts";
import { consentChanged } from "./events.ts";

/** Emits to administrators whether a user consents to the export of their private data. */
export function emitConsent(realm: Realm, { id, bot_type }: User): void {
  if (bot_type !== null) return;
  const consented = settingsOf(realm, id).allow_private_data_export;
  realm.emit(consentChanged({ user_id: id, consented }), roleAtMost(realm, Role.administrator));
}
