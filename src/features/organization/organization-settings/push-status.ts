import * as v from "valibot";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { realmUpdated } from "./events.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

const SETTING = "push_status";

/** Whether the push service accepts the organization's notifications, and until when, as reported by the service. */
export const pushStatusSchema = v.object({
  can_push: v.boolean(),
  expected_end_timestamp: v.nullable(v.pipe(v.number(), v.safeInteger(), v.transform(seconds))),
});
export type PushStatus = Readonly<v.InferOutput<typeof pushStatusSchema>>;

/** The default: if the service hasn't reported anything yet, it is assumed to accept all notifications. */
const UNKNOWN: PushStatus = { can_push: true, expected_end_timestamp: null };

/** Returns the organization's fields that show whether push notifications reach phones. */
export function pushFacts(realm: Realm) {
  const known = v.safeParse(pushStatusSchema, storedValues(realm)[SETTING]);
  const { can_push, expected_end_timestamp } = known.success ? known.output : UNKNOWN;
  const isEnabled = can_push && realm.config.pushService !== null;
  return {
    push_notifications_enabled: isEnabled,
    push_notifications_enabled_end_timestamp: isEnabled ? expected_end_timestamp : null,
  };
}

/** Stores the organization's status at the push service, and emits the fields that changed. */
export function recordPushStatus(realm: Realm, { can_push, expected_end_timestamp }: PushStatus): void {
  const before = pushFacts(realm);
  const status: PushStatus = { can_push, expected_end_timestamp: can_push ? expected_end_timestamp : null };
  if (JSON.stringify(storedValues(realm)[SETTING] ?? UNKNOWN) === JSON.stringify(status)) return;
  writeStored(realm, SETTING, status);
  const after = pushFacts(realm);
  for (const property of ["push_notifications_enabled", "push_notifications_enabled_end_timestamp"] as const) {
    const value = after[property];
    if (value !== before[property]) realm.emit(realmUpdated({ property, value }), everyone);
  }
}
