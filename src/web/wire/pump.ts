import type { State } from "../model/state.ts";
import { backoff } from "./backoff.ts";
import { type Clock, sleep } from "./clock.ts";
import { type Batch, type Cursor, cursorOf, type EventLog, newerThan } from "./event-log.ts";
import type { Page } from "./page.ts";
import type { EventTransport } from "./poll.ts";
import { CutOff, Refused, saysLoggedOut, Unreachable } from "./refused.ts";
import { onWake, restUntilWake } from "./wakes.ts";

/** How it goes with the server: `failing` until something works again. */
export type Link = "live" | "failing" | "logged-out";

interface PumpParts {
  readonly source: EventTransport;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly page: Page;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Asks the server for a new queue, and the state with which it begins. */
  readonly register: (signal: AbortSignal) => Promise<State>;
  /** Called with the events as they come; the log has them a moment later. */
  readonly onBatch: (batch: Batch) => void;
  /** Called with each new registration at once; the log has it a moment later. */
  readonly onState: (state: State) => void;
  /** Called with where the log ends, whenever it may end elsewhere than it did. */
  readonly onLogged: (at: Cursor) => void;
  readonly onLink: (link: Link) => void;
}

/** After an answer that comes so soon and says nothing, somebody else waits for events of the same queue. */
const TOO_SOON = 1_000;
/** Where answers follow each other like this, so often, much is going on: then several events are taken at once. */
const BUSY = 100;
const BUSY_ANSWERS = 3;
/** How often a session that has ended is tried again: somebody may have logged in in another tab. */
const LOGGED_OUT = 60_000;

/** Takes events from the server into the log, for all tabs, until the signal aborts. */
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
    /** A tab in which somebody has logged in anew has cleared the log: it waits for a registration. */
    const look = async () => {
      // Whatever keeps the server from bringing more, it hears where this client is.
      parts.source.remind();
      if (at !== undefined && (await log.cursor().catch(() => at)) === undefined) end();
    };
    try {
      if (!isLogKnown) {
        at = await log.cursor();
        isLogKnown = true;
        // Whoever led before may have ended before it could say so.
        if (at !== undefined) parts.onLogged(at);
      }
      const started = clock.now();
      const next = at === undefined ? await begin(parts, ended.signal) : await take(parts, at, ended.signal);
      parts.onLink("live");
      const took = clock.now() - started;
      quick = took < BUSY ? quick + 1 : 0;
      const isRivalled = next?.last === at?.last && took < TOO_SOON;
      failures = isRivalled ? failures + 1 : 0;
      at = next;
      if (!isRivalled && quick > BUSY_ANSWERS && page.visible()) await sleep(clock, BUSY, signal);
      if (isRivalled) await restUntilWake(clock, page, backoff(failures, random), signal);
    } catch (error) {
      // What hung was given up because the computer has woken up, or the log is gone: it is asked again at once.
      if (ended.signal.aborted) {
        failures = 0;
        isLogKnown = false;
        continue;
      }
      const isLoggedOut = saysLoggedOut(error);
      // Where somebody logs in then, that tab may have cleared the log.
      if (isLoggedOut) isLogKnown = false;
      // Any other fault is the log's: what it has not taken is asked for again.
      const isServers = error instanceof Refused || error instanceof Unreachable;
      if (at !== undefined && !isLoggedOut && saysQueueEnded(error)) {
        at = undefined;
        continue;
      }
      failures++;
      const spread = error instanceof CutOff && failures === 1 ? error.spread : undefined;
      // That it works again is likely: nothing is said until it has been tried.
      if (isServers && spread === undefined) parts.onLink(isLoggedOut ? "logged-out" : "failing");
      const told = error instanceof Refused ? error.retryAfter : undefined;
      const wait = isLoggedOut
        ? LOGGED_OUT
        : (told ?? (spread === undefined ? backoff(failures, random) : random() * spread));
      if (await restUntilWake(clock, page, wait, signal)) failures = 0;
    } finally {
      for (const stop of stops) stop();
      signal.removeEventListener("abort", end);
    }
  }
  parts.source.close();
}

async function begin({ register, log, onState, onLogged }: PumpParts, signal: AbortSignal): Promise<Cursor> {
  const state = await register(signal);
  signal.throwIfAborted();
  const at = cursorOf(state);
  onState(state);
  await log.begin(state);
  onLogged(at);
  return at;
}

async function take({ source, log, onBatch, onLogged, onLink }: PumpParts, after: Cursor, signal: AbortSignal) {
  const events = newerThan(after.last, await source.next(after, signal, () => onLink("live")));
  signal.throwIfAborted();
  if (events.length === 0) return after;
  const batch = { after, events };
  onBatch(batch);
  const end = await log.append(batch);
  if (end !== undefined) onLogged(end);
  return end;
}

/** The server has ended the queue, or another tab has gone on with it than the log says. */
const saysQueueEnded = (error: unknown): boolean => error instanceof Refused && error.status === 400;
