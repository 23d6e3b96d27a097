import { failureReason } from "../../../../database/storage-health.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { LoginTimes } from "./login-limits.ts";

/**
 * True if this use of a login falls into a later day or hour than its creation or last recorded use, and so should be
 * recorded. Requests write at most once a day or hour. Reads continue to work while storage isn't writable.
 */
export function isToBeNoted(realm: Realm, { created_at, last_used_at }: LoginTimes, step: Seconds): boolean {
  const stepOf = (time: Seconds) => Math.floor(time / step);
  return (
    stepOf(realm.seconds()) > stepOf(last_used_at ?? created_at) &&
    failureReason(realm.identity.subdomain) === undefined
  );
}
