import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { after, before, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { fairChoice } from "../outgoing-webhooks/fair-choice.ts";
import type { RunRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { MAX_ATTEMPTS, PRESSES_A_MINUTE, RUNS_A_MINUTE, runLimits } from "./run-limits.ts";

export interface LogLine {
  readonly text: string;
  readonly isError: boolean;
}

/** Returns a line for a bot's log, truncated to the limit. */
export const logLine = (text: string, isError = false): LogLine => ({
  text: [...text.toWellFormed().replaceAll("\0", "")].slice(0, runLimits.log_characters).join(""),
  isError,
});

/** Adds lines to a bot's log, dropping the oldest. */
export function writeLog(realm: Realm, bot: UserId, lines: readonly LogLine[]): void {
  const kept = lines.slice(-limits.account.hosted_log_lines);
  const at = realm.seconds();
  for (const { text, isError } of kept) rows.insertLog.run(realm.sql, { bot, at, is_error: Number(isError), text });
  if (kept.length > 0) rows.trimLog.run(realm.sql, { bot, most: limits.account.hosted_log_lines });
}

export const RUNS_JOB = "hosted-bots";
export const RUNS_TIMER = "hosted-bot-runs";

/** Interval for finding runs that were lost when the object was evicted. Longer than a run takes. */
const LOST_MS = milliseconds(40_000);

/** Retry delay for a run that has had no effect yet. */
const AGAIN_MS = milliseconds(10_000);

interface InMemory {
  /** Runs in progress, with the owners of their bots. */
  readonly underWay: Map<number, UserId>;
  /** When each bot's recent runs were queued, separately for messages, presses and timers. */
  readonly queuedAt: Map<string, Milliseconds[]>;
  /** Postponed runs, with the number of attempts and the time of the next one. */
  readonly putBack: Map<number, { readonly tries: number; readonly at: Milliseconds }>;
}

const memoryOf = inMemory((): InMemory => ({ underWay: new Map(), queuedAt: new Map(), putBack: new Map() }));

interface NewRun {
  readonly bot: UserId;
  readonly trigger: string;
  readonly message: MessageId | null;
  readonly timer: string | null;
  readonly press?: number;
}

/**
 * Queues a run for a message, within the change that causes it. If there are too many, drops the run and records this
 * in the bot's log.
 */
export function queueRun(realm: Realm, run: NewRun): void {
  const refusal = queuedOrRefused(realm, run);
  if (refusal === undefined) return;
  writeLog(realm, run.bot, [logLine(`${refusal} It wasn't run for a ${run.trigger}.`, true)]);
}

/**
 * Queues a run. If there are too many, returns the reason instead. Timers have their own limit of waiting runs. Per
 * minute, messages, presses and timers are limited separately.
 */
export function queuedOrRefused(realm: Realm, run: NewRun): string | undefined {
  const { bot, message, press } = run;
  const forTimers = message === null;
  const { of_bot, all_runs } = rows.countRuns.one(realm.sql, { bot, for_timers: Number(forTimers) });
  if (of_bot >= limits.account.hosted_runs || all_runs >= limits.organization.hosted_runs) {
    return `Too many ${forTimers ? "timers" : "messages"} wait for it.`;
  }
  const { queuedAt } = memoryOf(realm);
  const kind = `${forTimers ? "timers" : press === undefined ? "messages" : "presses"} ${bot}`;
  const most = press === undefined ? RUNS_A_MINUTE : PRESSES_A_MINUTE;
  const now = realm.clock.milliseconds();
  const recent = (queuedAt.get(kind) ?? []).filter((at) => at > before(now, MINUTE_MS));
  if (recent.length >= most) return `It was asked more than ${most} times in a minute.`;
  queuedAt.set(kind, [...recent, now]);
  rows.insertRun.run(realm.sql, { ...run, press: press ?? null });
  realm.outbox.add(RUNS_JOB, {});
  return undefined;
}

/** Returns the runs to start now, and those lost when the object was evicted. Call it within a change. */
export function beginRuns(realm: Realm): { readonly begun: readonly RunRow[]; readonly lost: readonly RunRow[] } {
  const { underWay, putBack } = memoryOf(realm);
  const now = realm.clock.milliseconds();
  const waiting = rows.firstRuns.all(realm.sql, {}).filter(({ id }) => !underWay.has(id));
  const lost = waiting.filter(({ is_begun }) => is_begun === 1);
  const due = waiting
    .filter(({ id, is_begun }) => is_begun === 0 && (putBack.get(id)?.at ?? now) <= now)
    .map((run) => ({ run, owner: ownerOf(realm, run.bot_id) }));
  const chosen = fairChoice(due, underWay.values());
  for (const { run } of chosen) rows.beginRun.run(realm.sql, { id: run.id });
  realm.afterCommit(() => {
    for (const { run, owner } of chosen) underWay.set(run.id, owner);
  });
  if (chosen.length > 0) realm.timers.set(RUNS_TIMER, after(now, LOST_MS));
  return { begun: chosen.map(({ run }) => run), lost };
}

const ownerOf = (realm: Realm, bot: UserId): UserId => findUser(realm, bot)?.bot_owner_id ?? bot;

/** Whether a run is still wanted. Its message or bot may have been deleted. Call it within a change. */
export const isWanted = (realm: Realm, { id }: RunRow): boolean => rows.runById.first(realm.sql, { id }) !== undefined;

export function forgetRun(realm: Realm, { id }: RunRow): void {
  rows.deleteRun.run(realm.sql, { id });
  memoryOf(realm).putBack.delete(id);
}

/**
 * Postpones a run that has had no effect yet. Returns false if it was postponed too many times. Call it within a
 * change.
 */
export function putBack(realm: Realm, run: RunRow): boolean {
  const { putBack } = memoryOf(realm);
  const tries = (putBack.get(run.id)?.tries ?? 1) + 1;
  if (tries > MAX_ATTEMPTS) return false;
  const at = after(realm.clock.milliseconds(), AGAIN_MS);
  rows.putBackRun.run(realm.sql, { id: run.id });
  putBack.set(run.id, { tries, at });
  realm.timers.setSooner(RUNS_TIMER, at);
  return true;
}

/** Frees the run's slot. Call it within a change. */
export function runEnded(realm: Realm, { id }: RunRow): void {
  memoryOf(realm).underWay.delete(id);
  if (rows.firstRuns.first(realm.sql, {}) === undefined) realm.timers.clear(RUNS_TIMER);
  else realm.outbox.add(RUNS_JOB, {});
}
