import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { realmDeactivated } from "./events.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

const SETTING = "deactivated_at";

/** Timer that ends all event queues of a deactivated organization, after long polls have returned the last event. */
export const CLOSING_TIMER = "closing";

/** True if the organization is deactivated: its data stays, and all requests are rejected. */
export function isDeactivated(realm: Realm): boolean {
  const values = storedValues(realm);
  // An unreadable time counts as deactivated, too.
  return Object.hasOwn(values, SETTING) && values[SETTING] !== null;
}

/** Deactivates the organization. Polling clients get the event immediately (register-and-events.md 5.5). */
export function deactivateOrganization(realm: Realm): void {
  auditOrganization(realm, "organization.deactivated");
  writeStored(realm, SETTING, realm.seconds());
  realm.emit(realmDeactivated({ realm_id: realm.id }), everyone);
  realm.timers.set(CLOSING_TIMER, realm.clock.milliseconds());
}

export function endAllQueues(realm: Realm): void {
  realm.loginsEnded();
  for (const queue of [...realm.queues.all()]) realm.endQueue(queue);
}

/** Reactivates the organization. Its data is unchanged, and every client has to register again. */
export function reactivateOrganization(realm: Realm): void {
  auditOrganization(realm, "organization.reactivated");
  writeStored(realm, SETTING, null);
  // The timer would end queues that are registered from now on.
  realm.timers.clear(CLOSING_TIMER);
  endAllQueues(realm);
}
