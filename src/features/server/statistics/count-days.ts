import { failureReason } from "../../../database/storage-health.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, before, dayOf, days, inMilliseconds, MINUTE, milliseconds, seconds } from "../../../util/time.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import type { Progress } from "./rows.ts";
import * as rows from "./rows.ts";

export const STATISTICS_TIMER = "statistics";

export const KEPT_DAYS = 731;
/**
 * How many days later a day's active users can still be counted. Activity is kept for `KNOWN_DAYS`, and the count needs
 * the month before the day, too.
 */
const MONTH = 30;
/** Maximum messages counted in one change. */
const MAX_AT_ONCE = 20_000;
/** Pause between two changes, so that the realm serves other requests. */
const STEP_INTERVAL_MS = milliseconds(50);

/** When a day is finished: some minutes after its end. */
const dayEnd = (day: number) => inMilliseconds(after(days(day + 1), seconds(5 * MINUTE)));

const scheduleEnd = (realm: Realm, day: number): void => realm.timers.setSooner(STATISTICS_TIMER, dayEnd(day));

/**
 * Returns the progress of counting. In an organization older than this feature, counting starts with the oldest day
 * kept.
 */
export function progressOf(realm: Realm): Progress {
  const known = rows.selectProgress.first(realm.sql, {});
  if (known !== undefined) return known;
  const today = dayOf(realm.seconds());
  const unfinished_day = Math.max(dayOf(realm.identity.created_at), today - MONTH);
  const counted_to = firstSince(realm, before(realm.seconds(), days(KEPT_DAYS - 1))) - 1;
  rows.insertProgress.run(realm.sql, { counted_to, unfinished_day, people_since: unfinished_day });
  return progressOf(realm);
}

/** Counts a batch of new messages, and leaves the rest to a timer. Returns true if none are left. */
export function countMessages(realm: Realm): boolean {
  if (countNextMessages(realm)) return true;
  realm.timers.setSooner(STATISTICS_TIMER, after(realm.clock.milliseconds(), STEP_INTERVAL_MS));
  return false;
}

/** Runs on the timer: counts the messages of past days, then the users who were active. */
export function countDays(realm: Realm): void {
  const now = realm.clock.milliseconds();
  if (!countNextMessages(realm)) {
    realm.timers.set(STATISTICS_TIMER, after(now, STEP_INTERVAL_MS));
    return;
  }
  const today = dayOf(realm.seconds());
  // After a month without activity, the timer stops, because the counts stay the same until someone returns.
  if (finishDays(realm, today) > 0) realm.timers.set(STATISTICS_TIMER, dayEnd(today));
}

/** Counts the next messages. Each message is only counted once, so deleting messages doesn't change the counts. */
function countNextMessages(realm: Realm): boolean {
  const { counted_to } = progressOf(realm);
  const { id: last } = rows.lastOfNext.one(realm.sql, { after: counted_to, most: MAX_AT_ONCE });
  if (last === null) return true;
  const spans = spansOf(realm, counted_to, last);
  const known = dayOf(realm.seconds()) - rows.KNOWN_DAYS;
  rows.addMessages.run(realm.sql, { spans: JSON.stringify(spans) });
  rows.addSenders.run(realm.sql, { spans: JSON.stringify(spans.filter(([day]) => day > known)) });
  rows.setCountedTo.run(realm.sql, { message: last });
  return last === newestMessageId(realm);
}

/** Splits a range of messages, after one id up to another, into one range per day. */
function spansOf(realm: Realm, after: MessageId, last: MessageId): [day: number, first: number, last: number][] {
  const found = rows.daysBetween.all(realm.sql, { after, last });
  return found.map(({ day, first }, index) => [
    day,
    Math.max(first, after + 1),
    Math.min(last, (found[index + 1]?.first ?? last + 1) - 1),
  ]);
}

function finishDays(realm: Realm, today: number): number {
  const { unfinished_day } = progressOf(realm);
  for (let day = Math.max(unfinished_day, today - MONTH); day < today; day += 1) {
    rows.finishDay.run(realm.sql, { of: day, ...rows.activePeople.one(realm.sql, { day }) });
  }
  if (unfinished_day < today) {
    rows.setUnfinishedDay.run(realm.sql, { day: today });
    rows.deleteDaysBefore.run(realm.sql, { day: today - KEPT_DAYS + 1 });
  }
  return rows.activePeople.one(realm.sql, { day: today }).month;
}

const notedKey = cacheKey<{ day: number; readonly people: Set<UserId> }>("people noted today");

/** Records that a user is active. Writes one row per user and day. */
export function notePerson(realm: Realm, user: UserId): void {
  const day = dayOf(realm.seconds());
  const noted = realm.cached(notedKey, () => ({ day, people: new Set<UserId>() }));
  if (noted.day !== day) {
    noted.day = day;
    noted.people.clear();
  }
  // Activity isn't recorded while storage isn't writable.
  if (noted.people.has(user) || failureReason(realm.identity.subdomain) !== undefined) return;
  noted.people.add(user);
  if (rows.addPerson.first(realm.sql, { user, day }) !== undefined) scheduleEnd(realm, day);
}
