import type { State } from "../model/state.ts";
import { CutOff, isLoggedOutError, isNetworkBlockedError, isSessionEndedError, Refused, Unreachable } from "./api.ts";
import { type Clock, sleep } from "./clock.ts";
import {
  type Batch,
  type Cursor,
  cursorOf,
  type EventLog,
  type EventTransport,
  endCursor,
  newerThan,
} from "./event-log.ts";
import type { Page } from "./page.ts";
import { backoff, onWake, sleepUntilWake } from "./wait-to-retry.ts";

/**
 * State of the link to the server: `failing` from a failed request until one succeeds, `barred` while the organization
 * doesn't allow this device's network.
 */
export type Link = "live" | "failing" | "barred" | "logged-out";

interface PumpParts {
  readonly source: EventTransport;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly page: Page;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Requests a new queue and its initial state from the server. */
  readonly register: (signal: AbortSignal) => Promise<State>;
  /** Called with events as they arrive, before the log has them. */
  readonly onBatch: (batch: Batch) => void;
  /** Called with each new registration, before the log has it. */
  readonly onState: (state: State) => void;
  /** Called with the end of the log whenever it may have changed. */
  readonly onLogged: (at: Cursor) => void;
  readonly onLink: (link: Link) => void;
}

/** An empty response sooner than this means that another client is waiting for events of the same queue. */
const TOO_SOON_MS = 1_000;
/** After several consecutive responses faster than this, the next request waits this long to collect several events. */
const QUICK_ANSWER_MS = 100;
const QUICK_ANSWERS = 3;
/** Retry interval after the session has ended, because someone may have logged in in another tab. */
const LOGGED_OUT_MS = 60_000;

/** Transfers events from the server to the log, for all tabs, until the signal aborts. */
export async function pump(parts: PumpParts, signal: AbortSignal): Promise<void> {
  const { log, clock, page, random } = parts;
  let at: Cursor | undefined;
  let isLogKnown = false;
  let failures = 0;
  let quick = 0;
  while (!signal.aborted) {
    const ended = new AbortController();
    const end = () => ended.abort();
    signal.addEventListener("abort", end);
    const stops = [onWake(clock, page, end), page.on(["shown"], () => void look())];
    /**
     * Ends the request if the log was cleared, for example because someone logged in in another tab. A new registration
     * is then needed.
     */
    const look = async () => {
      // The server may have missed the last acknowledgment.
      parts.source.remind();
      if (at !== undefined && (await log.cursor().catch(() => at)) === undefined) end();
    };
    try {
      if (!isLogKnown) {
        at = await log.cursor();
        isLogKnown = true;
        // The previous leader may have ended before it notified the other tabs.
        if (at !== undefined) parts.onLogged(at);
      }
      const started = clock.now();
      const next =
        at === undefined ? await registerQueue(parts, ended.signal) : await receiveBatch(parts, at, ended.signal);
      parts.onLink("live");
      const took = clock.now() - started;
      quick = took < QUICK_ANSWER_MS ? quick + 1 : 0;
      const isRivalled = next?.last === at?.last && took < TOO_SOON_MS;
      failures = isRivalled ? failures + 1 : 0;
      at = next;
      if (!isRivalled && quick > QUICK_ANSWERS && page.visible()) await sleep(clock, QUICK_ANSWER_MS, signal);
      if (isRivalled) await sleepUntilWake(clock, page, backoff(failures, random), signal);
    } catch (error) {
      // The request was ended because the computer woke up or the log was cleared. It is repeated immediately.
      if (ended.signal.aborted) {
        failures = 0;
        isLogKnown = false;
        continue;
      }
      const isLoggedOut = isLoggedOutError(error);
      // Another tab may clear the log when someone logs in there.
      if (isLoggedOut) isLogKnown = false;
      // Any other error comes from the log.
      const isServers = error instanceof Refused || error instanceof Unreachable;
      if (at !== undefined && !isLoggedOut && saysQueueEnded(error)) {
        at = undefined;
        continue;
      }
      failures++;
      const spread = error instanceof CutOff && failures === 1 ? error.spread : undefined;
      // After a cut connection the next attempt usually works, so only later failures are reported. If the account
      // ended the session, this page is about to be replaced by another.
      if (isServers && spread === undefined && !isSessionEndedError(error))
        parts.onLink(isLoggedOut ? "logged-out" : isNetworkBlockedError(error) ? "barred" : "failing");
      const told = error instanceof Refused ? error.retryAfter : undefined;
      // The delay is random, so that clients refused at the same time don't all return at the same time.
      const later = told === undefined ? undefined : told * (1 + random());
      const wait = isLoggedOut
        ? LOGGED_OUT_MS
        : (later ?? (spread === undefined ? backoff(failures, random) : random() * spread));
      if (await sleepUntilWake(clock, page, wait, signal)) failures = 0;
    } finally {
      for (const stop of stops) stop();
      signal.removeEventListener("abort", end);
    }
  }
  parts.source.close();
}

async function registerQueue({ register, log, onState, onLogged }: PumpParts, signal: AbortSignal): Promise<Cursor> {
  const state = await register(signal);
  signal.throwIfAborted();
  const at = cursorOf(state);
  onState(state);
  await log.begin(state);
  onLogged(at);
  return at;
}

async function receiveBatch({ source, log, onBatch, onLogged, onLink }: PumpParts, after: Cursor, signal: AbortSignal) {
  const events = newerThan(after.last, await source.next(after, signal, () => onLink("live")));
  signal.throwIfAborted();
  if (events.length === 0) return after;
  const batch = { after, events };
  onBatch(batch);
  // If storing fails, such as on a full disk, the next events are requested anyway. Once storing works again, the end
  // of the log shows what it lacks.
  const end = await log.append(batch).catch(() => endCursor(batch));
  if (end !== undefined) onLogged(end);
  return end;
}

/**
 * True if the queue can't be continued, because the server has ended it or another tab has taken events that the log
 * doesn't have.
 */
const saysQueueEnded = (error: unknown): boolean => error instanceof Refused && error.status === 400;
