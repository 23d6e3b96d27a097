import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, dayOf, days, inMilliseconds, MINUTE, milliseconds, seconds } from "../../../util/time.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import {
  activePeople,
  addMessages,
  addSenders,
  daysBetween,
  deleteDaysBefore,
  finishDay,
  insertProgress,
  KNOWN_DAYS,
  lastOfNext,
  type Progress,
  selectProgress,
  setCountedTo,
  setUnfinishedDay,
} from "./rows.ts";

export const STATISTICS_TIMER = "statistics";

/** The counts of so many days are kept. */
export const KEPT_DAYS = 731;
/** People of a day are counted within so many days after it; until then it is known who was there. */
const MONTH = 30;
/** The most messages that one change counts. */
const MAX_AT_ONCE = 20_000;
/** Between two changes, the realm serves other requests. */
const STEP_INTERVAL_MS = milliseconds(50);

/** A day is finished some minutes after its end. */
const endOf = (day: number) => inMilliseconds(after(days(day + 1), seconds(5 * MINUTE)));

/** Makes sure that a day is finished when it is over. */
export const scheduleEnd = (realm: Realm, day: number): void => realm.timers.setSooner(STATISTICS_TIMER, endOf(day));

/**
 * The progress of the counting; an organization that was there before it begins with the messages of the days that are kept.
 */
export function progressOf(realm: Realm): Progress {
  const known = selectProgress.first(realm.sql, {});
  if (known !== undefined) return known;
  const today = dayOf(realm.seconds());
  const unfinished_day = Math.max(dayOf(realm.identity.created_at), today - MONTH);
  const counted_to = firstSince(realm, before(realm.seconds(), days(KEPT_DAYS - 1))) - 1;
  insertProgress.run(realm.sql, { counted_to, unfinished_day, people_since: unfinished_day });
  return progressOf(realm);
}

/** Counts messages that are not counted yet, and lets a timer count what it leaves. Returns whether it has left none. */
export function countMessages(realm: Realm): boolean {
  if (countNextMessages(realm)) return true;
  realm.timers.setSooner(STATISTICS_TIMER, after(realm.clock.milliseconds(), STEP_INTERVAL_MS));
  return false;
}

/** The timer's work: counts the messages of the days that are over, and then the people who were there. */
export function countDays(realm: Realm): void {
  const now = realm.clock.milliseconds();
  if (!countNextMessages(realm)) {
    realm.timers.set(STATISTICS_TIMER, after(now, STEP_INTERVAL_MS));
    return;
  }
  const today = dayOf(realm.seconds());
  // An organization in which nobody was for a month is left asleep: until somebody comes, all of its days are alike.
  if (finishDays(realm, today) > 0) realm.timers.set(STATISTICS_TIMER, endOf(today));
}

/** Counts the next messages. What was counted stays, also where messages are deleted, so that each is read once. */
function countNextMessages(realm: Realm): boolean {
  const { counted_to } = progressOf(realm);
  const { id: last } = lastOfNext.one(realm.sql, { after: counted_to, most: MAX_AT_ONCE });
  if (last === null) return true;
  const spans = spansOf(realm, counted_to, last);
  const known = dayOf(realm.seconds()) - KNOWN_DAYS;
  addMessages.run(realm.sql, { spans: JSON.stringify(spans) });
  addSenders.run(realm.sql, { spans: JSON.stringify(spans.filter(([day]) => day > known)) });
  setCountedTo.run(realm.sql, { message: last });
  return last === newestMessageId(realm);
}

/** The messages after one and up to another, by the days on which they were sent. */
function spansOf(realm: Realm, after: MessageId, last: MessageId): [day: number, first: number, last: number][] {
  const found = daysBetween.all(realm.sql, { after, last });
  return found.map(({ day, first }, index) => [
    day,
    Math.max(first, after + 1),
    Math.min(last, (found[index + 1]?.first ?? last + 1) - 1),
  ]);
}

/** Counts the people of all days before today. Returns how many were there within the last month. */
function finishDays(realm: Realm, today: number): number {
  const { unfinished_day } = progressOf(realm);
  for (let day = Math.max(unfinished_day, today - MONTH); day < today; day += 1) {
    finishDay.run(realm.sql, { of: day, ...activePeople.one(realm.sql, { day }) });
  }
  if (unfinished_day < today) {
    setUnfinishedDay.run(realm.sql, { day: today });
    deleteDaysBefore.run(realm.sql, { day: today - KEPT_DAYS + 1 });
  }
  return activePeople.one(realm.sql, { day: today }).month;
}
