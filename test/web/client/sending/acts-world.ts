import { type ActsBroadcast, LiveActs } from "../../../../src/web/client/sending/acts.ts";
import * as actsSender from "../../../../src/web/client/sending/acts-sender.ts";
import { flagAct } from "../../../../src/web/client/sending/flag-act.ts";
import { deleteAct, editAct, moveAct, reactionAct } from "../../../../src/web/client/sending/optimistic-events.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { Message } from "../../../../src/web/model/message.ts";
import { Messages } from "../../../../src/web/model/messages/messages.ts";
import type { ActRow, ActRows } from "../../../../src/web/store/account-database.ts";
import { type Api, type Fields, Refused, Unreachable } from "../../../../src/web/wire/api.ts";
import { sleep } from "../../../../src/web/wire/clock.ts";
import { message } from "../../support/sample-state.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const ME = 9;
const EMOJI = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };

/** A change to a message: its kind, and its new value. */
export type Change =
  | { readonly kind: "star" | "react"; readonly on: boolean }
  | { readonly kind: "edit" | "move"; readonly text: string }
  | { readonly kind: "delete" };

/** A server with a few messages, the browser of a user who changes them in several tabs, and an unreliable network. */
export class ActsWorld {
  readonly clock = new VirtualClock();
  readonly random: () => number;
  readonly messages = new Map<number, Message>();
  /** The changes that the server made, in order: the text of each request that had an effect. */
  readonly made: string[] = [];
  readonly rows = new Map<string, ActRow>();
  readonly tabs: ActsTab[] = [];
  leader: ActsTab | undefined;
  /** Probability that a request fails. */
  trouble = 0;
  isOffline = false;
  isLoggedOut = false;
  /** Messages that the user can no longer change. */
  readonly forbidden = new Set<number>();
  requests = 0;

  constructor(random: () => number, count = 3) {
    this.random = random;
    for (let id = 1; id <= count; id++)
      this.messages.set(id, message(id, { content: "<p>as it was</p>", subject: "before", flags: [], reactions: [] }));
  }

  open(): ActsTab {
    const tab = new ActsTab(this);
    this.tabs.push(tab);
    if (this.leader === undefined) this.elect();
    return tab;
  }

  /** Makes another tab the leader. */
  elect(): void {
    this.leader?.ended.abort();
    this.leader = this.tabs[Math.floor(this.random() * this.tabs.length)];
    this.leader?.lead();
  }

  crash(tab: ActsTab): void {
    tab.isClosed = true;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    if (this.leader !== tab) return;
    this.leader = undefined;
    this.elect();
  }

  async call(method: string, path: string, fields: Fields): Promise<Record<string, unknown>> {
    await sleep(this.clock, this.random() * 40);
    this.requests++;
    if (this.isOffline) throw new Unreachable("offline");
    if (this.isLoggedOut) throw new Refused(401, { code: "UNAUTHORIZED" });
    if (this.random() < this.trouble) {
      const what = this.random();
      if (what < 0.4) throw new Unreachable("never came there");
      if (what < 0.6) throw new Refused(500, { code: "INTERNAL_SERVER_ERROR", msg: "Internal server error" });
      if (what < 0.7) throw new Refused(429, { code: "RATE_LIMIT_HIT" }, 2_000);
      this.#serve(method, path, fields);
      throw new Unreachable("the answer was lost");
    }
    const answer = this.#serve(method, path, fields);
    await sleep(this.clock, this.random() * 40);
    return answer;
  }

  #serve(method: string, path: string, fields: Fields): Record<string, unknown> {
    const refuse = (code: string) => new Refused(400, { code, msg: "No." });
    const change = (id: number, next: Message) => {
      this.messages.set(id, next);
      this.made.push(JSON.stringify([method, path, fields]));
      return {};
    };
    if (path === "/messages/flags") {
      const { op, flag, messages } = fields as { op: string; flag: "starred"; messages: number[] };
      for (const id of messages) {
        const one = this.messages.get(id);
        if (one === undefined || one.flags.includes(flag) === (op === "add")) continue;
        change(id, { ...one, flags: op === "add" ? [flag] : [] });
      }
      return {};
    }
    if (path === "/messages/flags/narrow") {
      const { anchor = 0, include_anchor = true, num_after = Infinity } = fields as Record<string, number>;
      const newer = [...this.messages.keys()].filter((id) => id > anchor || (include_anchor && id === anchor));
      const messages = newer.slice(0, num_after);
      this.#serve(method, "/messages/flags", { ...fields, messages });
      return { last_processed_id: messages.at(-1) ?? null, found_newest: messages.length === newer.length };
    }
    const id = Number(path.split("/")[2]);
    const one = this.messages.get(id);
    if (one === undefined || one.type !== "stream") throw refuse("BAD_REQUEST");
    if (method === "get" && fields["apply_markdown"] !== false) return { message: one };
    if (method === "get") return { message: { ...one, content: one.content.replace(/<\/?p>/g, "") } };
    if (this.forbidden.has(id)) throw refuse("UNAUTHORIZED_PRINCIPAL");
    if (path.endsWith("/reactions")) {
      const has = one.reactions.length > 0;
      if (has === (method === "post")) throw refuse(has ? "REACTION_ALREADY_EXISTS" : "REACTION_DOES_NOT_EXIST");
      return change(id, { ...one, reactions: has ? [] : [{ user_id: ME, ...EMOJI }] });
    }
    if (method === "delete") {
      this.messages.delete(id);
      this.made.push(JSON.stringify([method, path, fields]));
      return {};
    }
    const {
      content = one.content.replace(/<\/?p>/g, ""),
      topic = one.subject,
      before,
    } = fields as Record<string, string>;
    if (before !== undefined && one.content !== before) throw refuse("EXPECTATION_MISMATCH");
    if (`<p>${content}</p>` === one.content && topic === one.subject) return {};
    return change(id, { ...one, content: `<p>${content}</p>`, subject: topic });
  }
}

/** A tab, with the messages as it shows them. */
export class ActsTab {
  readonly acts: LiveActs;
  readonly messages = new Messages();
  readonly refused: string[] = [];
  readonly world: ActsWorld;
  ended = new AbortController();
  isClosed = false;
  readonly begun: Promise<void>;
  #hear: ((said: ActsBroadcast) => void) | undefined;

  constructor(world: ActsWorld) {
    this.world = world;
    const { clock } = world;
    // The messages are those of the registration, or those that the browser has stored.
    this.messages.put(structuredClone([...world.messages.values()]));
    const call =
      (method: string) =>
      async <Reply>(path: string, fields: Fields = {}) => {
        const answer = await world.call(method, path, fields);
        if (this.isClosed) await new Promise(() => {});
        return answer as Reply;
      };
    const api: Api = { get: call("get"), post: call("post"), patch: call("patch"), delete: call("delete") };
    this.acts = new LiveActs({
      ...{ api, rows: this.#rows(), random: world.random, account: () => ME, check: () => {} },
      loadSender: async () => actsSender,
      isOnline: () => !world.isOffline,
      channel: {
        post: (said) => {
          const copy = structuredClone(said);
          for (const tab of world.tabs) if (tab !== this) clock.after(1, () => !tab.isClosed && tab.#hear?.(copy));
        },
        listen: (run) => {
          this.#hear = run;
          return () => {};
        },
      },
      clock: { now: () => clock.now(), after: (ms, run) => clock.after(ms, () => !this.isClosed && run()) },
      page: { visible: () => true, online: () => true, on: () => () => {} },
    });
    const show = (events: readonly AnyEvent[]) => {
      for (const event of events) this.messages.apply(event);
    };
    this.begun = this.acts.begin({
      show,
      onRefused: ({ path }, error) => this.refused.push(`${path} ${error}`),
    });
  }

  lead(): void {
    this.ended = new AbortController();
    const { signal } = this.ended;
    void this.begun.then(() => this.acts.lead(signal));
  }

  /** Changes a message. Returns false if the tab doesn't show it. */
  change(id: number, change: Change): boolean {
    const one = this.messages.get(id);
    if (one === undefined || one.type !== "stream") return false;
    const act = () => {
      switch (change.kind) {
        case "star":
          return flagAct([id], change.on ? "add" : "remove", "starred");
        case "react":
          return reactionAct(id, EMOJI, { user_id: ME, gives: change.on });
        case "edit":
          return editAct(one, { content: change.text, before: one.content });
        case "move":
          return moveAct(this, id, {
            from: { channel: one.stream_id, topic: one.subject },
            fields: { topic: change.text, propagate_mode: "change_one" },
          });
        case "delete":
          return deleteAct(one);
      }
    };
    void this.acts.act(act());
    return true;
  }

  #rows(): ActRows {
    const { rows, clock } = this.world;
    // Changes to rows are durable at once, although the database takes time.
    const slowly = async <Result>(result: Result) => {
      await sleep(clock, 1 + this.world.random() * 3);
      if (this.isClosed) await new Promise(() => {});
      return result;
    };
    return {
      all: async () => structuredClone(await slowly([...rows.values()])),
      put: (row) => slowly(void rows.set(row.id, structuredClone(row))),
      remove: (id) => slowly(void rows.delete(id)),
      change: () => slowly(undefined),
    };
  }
}
