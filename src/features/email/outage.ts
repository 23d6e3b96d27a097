import { withoutSecrets } from "../../logging/secrets.ts";
import type { Realm } from "../../realm/realm.ts";
import { after, HOUR } from "../../util/time.ts";
import { type MailOutage, mailFailingHook, mailWorksAgainHook } from "./hooks.ts";
import { countFailure, deleteOutage, selectOutage, setOutageTold } from "./rows.ts";

/**
 * Minimum duration and failed attempts of an outage before administrators are notified, because most outages are short.
 */
const QUIET_SECONDS = HOUR;
const QUIET_FAILURES = 3;
const MAX_CHARACTERS = 300;

/** Returns the current outage, or undefined if the last attempt to send an email succeeded or there was none. */
export const mailOutage = (realm: Realm): MailOutage | undefined => selectOutage.first(realm.sql, {});

/** Records that an email couldn't be sent, and notifies administrators once the outage has lasted long enough. */
export function noteUnsent(realm: Realm, reason: string): void {
  const words = withoutSecrets(reason.replace(/\s+/g, " ").trim()).slice(0, MAX_CHARACTERS);
  realm.change(() => {
    const outage = countFailure.one(realm.sql, { now: realm.seconds(), reason: words });
    const isLong = realm.seconds() >= after(outage.began_at, QUIET_SECONDS) && outage.failures >= QUIET_FAILURES;
    if (outage.is_told || !isLong) return;
    setOutageTold.run(realm.sql, {});
    realm.run(mailFailingHook, outage);
  });
}

/** Records that an email was sent, which ends an outage. */
export function noteSent(realm: Realm): void {
  const outage = mailOutage(realm);
  if (outage === undefined) return;
  realm.change(() => {
    deleteOutage.run(realm.sql, {});
    if (outage.is_told) realm.run(mailWorksAgainHook, outage);
  });
}
