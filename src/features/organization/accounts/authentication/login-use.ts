import { failureReason } from "../../../../database/storage-health.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { LoginTimes } from "./login-limits.ts";

/**
 * True if the use of a login should be recorded: if it is the first in a new day or hour after its creation or last
 * recorded use. So requests write at most once a day or hour. Reads continue to work while storage isn't writable.
 */
export function isToBeNoted(realm: Realm, { created_at, last_used_at }: LoginTimes, step: Seconds): boolean {
  const stepOf = (time: Seconds) => Math.floor(time / step);
  return (
    stepOf(realm.seconds()) > stepOf(last_used_at ?? created_at) &&
    failureReason(realm.identity.subdomain) === undefined
  );
}
