import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmDeactivated } from "./events.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

const SETTING = "deactivated_at";

/** When the queues of an organization that was deactivated end: those that wait are told first. */
export const CLOSING_TIMER = "closing";

/** Whether the organization is deactivated: all that it holds stays, and nobody is let in. */
export function isDeactivated(realm: Realm): boolean {
  const values = storedValues(realm);
  // One whose time cannot be read is out of use all the same.
  return Object.hasOwn(values, SETTING) && values[SETTING] !== null;
}

/** Puts the organization out of use. Whoever waits for events hears of it at once (register-and-events.md 5.5). */
export function deactivateOrganization(realm: Realm): void {
  writeStored(realm, SETTING, realm.seconds());
  realm.emit(realmDeactivated({ realm_id: realm.id }), everyone);
  realm.timers.set(CLOSING_TIMER, realm.clock.milliseconds());
}

export function endAllQueues(realm: Realm): void {
  for (const queue of [...realm.queues.all()]) realm.endQueue(queue);
}

/** Takes the organization into use again: everything is as it was, and every client registers anew. */
export function reactivateOrganization(realm: Realm): void {
  writeStored(realm, SETTING, null);
  endAllQueues(realm);
}
