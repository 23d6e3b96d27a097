import { failureReason } from "../../../../database/storage-health.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { LoginTimes } from "./login-limits.ts";

/**
 * Whether the use of a login is to be noted: it is its first one of a day, or an hour, after that of its making, so that requests
 * write nothing but for one a day, or an hour. Without storage that can be written, reads go on.
 */
export function isToBeNoted(realm: Realm, { created_at, last_used_at }: LoginTimes, step: Seconds): boolean {
  const stepOf = (time: Seconds) => Math.floor(time / step);
  return (
    stepOf(realm.seconds()) > stepOf(last_used_at ?? created_at) &&
    failureReason(realm.identity.subdomain) === undefined
  );
}
