import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { DAY, days, hours, inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { canSendMail } from "../../email/email.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

export const DIGEST_TIMER = "digest";
/** Fires right after the organization's digest settings have changed. */
export const SCHEDULE_TIMER = "digest-schedule";

/** Hour of the day in UTC, because organizations have no time zone. */
const HOUR_OF_DAY = hours(7);
/** January 1, 1970 was a Thursday. `digest_weekday` counts from Monday, which is 0. */
const FIRST_WEEKDAY = 3;

const scheduledKey = cacheKey<true>("digest is scheduled");

/**
 * Makes sure that digests are scheduled, if the organization wants them. Called for each message, so that an inactive
 * organization gets no digest, and isn't woken for one.
 */
export function scheduleDigest(realm: Realm): void {
  realm.cached(scheduledKey, () => {
    if (wantsDigests(realm)) realm.timers.setSooner(DIGEST_TIMER, inMilliseconds(nextDigest(realm)));
    return true;
  });
}

export function rescheduleDigest(realm: Realm): void {
  if (wantsDigests(realm)) realm.timers.set(DIGEST_TIMER, inMilliseconds(nextDigest(realm)));
  else realm.timers.clear(DIGEST_TIMER);
}

/** Lets the next message schedule the following digest. */
export const forgetSchedule = (realm: Realm): void => realm.forget(scheduledKey);

export const wantsDigests = (realm: Realm): boolean => realmSettings(realm).digest_emails_enabled && canSendMail(realm);

function nextDigest(realm: Realm): Seconds {
  const now = realm.seconds();
  const today = Math.floor(now / DAY);
  const weekday = (today + FIRST_WEEKDAY) % 7;
  const ahead = (realmSettings(realm).digest_weekday - weekday + 7) % 7;
  const at = seconds((today + ahead) * DAY + HOUR_OF_DAY);
  return at > now ? at : seconds(at + days(7));
}
