import type { ServerEvent } from "../../../src/web/model/event.ts";
import type { State } from "../../../src/web/model/state.ts";
import { Refused, Unreachable } from "../../../src/web/wire/api.ts";
import { type Clock, sleep } from "../../../src/web/wire/clock.ts";
import {
  type Batch,
  type Cursor,
  cursorOf,
  type EventLog,
  newerThan,
  type StoredLog,
} from "../../../src/web/wire/event-log.ts";
import { EventStream, type StreamBroadcast } from "../../../src/web/wire/event-stream.ts";
import type { Locks } from "../../../src/web/wire/leader.ts";
import type { Page, PageChange } from "../../../src/web/wire/page.ts";
import type { Link } from "../../../src/web/wire/pump.ts";
import type { TabChannel } from "../../../src/web/wire/tab-channel.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

/** In this world, the state consists of all numbers emitted so far, and each event is one more number. */
interface NumbersState {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly numbers: readonly number[];
}
const stateOf = (state: NumbersState) => state as unknown as State;
const numbersOf = (state: State) => (state as unknown as NumbersState).numbers;

/** Returns an event that contains only a number, which the wire ignores. */
const numbered = (id: number, number: number) => ({ id, type: "number", number }) as unknown as ServerEvent;
const numberOf = (event: ServerEvent) => (event as { readonly number?: number }).number;

interface Queue {
  readonly id: string;
  events: ServerEvent[];
  next: number;
  acknowledged: number;
  wake: () => void;
}

/** A server, a browser with tabs, and a network between them that fails at a configurable rate. */
export class World {
  readonly clock = new VirtualClock();
  readonly random: () => number;
  readonly tabs: Tab[] = [];
  readonly log: MemoryLog;
  readonly locks: FakeLocks;
  readonly emitted: number[] = [];
  registrations = 0;
  polls = 0;
  /** Probability that a request fails, a response is lost, or a message between tabs is duplicated or late. */
  trouble = 0;
  isOffline = false;
  isLoggedOut = false;
  /** True to send no heartbeats, as on a stream. */
  isQuiet = false;
  #queue: Queue | undefined;

  constructor(random: () => number) {
    this.random = random;
    this.log = new MemoryLog(this);
    this.locks = new FakeLocks();
  }

  chance(part = this.trouble): boolean {
    return this.random() < part;
  }

  emit(): void {
    this.emitted.push(this.emitted.length + 1);
    const queue = this.#queue;
    if (queue === undefined) return;
    // Skips some ids, which would be those of other users' events.
    queue.next += Math.floor(this.random() * 3);
    queue.events.push(numbered(queue.next++, this.emitted.length));
    queue.wake();
  }

  endQueue(): void {
    this.#queue?.wake();
    this.#queue = undefined;
  }

  open(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    tab.start();
    return tab;
  }

  async register(): Promise<State> {
    await this.#travel();
    this.registrations++;
    this.endQueue();
    const id = `queue ${this.registrations}`;
    this.#queue = { id, events: [], next: 0, acknowledged: -1, wake: () => {} };
    const state = stateOf({ queue_id: id, last_event_id: -1, numbers: [...this.emitted] });
    await this.#travel();
    return state;
  }

  async poll({ queue: id, last }: Cursor): Promise<readonly ServerEvent[]> {
    this.polls++;
    await this.#travel();
    const queue = this.#queue;
    if (queue?.id !== id) throw new Refused(400, { code: "BAD_EVENT_QUEUE_ID" });
    if (last < queue.acknowledged) throw new Refused(400, { code: "BAD_REQUEST", msg: "pruned" });
    queue.acknowledged = last;
    queue.events = queue.events.filter((event) => event.id > last);
    queue.wake();
    if (queue.events.length === 0) {
      await new Promise<void>((resolve) => {
        queue.wake = resolve;
        this.clock.after(50_000, () => {
          if (queue.wake !== resolve || this.isQuiet) return;
          queue.events.push({ id: queue.next++, type: "invites_changed" });
          resolve();
        });
      });
    }
    const events = this.#queue === queue ? [...queue.events] : undefined;
    await this.#travel();
    if (events === undefined) throw new Refused(400, { code: "BAD_EVENT_QUEUE_ID" });
    return structuredClone(events);
  }

  async #travel(): Promise<void> {
    await sleep(this.clock, 5 + this.random() * 40);
    if (this.isLoggedOut) throw new Refused(401, { code: "UNAUTHORIZED" });
    if (this.isOffline) throw new Unreachable("offline");
    if (!this.chance()) return;
    if (this.chance(0.3)) throw new Refused(500, { code: "INTERNAL_SERVER_ERROR" });
    if (this.chance(0.2)) await new Promise(() => {});
    throw new Unreachable("cut off");
  }
}

/** A tab that can be closed, frozen and woken up at any moment. */
class Tab {
  readonly world: World;
  readonly clock: TabClock;
  readonly page = new FakePage();
  readonly links: Link[] = [];
  readonly faults: string[] = [];
  stream: EventStream;
  seen: number[] = [];
  isClosed = false;
  /** True while the computer is too busy to run the tab. Nothing is lost in this time. */
  isBusy = false;
  #heard = new Set<(said: StreamBroadcast) => void>();
  /** When the last message to this tab arrives. Messages from each tab arrive in the order in which they were sent. */
  #lastArrival = 0;

  constructor(world: World) {
    this.world = world;
    this.clock = new TabClock(world.clock);
    const channel: TabChannel<StreamBroadcast> = {
      post: (said) => {
        for (const tab of world.tabs) if (tab !== this) tab.#deliver(said);
      },
      listen: (run) => {
        this.#heard.add(run);
        return () => this.#heard.delete(run);
      },
    };
    this.stream = new EventStream(
      {
        source: { next: (after, signal) => this.#through(world.poll(after), signal), remind() {}, close() {} },
        log: world.log.of(this),
        register: (signal) => this.#through(world.register(), signal),
        locks: world.locks.of(this),
        name: "events",
        channel,
        clock: this.clock,
        page: this.page,
        random: world.random,
      },
      undefined,
    );
  }

  start(): void {
    this.stream.start({
      onState: (state) => {
        this.seen = [...numbersOf(state)];
      },
      onEvents: (events) => {
        for (const number of events.map(numberOf)) {
          if (number === undefined) continue;
          if (number !== this.seen.length + 1) this.faults.push(`${number} after ${this.seen.length}`);
          this.seen.push(number);
        }
      },
      onLink: (link) => this.links.push(link),
    });
  }

  /** Closes the tab, which ends everything that runs in it, at any point. */
  close(): void {
    this.isClosed = true;
    this.clock.isStopped = true;
    this.#heard.clear();
    this.world.tabs.splice(this.world.tabs.indexOf(this), 1);
    this.world.locks.release(this);
  }

  /**
   * Stops everything in the tab until it is thawed. If `isTold` is false, the page gets no event, as in some browsers.
   */
  freeze(isTold: boolean): void {
    this.page.isVisible = false;
    if (isTold) this.page.tell("frozen");
    this.clock.isStopped = true;
  }

  /** Simulates a computer too busy to run the tab. */
  hang(ms: number): void {
    if (this.isBusy) return;
    this.isBusy = true;
    this.clock.isStopped = true;
    this.world.clock.after(ms, () => {
      this.isBusy = false;
      if (!this.isClosed) this.clock.resume();
    });
  }

  hide(): void {
    this.page.isVisible = false;
    this.clock.isThrottled = true;
    this.page.tell("hidden");
  }

  show(): void {
    this.clock.isThrottled = false;
    this.page.isVisible = true;
    this.page.tell("shown");
  }

  thaw(): void {
    this.clock.resume();
    this.page.isVisible = true;
    this.page.tell("shown");
  }

  /** Returns a server's response after everything that can happen to the tab in the meantime. */
  async #through<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const timeout = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      this.clock.after(90_000, () => reject(new Unreachable("too old")));
    });
    const result = await Promise.race([answer, timeout]);
    await this.alive();
    return result;
  }

  /** Resolves when the tab runs: at once, or when a frozen tab is thawed. Never resolves for a closed tab. */
  async alive(): Promise<void> {
    if (this.isClosed) await new Promise(() => {});
    if (this.clock.isStopped) await this.clock.resumed();
    if (this.isClosed) await new Promise(() => {});
  }

  #deliver(said: StreamBroadcast): void {
    const copy = structuredClone(said);
    const { world } = this;
    const arrive = (at: number) =>
      world.clock.after(at - world.clock.passed(), () => {
        // Messages that arrive while the tab is frozen may be lost.
        if (this.isClosed || (this.clock.isStopped && !this.isBusy && world.chance(0.5))) return;
        void this.alive().then(() => {
          for (const run of [...this.#heard]) run(copy);
        });
      });
    this.#lastArrival = Math.max(this.#lastArrival, world.clock.passed() + world.random() * 5);
    if (world.chance()) this.#lastArrival += 500 * world.random();
    arrive(this.#lastArrival);
    if (world.chance()) arrive(this.#lastArrival + 300 * world.random());
  }
}

const MINUTE = 60_000;

class TabClock implements Clock {
  readonly #clock: VirtualClock;
  readonly #due: (() => void)[] = [];
  isStopped = false;
  /** If true, timers fire once a minute, as in pages long hidden. */
  isThrottled = false;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  after(ms: number, run: () => void): () => void {
    let isCancelled = false;
    const due = () => {
      if (isCancelled) return;
      if (this.isStopped) this.#due.push(due);
      else run();
    };
    const at = this.#clock.passed() + ms;
    const late = this.isThrottled ? Math.ceil(at / MINUTE) * MINUTE - at : 0;
    const cancel = this.#clock.after(ms + late, due);
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  resumed(): Promise<void> {
    return new Promise((resolve) => this.#due.push(resolve));
  }

  resume(): void {
    this.isStopped = false;
    for (const run of this.#due.splice(0)) run();
  }
}

class FakePage implements Page {
  isVisible = true;
  isOnline = true;
  #heard = new Set<{ changes: readonly PageChange[]; run: (change: PageChange) => void }>();

  visible(): boolean {
    return this.isVisible;
  }

  online(): boolean {
    return this.isOnline;
  }

  on(changes: readonly PageChange[], run: (change: PageChange) => void): () => void {
    const one = { changes, run };
    this.#heard.add(one);
    return () => this.#heard.delete(one);
  }

  tell(change: PageChange): void {
    for (const { changes, run } of [...this.#heard]) if (changes.includes(change)) run(change);
  }
}

/** The log as the database stores it: each operation is atomic and takes time. */
class MemoryLog {
  readonly #world: World;
  #snapshot: { state: State; at: Cursor } | undefined;
  #extent: { queue: string; floor: number; last: number } | undefined;
  #events: ServerEvent[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  of(tab: Tab): EventLog {
    const slowly = async <Result>(run: () => Result): Promise<Result> => {
      await sleep(this.#world.clock, this.#world.random() * (this.#world.chance() ? 300 : 4));
      if (tab.isClosed) return new Promise(() => {});
      // As if the browser had closed the database, or were out of space.
      if (this.#world.chance(this.#world.trouble / 2)) throw new DOMException("closed", "InvalidStateError");
      const result = run();
      await sleep(this.#world.clock, this.#world.random() * 2);
      await tab.alive();
      return result;
    };
    return {
      cursor: () => slowly(() => this.#extent && { queue: this.#extent.queue, last: this.#extent.last }),
      after: (cursor) => slowly(() => this.#after(cursor)),
      append: (batch) => slowly(() => this.#append(structuredClone(batch))),
      begin: (state) => {
        const copy = structuredClone(state);
        return slowly(() => this.#begin(copy));
      },
      read: () => slowly(() => this.#read()),
    };
  }

  /** Clears the log, as a tab does when it finds the log of another session. */
  clear(): void {
    this.#extent = undefined;
    this.#snapshot = undefined;
    this.#events = [];
  }

  /** Drops all but the newest events. */
  trim(): void {
    if (this.#extent === undefined) return;
    this.#events = this.#events.slice(-5);
    this.#extent.floor = (this.#events[0]?.id ?? this.#extent.last + 1) - 1;
    const numbers = this.#world.emitted;
    const first = this.#events.map(numberOf).find((number) => number !== undefined);
    if (this.#snapshot !== undefined && first !== undefined) {
      const at = { queue: this.#extent.queue, last: this.#extent.floor };
      this.#snapshot = {
        at,
        state: stateOf({ queue_id: at.queue, last_event_id: at.last, numbers: numbers.slice(0, first - 1) }),
      };
    }
  }

  #after({ queue, last }: Cursor): readonly ServerEvent[] | undefined {
    if (this.#extent?.queue !== queue || this.#extent.floor > last) return undefined;
    return this.#events.filter(({ id }) => id > last);
  }

  #append({ after, events }: Batch): Cursor | undefined {
    if (this.#extent === undefined) return undefined;
    const { queue, last } = this.#extent;
    if (queue !== after.queue || last < after.last) return { queue, last };
    this.#events.push(...newerThan(last, events));
    this.#extent.last = this.#events.at(-1)?.id ?? last;
    return { queue, last: this.#extent.last };
  }

  #begin(state: State): void {
    const at = cursorOf(state);
    this.#snapshot = { state, at };
    this.#extent = { ...at, floor: at.last };
    this.#events = [];
  }

  #read(): StoredLog | undefined {
    const snapshot = this.#snapshot;
    if (snapshot === undefined) return undefined;
    return structuredClone({ ...snapshot, since: this.#events.filter(({ id }) => id > snapshot.at.last) });
  }
}

interface Wanted {
  readonly tab: Tab;
  readonly grant: () => void;
  readonly lose: () => void;
}

/** Web Locks for a single name. */
class FakeLocks {
  #held: Wanted | undefined;
  #wanted: Wanted[] = [];

  get holder(): Tab | undefined {
    return this.#held?.tab;
  }

  of(tab: Tab): Locks {
    return {
      request: (_name, options, run) =>
        new Promise((resolve, reject) => {
          const wanted: Wanted = {
            tab,
            grant: () => {
              const released = () => {
                if (this.#held === wanted) this.#held = undefined;
                this.#grantNext();
              };
              void run().then(
                () => {
                  released();
                  resolve(undefined);
                },
                (error) => {
                  released();
                  reject(error);
                },
              );
            },
            lose: () => reject(new DOMException("stolen", "AbortError")),
          };
          if ("signal" in options && options.signal !== undefined) {
            options.signal.addEventListener("abort", () => {
              if (!this.#wanted.includes(wanted)) return;
              this.#wanted = this.#wanted.filter((one) => one !== wanted);
              wanted.lose();
            });
          }
          if ("steal" in options && options.steal) {
            this.#held?.lose();
            this.#held = wanted;
            wanted.grant();
          } else {
            this.#wanted.push(wanted);
            this.#grantNext();
          }
        }),
    };
  }

  release(tab: Tab): void {
    this.#wanted = this.#wanted.filter((one) => one.tab !== tab);
    if (this.#held?.tab === tab) this.#held = undefined;
    this.#grantNext();
  }

  #grantNext(): void {
    if (this.#held !== undefined) return;
    this.#held = this.#wanted.shift();
    this.#held?.grant();
  }
}
