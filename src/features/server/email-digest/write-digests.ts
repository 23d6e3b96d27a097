import * as v from "valibot";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, before, DAY, days, hours, inMilliseconds, MINUTE, type Seconds, seconds } from "../../../util/time.ts";
import { canSendMail, isMailCongested } from "../../email/email.ts";
import { findUser, settingOf, type User } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { awayFor } from "../statistics/away.ts";
import { busiestSince, digestOf, putDigest } from "./busiest.ts";
import { digestFor, placesOfDigest, writeDigest } from "./digest-email.ts";

export const DIGEST_TIMER = "digest";
/** Fires right after the organization's digest settings have changed. */
export const SCHEDULE_TIMER = "digest-schedule";

/** Time of day in UTC at which digests are sent, because organizations have no time zone. */
const HOUR_OF_DAY = hours(7);
/** Weekday of January 1, 1970, a Thursday, counted from Monday (0) like `digest_weekday`. */
const FIRST_WEEKDAY = 3;

const scheduledKey = cacheKey<true>("digest is scheduled");

/**
 * Makes sure that the next digest is scheduled, if the organization has turned digests on. Called for each message, so
 * that an inactive organization gets no digest, and isn't woken up for one.
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

const wantsDigests = (realm: Realm): boolean => realmSettings(realm).digest_emails_enabled && canSendMail(realm);

function nextDigest(realm: Realm): Seconds {
  const now = realm.seconds();
  const today = Math.floor(now / DAY);
  const weekday = (today + FIRST_WEEKDAY) % 7;
  const ahead = (realmSettings(realm).digest_weekday - weekday + 7) % 7;
  const at = seconds((today + ahead) * DAY + HOUR_OF_DAY);
  return at > now ? at : seconds(at + days(7));
}

export const DIGEST_JOB = "digest";

/** Progress of a week's digests: the user to continue after, or the users (`again`) whose texts couldn't be loaded. */
export const digestSchema = v.object({
  since: v.number(),
  after_user: v.number(),
  again: v.optional(v.array(v.pipe(v.number(), v.transform(toUserId)))),
});
type Progress = v.InferOutput<typeof digestSchema>;

/** Period that a digest covers, and the minimum absence of the users who get one. */
export const PERIOD = days(7);
const AWAY = days(5);
/** Number of users emailed per run. Small, because the organization's other jobs wait for the run. */
const MAX_USERS = 50;
/** Delay before retrying users whose texts couldn't be loaded. Other users get their digests in the meantime. */
const RETRY_PAUSE = seconds(10 * MINUTE);
/** Minimum time between two digests to the same user, even if an interrupted run is repeated. */
const MIN_TIME = days(3);

/** Job: writes a week's digests, for a batch of users per run. */
export async function writeDigests({ realm }: { realm: Realm }, progress: Progress): Promise<void> {
  if (isDeactivated(realm) || !wantsDigests(realm)) return;
  if (isMailCongested(realm)) {
    realm.change(() => scheduleNext(realm, progress, after(realm.seconds(), MINUTE)));
    return;
  }
  const since = seconds(progress.since);
  const busiest = busiestSince(realm, since);
  const { again, after_user } = progress;
  const users = again ?? awayFor(realm, { since: before(realm.seconds(), AWAY), after: after_user, most: MAX_USERS });
  const failed: UserId[] = [];
  let failure: unknown;
  for (const user of users) {
    await writeTo(realm, user, { busiest, since }).catch((error: unknown) => {
      // Perhaps only this user's texts can't be loaded.
      failed.push(user);
      failure = error;
    });
  }
  if (again !== undefined && failed.length > 0) throw failure;
  const last = users.at(-1);
  if (again !== undefined || last === undefined) return;
  realm.change(() => {
    const now = realm.seconds();
    if (failed.length > 0) scheduleNext(realm, { ...progress, again: failed }, after(now, RETRY_PAUSE));
    scheduleNext(realm, { ...progress, after_user: last }, now);
  });
}

const scheduleNext = (realm: Realm, progress: Progress, at: Seconds): void =>
  realm.outbox.add(DIGEST_JOB, progress, inMilliseconds(at));

/** Emails a digest to one user, if there is something to report. Loads the digest's old messages from D1 first. */
async function writeTo(realm: Realm, id: UserId, about: Parameters<typeof digestFor>[2]): Promise<void> {
  const user = realm.change(() => readerOfDigest(realm, id));
  const content = user && realm.change(() => digestFor(realm, user, about));
  if (user === undefined || content === undefined) return;
  const messages = placesOfDigest(realm, user, content).map(({ id }) => id);
  await realm.changeWithMessages(messages, () => {
    // The user's permissions may have changed while the messages were loaded.
    const reader = readerOfDigest(realm, id);
    const now = reader && digestFor(realm, reader, about);
    if (reader === undefined || now === undefined) return;
    putDigest.run(realm.sql, { user: id, written_at: realm.seconds() });
    writeDigest(realm, reader, now);
  });
}

function readerOfDigest(realm: Realm, id: UserId): User | undefined {
  const user = findUser(realm, toUserId(id));
  if (user?.is_active !== 1 || !settingOf(realm, id, "enable_digest_emails")) return undefined;
  const written = digestOf.first(realm.sql, { user: id })?.written_at;
  return written !== undefined && written > before(realm.seconds(), MIN_TIME) ? undefined : user;
}
