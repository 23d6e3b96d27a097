import type { AnyEvent } from "../../../src/web/model/event.ts";
import type { Message } from "../../../src/web/model/message.ts";
import type { Term } from "../../../src/web/model/routes/place.ts";
import { type Api, Unreachable } from "../../../src/web/wire/api.ts";
import { message as sample } from "../support/sample-state.ts";

interface Query {
  readonly narrow: readonly Term[];
  readonly anchor?: number | "newest" | "first_unread";
  readonly num_before?: number;
  readonly num_after?: number;
  readonly include_anchor?: boolean;
  readonly message_ids?: readonly number[];
}

interface Call {
  readonly query: Query;
  /** The server's response, which hasn't been delivered yet. Undefined until the server has processed the request. */
  reply?: unknown;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

export const CHANNEL = 1;

/** True if the server finds a message by search terms. Supports the operators that tests use. */
export const isFound = (terms: readonly Term[], message: Message): boolean =>
  terms.every(({ operator, operand }) => {
    if (message.type !== "stream") return false;
    if (operator === "channel") return message.stream_id === operand;
    if (operator === "topic") return message.subject.toLowerCase() === String(operand).toLowerCase();
    if (operator === "in") return true;
    if (operator === "is") return message.flags.includes("starred");
    return message.content.includes(String(operand));
  });

/** A server of messages. The test controls when requests are processed, and when responses and events are delivered. */
export class SmallServer {
  readonly messages = new Map<number, Message>();
  readonly events: AnyEvent[] = [];
  /** Topics that the user has muted. */
  readonly muted = new Set<string>();
  readonly #calls: Call[] = [];
  asked = 0;
  #lastId = 0;

  readonly api: Pick<Api, "get"> = {
    get: <Reply>(_path: string, query = {}) =>
      new Promise<Reply>((resolve, reject) => {
        this.asked += 1;
        this.#calls.push({ query: query as unknown as Query, resolve: resolve as (reply: unknown) => void, reject });
      }),
  };

  get isBusy(): boolean {
    return this.#calls.length > 0 || this.events.length > 0;
  }
  get last(): number {
    return this.#lastId;
  }

  send(topic: string, content: string): void {
    this.#lastId += 1 + (this.#lastId % 3);
    const message = sample(this.#lastId, { stream_id: CHANNEL, subject: topic, topic_links: [], content });
    this.messages.set(message.id, message);
    this.events.push({ type: "message", message: structuredClone(message), flags: [] } as AnyEvent);
  }

  edit(id: number, content: string): void {
    this.#change(id, { content, last_edit_timestamp: 1 });
    this.events.push({ ...this.#update([id]), rendered_content: content, content } as AnyEvent);
  }

  move(ids: readonly number[], subject: string): void {
    const present = ids.filter((id) => this.messages.has(id));
    if (present.length === 0) return;
    for (const id of present) this.#change(id, { subject, last_moved_timestamp: 1 });
    this.events.push({ ...this.#update(present), orig_subject: "", subject, topic_links: [] } as AnyEvent);
  }

  delete(ids: readonly number[]): void {
    for (const id of ids) this.messages.delete(id);
    this.events.push({ type: "delete_message", message_ids: ids } as AnyEvent);
  }

  flag(ids: readonly number[], op: "add" | "remove"): void {
    const present = ids.filter((id) => this.messages.has(id));
    for (const id of present) this.#change(id, { flags: op === "add" ? ["starred"] : [] });
    this.events.push({ type: "update_message_flags", op, flag: "starred", messages: present, all: false } as AnyEvent);
  }

  /** Processes a request. */
  answer(place: number): void {
    const call = this.#calls[place % Math.max(1, this.#calls.length)];
    if (call !== undefined) call.reply ??= structuredClone(this.#reply(call.query));
  }

  /** Delivers a response. */
  async deliver(place: number): Promise<void> {
    const answered = this.#calls.filter(({ reply }) => reply !== undefined);
    const call = answered[place % Math.max(1, answered.length)];
    if (call === undefined) return;
    this.#calls.splice(this.#calls.indexOf(call), 1);
    call.resolve(call.reply);
    await settled();
  }

  /** Loses a request or its response. */
  async fail(place: number): Promise<void> {
    const [call] = this.#calls.splice(place % Math.max(1, this.#calls.length), 1);
    call?.reject(new Unreachable("lost"));
    await settled();
  }

  matching(terms: readonly Term[]): Message[] {
    const isHome = terms.some(({ operator }) => operator === "in");
    return [...this.messages.values()]
      .filter((one) => isFound(terms, one) && !(isHome && one.type === "stream" && this.muted.has(one.subject)))
      .sort((a, b) => a.id - b.id);
  }

  #reply({ narrow, anchor, num_before = 0, num_after = 0, include_anchor = true, message_ids }: Query): unknown {
    const all = this.matching(narrow);
    if (message_ids !== undefined) return { messages: all.filter(({ id }) => message_ids.includes(id)) };
    const at = typeof anchor === "number" ? anchor : Number.MAX_SAFE_INTEGER + 2;
    const older = all.filter(({ id }) => id < at);
    const newer = all.filter(({ id }) => id > at);
    const exact = all.filter(({ id }) => id === at && include_anchor);
    return {
      messages: [...(num_before > 0 ? older.slice(-num_before) : []), ...exact, ...newer.slice(0, num_after)],
      anchor: at,
      found_oldest: older.length <= num_before,
      found_newest: newer.length <= num_after,
    };
  }

  #change(id: number, fields: Partial<Message>): void {
    const message = this.messages.get(id);
    if (message !== undefined) this.messages.set(id, { ...message, ...fields } as Message);
  }

  #update(ids: readonly number[]) {
    const flags = this.messages.get(ids[0] ?? 0)?.flags ?? [];
    const at = { message_id: ids[0], message_ids: ids, flags, edit_timestamp: 1, rendering_only: false };
    return { type: "update_message", stream_id: CHANNEL, ...at };
  }
}

/** Waits until everything that depends on resolved promises has run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}
