import { LiveOutbox } from "../../../src/web/client/sending/outbox.ts";
import type { OutboxBroadcast } from "../../../src/web/client/sending/outbox-sender.ts";
import { OutboxSender } from "../../../src/web/client/sending/outbox-sender.ts";
import type { ServerEvent } from "../../../src/web/model/event.ts";
import type { OutboxRow, OutboxRows } from "../../../src/web/store/account-database.ts";
import { type Api, type Fields, Refused, Unreachable } from "../../../src/web/wire/api.ts";
import { sleep } from "../../../src/web/wire/clock.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

const ME = 9;
/** A channel that the sender isn't subscribed to. */
export const UNTOLD = 2;

interface Sent {
  readonly id: number;
  readonly localId: string;
  readonly lane: string;
  readonly content: string;
  readonly timestamp: number;
}

/** A server to which messages are sent, a browser with tabs that send them, and an unreliable network. */
export class OutboxWorld {
  readonly clock = new VirtualClock();
  readonly random: () => number;
  readonly messages: Sent[] = [];
  readonly rows = new Map<string, OutboxRow>();
  readonly marks = new Map<string, number>();
  readonly tabs: OutboxTab[] = [];
  leader: OutboxTab | undefined;
  queue = "queue 1";
  /** Probability that a request fails. */
  trouble = 0;
  isOffline = false;
  isLoggedOut = false;
  /** How long, in milliseconds, the server recognizes a repeated request. */
  memory = 86_400_000;
  refusesContent: string | undefined;
  /** A message's content that makes the server fail. Undefined for none. */
  failsAt: string | undefined;
  searches = 0;
  /** By how many seconds the browser's clock is ahead of the server's. */
  secondsAhead = 0;
  #known = new Map<string, { readonly id: number; readonly at: number }>();

  constructor(random: () => number) {
    this.random = random;
  }

  chance(part = this.trouble): boolean {
    return this.random() < part;
  }

  open(): OutboxTab {
    const tab = new OutboxTab(this);
    this.tabs.push(tab);
    void tab.outbox.load();
    if (this.leader === undefined) this.elect();
    return tab;
  }

  /** Makes another tab the leader. */
  elect(): void {
    this.leader?.ended.abort();
    this.leader = this.tabs[Math.floor(this.random() * this.tabs.length)];
    this.leader?.lead();
  }

  crash(tab: OutboxTab): void {
    tab.isClosed = true;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    if (this.leader !== tab) return;
    this.leader = undefined;
    this.elect();
  }

  endQueue(): void {
    this.queue = `queue ${Number(this.queue.slice(6)) + 1}`;
  }

  async call(path: string, fields: Fields): Promise<Record<string, unknown>> {
    const { clock } = this;
    await sleep(clock, this.random() * 40);
    if (this.isOffline) throw new Unreachable("offline");
    if (this.isLoggedOut) throw new Refused(401, { code: "UNAUTHORIZED" });
    if (this.chance()) {
      const what = this.random();
      if (what < 0.3) throw new Unreachable("never came there");
      if (what < 0.5) throw new Refused(500, { code: "INTERNAL_SERVER_ERROR", msg: "Internal server error" });
      if (what < 0.6) throw new Refused(429, { code: "RATE_LIMIT_HIT" }, 2_000);
      if (what < 0.7) {
        // The request arrives after the client has given up.
        clock.after(this.random() * 20_000, () => void this.#serve(path, fields));
        throw new Unreachable("too late");
      }
      this.#serve(path, fields);
      throw new Unreachable("the answer was lost");
    }
    const answer = this.#serve(path, fields);
    await sleep(clock, this.random() * 40);
    return answer;
  }

  #serve(path: string, fields: Fields): Record<string, unknown> {
    if (path !== "/messages") throw new Error(path);
    if (fields["narrow"] !== undefined) return this.#search(fields["narrow"] as { operand: unknown }[]);
    const { to, topic = "", content, queue_id, local_id } = fields as Record<string, string>;
    const pair = `${queue_id} ${local_id}`;
    const now = this.clock.passed();
    const known = this.#known.get(pair);
    if (known !== undefined && now - known.at < this.memory) return { id: known.id };
    if (content === this.failsAt) throw new Refused(500, { code: "INTERNAL_SERVER_ERROR", msg: "Oops." });
    if (content === this.refusesContent) throw new Refused(400, { code: "BAD_REQUEST", msg: "No." });
    const id = this.messages.length + 1;
    this.#known.set(pair, { id, at: now });
    this.messages.push({
      id,
      localId: local_id ?? "",
      lane: `${to}:${topic}`,
      content: content ?? "",
      timestamp: now / 1000,
    });
    const event = { type: "message", message: { id, sender_id: ME } };
    const echo = queue_id === this.queue ? { ...event, local_message_id: local_id } : event;
    for (const tab of this.tabs) tab.deliver(echo, this.queue);
    return { id };
  }

  #search(narrow: { operand: unknown }[]): Record<string, unknown> {
    this.searches++;
    const lane = `${narrow[0]?.operand}:${narrow[1]?.operand}`;
    return { messages: this.messages.filter((one) => one.lane === lane).slice(-100) };
  }
}

export class OutboxTab {
  readonly outbox: LiveOutbox;
  readonly unheard: number[] = [];
  readonly world: OutboxWorld;
  ended = new AbortController();
  isClosed = false;
  #heard: ((said: OutboxBroadcast) => void) | undefined;
  readonly #known = new Set<number>();
  #lastArrival = 0;
  #lastHeard = 0;

  constructor(world: OutboxWorld) {
    this.world = world;
    const { clock } = world;
    const call = async <Reply>(path: string, fields: Fields = {}) => {
      const answer = await world.call(path, fields);
      await this.#alive();
      return answer as Reply;
    };
    const api = { get: call, post: call, patch: call, delete: call } as Api;
    this.outbox = new LiveOutbox({
      rows: this.#rows(),
      api,
      channel: {
        post: (said) => {
          if (!this.isClosed) for (const tab of world.tabs) if (tab !== this) tab.#hear(said);
        },
        listen: (run) => {
          this.#heard = run;
          return () => {};
        },
      },
      clock: {
        now: () => clock.now(),
        after: (ms, run) =>
          clock.after(ms, () => {
            if (!this.isClosed) run();
          }),
      },
      page: { visible: () => true, online: () => true, on: () => () => {} },
      random: world.random,
      account: () => ME,
      queue: () => world.queue,
      newest: () => Math.max(0, ...this.#known),
      serverTime: (time) => time - world.secondsAhead,
      isKnown: (id) => this.#known.has(id),
      isTold: (to) => to.kind === "direct" || to.channel !== UNTOLD,
      check: () => {},
      loadSender: async () => {
        if (world.isOffline || world.chance()) throw new Error("the part could not be loaded");
        return OutboxSender;
      },
    });
    this.outbox.onEventMissing(async (id) => void this.unheard.push(id));
  }

  lead(): void {
    this.ended = new AbortController();
    void this.outbox.lead(this.ended.signal);
  }

  deliver(event: Record<string, unknown>, queue: string): void {
    const { clock } = this.world;
    this.#lastArrival = Math.max(this.#lastArrival, clock.passed() + this.world.random() * 100);
    clock.after(this.#lastArrival - clock.passed(), () => {
      if (this.isClosed || queue !== this.world.queue) return;
      this.#known.add((event["message"] as { id: number }).id);
      this.outbox.removeArrived([{ id: 0, ...event } as unknown as ServerEvent]);
    });
  }

  #hear(said: OutboxBroadcast): void {
    const copy = structuredClone(said);
    const { clock } = this.world;
    // Messages between tabs arrive in the order in which they were sent.
    this.#lastHeard = Math.max(this.#lastHeard, clock.passed() + 1 + this.world.random() * 3);
    clock.after(this.#lastHeard - clock.passed(), () => {
      if (!this.isClosed) this.#heard?.(copy);
    });
  }

  async #alive(): Promise<void> {
    if (this.isClosed) await new Promise(() => {});
  }

  #rows(): OutboxRows {
    const { world } = this;
    /** The last change so far. Each change is atomic, and they happen in the order of the calls. */
    let last = Promise.resolve();
    const slowly = <Result>(run: () => Result): Promise<Result> => {
      const result = last.then(async () => {
        await sleep(world.clock, 1 + world.random() * 3);
        await this.#alive();
        const value = structuredClone(run());
        return value;
      });
      last = result.then(() => {});
      return result;
    };
    return {
      all: () => slowly(() => [...world.rows.values()]),
      // Changes to rows are durable at once, although the database takes time.
      put: (row) => {
        world.rows.set(row.localId, structuredClone(row));
        return slowly(() => {});
      },
      remove: (localId) => {
        world.rows.delete(localId);
        return slowly(() => {});
      },
      change: (change) => {
        for (const [localId, row] of world.rows) world.rows.set(localId, change(row));
        return slowly(() => {});
      },
      sent: (localId, lane, id) => {
        world.rows.delete(localId);
        return slowly(() => void world.marks.set(lane, Math.max(id, world.marks.get(lane) ?? 0)));
      },
      lastSent: (lane) => slowly(() => world.marks.get(lane)),
    };
  }
}
