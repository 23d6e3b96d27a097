import { storedAnything } from "../../../database/stored.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, HOUR, inMilliseconds, MINUTE } from "../../../util/time.ts";
import { areRun } from "./acting-bot.ts";
import { deleteTimer, dueTimers, nextTimer, putTimer, type TimerRow, timersOf } from "./rows.ts";
import { queuedOrRefused } from "./runs.ts";

export const TIMER = "hosted-bots";
const TIMERS_PER_STEP = 50;
/** Retry delay for a timer whose script exceeded its limits. */
const AGAIN = MINUTE;
/** Retry delay for timers if scripts are disabled. It is long, so that these organizations rarely wake. */
const AGAIN_WHERE_OFF = HOUR;

const readData = storedAnything("hosted_bot_timers.data");
export const timerData = ({ data, bot_id }: TimerRow): unknown => readData(data, bot_id);

export function setTimer(realm: Realm, { bot_id: bot, name, due_at, data }: TimerRow): void {
  putTimer.run(realm.sql, { bot, name, due_at, data });
  checkCount(timersOf.all(realm.sql, { bot }).length, limits.account.hosted_timers, "timers");
  realm.timers.setSooner(TIMER, inMilliseconds(due_at));
}

export const removeTimer = (realm: Realm, bot: UserId, name: string): void => deleteTimer.run(realm.sql, { bot, name });

/** Queues runs for due timers, and keeps those that can't run now. One realm timer covers all of them. */
export function runDueTimers(realm: Realm): void {
  const now = realm.seconds();
  if (!areRun(realm)) {
    realm.timers.set(TIMER, inMilliseconds(after(now, AGAIN_WHERE_OFF)));
    return;
  }
  for (const row of dueTimers.all(realm.sql, { now, most: TIMERS_PER_STEP })) {
    const { bot_id: bot, name, due_at: at, data } = row;
    const timer = JSON.stringify({ name, at, data: timerData(row) });
    const refusal = queuedOrRefused(realm, { bot, trigger: "timer", message: null, timer });
    if (refusal === undefined) deleteTimer.run(realm.sql, { bot, name });
    else putTimer.run(realm.sql, { bot, name, due_at: after(now, AGAIN), data });
  }
  const { due_at } = nextTimer.one(realm.sql, {});
  if (due_at !== null) realm.timers.set(TIMER, inMilliseconds(due_at));
}
