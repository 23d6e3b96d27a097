import * as v from "valibot";
import { type MessageId, messageIdSchema, type UserId, userIdSchema } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { JobContext } from "../../../realm/job.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { randomUuid } from "../../../util/random.ts";
import { after, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { isNewProblem, writeFailure } from "./failure.ts";
import { fairChoice } from "./fair-choice.ts";
import type { CallRow } from "./rows.ts";
import * as rows from "./rows.ts";

export const CALLS_JOB = "outgoing-calls";
export const CALLS_TIMER = "outgoing-calls";
export const OVERRUN_JOB = "outgoing-overrun";
/** Note to the owner about messages dropped because the queue is full. */
const OVERRUN = "Too many messages wait for it.";

/**
 * Time limits for one attempt, and for all attempts at a delivery. When they have passed, the bot's owner is notified
 * of the failure.
 */
const TRY_MS = milliseconds(10_000);
const ALL_TRIES_MS = milliseconds(28_000);
const MAX_ATTEMPTS = 4;
/** How long to wait for an attempt whose result was lost when the object was evicted from memory. */
const LOST_MS = milliseconds(20_000);

/** Ids of calls in progress, with the owners of their bots. Overdue calls that aren't listed were lost. */
const callsUnderWay = inMemory(() => new Map<number, UserId>());

const ownerOf = (realm: Realm, bot: UserId): UserId => findUser(realm, bot)?.bot_owner_id ?? bot;

interface NewCall {
  readonly bot: User;
  readonly message: MessageId;
  readonly trigger: string;
  readonly press?: number;
}

/** Queues a message for a bot's service, within the change that sends it. A bot gets its messages in order. */
export function queueCall(realm: Realm, call: NewCall): void {
  if (queuedCall(realm, call)) return;
  const { bot, message } = call;
  realm.log.warn("outgoing_webhook_overrun", { bot: bot.id });
  if (isNewProblem(realm, bot, OVERRUN)) realm.outbox.add(OVERRUN_JOB, { bot: bot.id, message });
}

/** Queues a message or button press. Returns false if the bot's or organization's queue is full. */
export function queuedCall(realm: Realm, { bot, message, trigger, press = undefined }: NewCall): boolean {
  const { of_bot, all_calls } = rows.countCalls.one(realm.sql, { bot: bot.id });
  if (of_bot >= limits.account.outgoing_calls || all_calls >= limits.organization.outgoing_calls) return false;
  const key = randomUuid(realm.random);
  const due_at = realm.clock.milliseconds();
  rows.insertCall.run(realm.sql, { bot: bot.id, message, trigger, key, due_at, press: press ?? null });
  realm.outbox.add(CALLS_JOB, {});
  return true;
}

export interface Try {
  readonly call: CallRow;
  readonly timeoutMs: number;
}

/** Starts as many due attempts as the concurrency limits allow. Call it within a change. */
export function beginTries(realm: Realm): Try[] {
  const calls = callsUnderWay(realm);
  const now = realm.clock.milliseconds();
  const due = rows.dueCalls.all(realm.sql, { now }).filter(({ id }) => !calls.has(id));
  const owned = due.map((call) => ({ call, owner: ownerOf(realm, call.bot_id) }));
  const chosen = fairChoice(owned, calls.values());
  const tries = chosen.map(({ call }): Try => {
    const ends_at = call.ends_at !== null && call.ends_at > now ? call.ends_at : after(now, ALL_TRIES_MS);
    rows.beginTry.run(realm.sql, { id: call.id, lost_at: after(now, LOST_MS), ends_at });
    return { call: { ...call, tries: call.tries + 1, ends_at }, timeoutMs: Math.min(TRY_MS, ends_at - now) };
  });
  realm.afterCommit(() => {
    for (const { call, owner } of chosen) calls.set(call.id, owner);
  });
  scheduleCalls(realm);
  return tries;
}

/** Frees the slot of an attempt that succeeded or failed, so that the next call can start. */
export function endTry(realm: Realm, { id }: CallRow): void {
  callsUnderWay(realm).delete(id);
  realm.change(() => {
    if (rows.dueCalls.first(realm.sql, { now: realm.clock.milliseconds() })) realm.outbox.add(CALLS_JOB, {});
    scheduleCalls(realm);
  });
}

/** Whether a call is still queued. Its message or bot may have been deleted. */
export const isQueued = (realm: Realm, { id }: CallRow): boolean =>
  rows.callById.first(realm.sql, { id }) !== undefined;

export const finishCall = (realm: Realm, { id }: CallRow): void => rows.deleteCall.run(realm.sql, { id });

/** Schedules a retry after a pause. Returns false if no attempts or no time is left. */
export function tryAgain(realm: Realm, { id, tries, ends_at }: CallRow, pauseMs: number): boolean {
  const due_at = after(realm.clock.milliseconds(), milliseconds(pauseMs));
  if (tries >= MAX_ATTEMPTS || due_at >= (ends_at ?? 0)) return false;
  rows.postponeCall.run(realm.sql, { id, due_at });
  return true;
}

/** True if a call has no attempts left. The last one was lost because the object was evicted. */
export const isLostForGood = ({ tries }: CallRow): boolean => tries > MAX_ATTEMPTS;

function scheduleCalls(realm: Realm): void {
  const next: Milliseconds | null = rows.nextDueCall.one(realm.sql, { now: realm.clock.milliseconds() }).due_at;
  if (next !== null) realm.timers.setSooner(CALLS_TIMER, next);
}

export const overrunSchema = v.object({ bot: userIdSchema, message: messageIdSchema });

/**
 * Posts a reply from the bot saying that it is unavailable, because the queue for its service was full. Notifies its
 * owner.
 */
export function notifyOfOverrun({ realm }: JobContext, of: v.InferOutput<typeof overrunSchema>): void {
  const bot = findUser(realm, of.bot);
  if (bot?.is_active !== 1 || isDeactivated(realm)) return;
  realm.change(() => writeFailure(realm, { bot, message: of.message, said: "Bot is unavailable", problem: OVERRUN }));
}
