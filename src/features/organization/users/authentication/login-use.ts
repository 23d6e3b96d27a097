import { failureReason } from "../../../../database/storage-health.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { dayOf, type Seconds } from "../../../../util/time.ts";

/**
 * Whether the use of a login is to be noted: it is its first one of a day after that of its making, so that requests
 * write nothing but for one a day. Without storage that can be written, reads go on.
 */
export const isToBeNoted = (
  realm: Realm,
  { created_at, last_used_at }: { readonly created_at: Seconds; readonly last_used_at: Seconds | null },
): boolean =>
  dayOf(realm.seconds()) > dayOf(last_used_at ?? created_at) && failureReason(realm.identity.subdomain) === undefined;
