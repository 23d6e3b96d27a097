import { batch } from "@preact/signals";
import { subscriptionTo } from "../../model/channels/channels.ts";
import type { AnyEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { matches } from "../../model/messages/matches.ts";
import { deletedBy, flagged } from "../../model/messages/message-update.ts";
import type { MessageChange, Messages } from "../../model/messages/messages.ts";
import { topicNameKey } from "../../model/routes/conversation.ts";
import { type FeedRoute, type Term, termsOf } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { type Api, type Fields, Unreachable } from "../../wire/api.ts";
import type { WaitToRetry } from "../../wire/wait-to-retry.ts";
import { firstUnread } from "./first-unread.ts";
import { NarrowFeed } from "./narrow-feed.ts";
import { type MessagePage, type Request, withoutMarks } from "./request.ts";
import type { CachedPage, FeedSource, MessageStore, Reply } from "./source.ts";

function touchedBy(event: AnyEvent): readonly MessageId[] {
  switch (event.type) {
    case "message":
      return [event.message.id];
    case "update_message":
      return event.message_ids;
    case "delete_message":
      return deletedBy(event);
    case "update_message_flags":
      return event.messages;
    case "reaction":
    case "submessage":
      return [event.message_id];
    default:
      return [];
  }
}

/** True if an event may have added messages to a feed, including unknown ones. */
const mayEnter = (terms: readonly Term[], event: AnyEvent): boolean =>
  terms.some((term) => isDecidedBy(event, term)) && !terms.some((term) => hasMovedAway(event, term));

/** True if a term depends on what the event changes. */
function isDecidedBy(event: AnyEvent, { operator }: Term): boolean {
  if (event.type === "reaction") return operator === "has";
  if (event.type === "update_message_flags") return operator === "is" || operator === "in";
  if (event.type !== "update_message") return false;
  const isMoved = event.subject !== undefined || event.new_stream_id !== undefined;
  const isEdited = event.content !== undefined;
  const isText = operator === "search" || operator === "has" || operator === "is";
  return isMoved ? !operator.startsWith("dm") && operator !== "sender" : isEdited && isText;
}

/** True if an event's messages are now in a channel or topic other than the term's. */
function hasMovedAway(event: AnyEvent, { operator, operand, negated = false }: Term): boolean {
  if (negated || event.type !== "update_message") return false;
  const channel = event.new_stream_id ?? event.stream_id;
  const topic = event.subject;
  if (operator === "channel") return typeof operand === "number" && channel !== undefined && operand !== channel;
  return operator === "topic" && topic !== undefined && topicNameKey(String(operand)) !== topicNameKey(topic);
}

/** True if an event may have hidden topics or shown hidden ones. */
const changesVisibility = (event: AnyEvent): boolean =>
  event.type === "user_topic" ||
  (event.type === "subscription" && event.op === "update" && event.property === "is_muted");

const VISIBILITY_STATES: readonly unknown[] = ["followed", "muted"];

const dependsOnVisibility = ({ terms }: NarrowFeed): boolean =>
  terms.some(
    ({ operator, operand }) => operator === "in" || (operator === "is" && VISIBILITY_STATES.includes(operand)),
  );

const MAX_FEEDS = 20;

/** If more messages than this are known, those that no feed shows are dropped. */
const MAX_MESSAGES = 10_000;
/** How many more messages must be added before dropping is tried again. */
const MORE_MESSAGES = 2_000;

/** Message requests are retried after this long, in case the connection hangs. */
const TIMEOUT_MS = 10_000;

/** Parameters of every request for messages. */
const FORM = { client_gravatar: false, allow_empty_topic_name: true };

interface MessagesReply {
  readonly messages: readonly Message[];
  readonly anchor: number;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

interface FeedsParts {
  readonly api: Pick<Api, "get">;
  readonly messages: Messages;
  readonly state: () => State;
  readonly store?: MessageStore;
  readonly waitToRetry: WaitToRetry;
  readonly onKnown?: (ids: Iterable<MessageId>) => void;
  /** Resolves when stored messages should be shown, because the server is unreachable or slow. */
  readonly waitForServer?: () => Promise<void>;
}

/** An unanswered request, with the messages that events have touched since it was made. */
interface PendingRequest {
  /** The value of `#renewals` when the request was made. */
  readonly renewals: number;
  readonly terms: readonly Term[];
  readonly touched: Set<MessageId>;
  /** Touched messages that may match the terms now. */
  readonly entering: Set<MessageId>;
  /** Touched messages with changes other than flags. */
  readonly changed: Set<MessageId>;
  readonly flags: Extract<AnyEvent, { readonly type: "update_message_flags" }>[];
}

/** The known feeds. They are kept up to date with changes to messages. */
export class Feeds {
  readonly #parts: FeedsParts;
  /** Feeds by place, least recently used first. */
  readonly #feeds = new Map<string, NarrowFeed>();
  readonly #pending = new Set<PendingRequest>();
  readonly #source: FeedSource;
  #isTrying = false;
  #renewals = 0;
  #mostMessages = MAX_MESSAGES;
  /** Messages that may have changed without an event, because events were missed. */
  #doubtful = new Set<MessageId>();

  constructor(parts: FeedsParts) {
    this.#parts = parts;
    const { messages, state, store } = parts;
    this.#source = {
      get: (id) => messages.get(id),
      matches: (terms, one) => (this.#doubtful.has(one.id) ? undefined : matches(terms, one, state())),
      firstUnread: (place) => firstUnread(state(), place),
      isTold: (place) => !("channel" in place) || subscriptionTo(state(), place.channel) !== undefined,
      fetch: (terms, request, take) => this.fetch(terms, request, take),
      fetchThese: (terms, ids) => this.fetchThese(terms, ids),
      kept: (place, request) => this.#readKept(place, request),
      scattered: (place, request) => this.#readScattered(place, request),
      keep: (place, reply, request) => store?.write(place, reply, request, reply.asOf),
      failed: () => void this.#tryAgain(),
    };
  }

  at(place: FeedRoute): NarrowFeed {
    const { near: _, ...rest } = place;
    const key = JSON.stringify(rest);
    const feed = this.#feeds.get(key) ?? new NarrowFeed(place, termsOf(place), this.#source);
    this.#feeds.delete(key);
    this.#feeds.set(key, feed);
    if (this.#feeds.size > MAX_FEEDS) this.#letGo();
    return feed;
  }

  /** Preloads the messages that a place opens with, when the user is about to go there. */
  async prefetch(place: FeedRoute): Promise<void> {
    const feed = this.at(place);
    if (!feed.isShown) await feed.fill(place.near ?? "first-unread");
  }

  /** Starts loading the messages that a place opens with. Resolves once the stored ones are loaded. */
  makeReady(place: FeedRoute): Promise<void> {
    return new Promise(
      (resolve) =>
        void this.at(place)
          .fill(place.near ?? "first-unread", resolve)
          .then(resolve),
    );
  }

  /** Updates the feeds after an event that was already applied to the messages. */
  follow(event: AnyEvent, change: MessageChange): void {
    if (changesVisibility(event)) this.#followVisibility(event);
    const touched = new Set([...touchedBy(event), ...change.changed.map(({ id }) => id), ...change.removed]);
    if (touched.size === 0) return;
    for (const underway of this.#pending) {
      for (const id of touched) underway.touched.add(id);
      if (event.type === "update_message_flags") underway.flags.push(event);
      else for (const id of touched) underway.changed.add(id);
      if (mayEnter(underway.terms, event)) for (const id of touchedBy(event)) underway.entering.add(id);
    }
    batch(() => {
      for (const feed of this.#feeds.values()) feed.reconsider(touched);
    });
    this.#lookForUnknown(event);
    this.#bound();
  }

  /**
   * Removes messages that are hidden now. Once the server has the change, loads the feeds again, because messages that
   * are shown now may be unknown.
   */
  #followVisibility(event: AnyEvent): void {
    const feeds = [...this.#feeds].filter(([, feed]) => dependsOnVisibility(feed));
    if ("id" in event) {
      this.#dropUnseen(feeds);
      for (const [, feed] of feeds) if (feed.isShown) void feed.renew();
    } else {
      batch(() => {
        for (const [, feed] of feeds) feed.reconsider(feed.ids);
      });
    }
  }

  #dropUnseen(feeds: Iterable<readonly [key: string, feed: NarrowFeed]>): void {
    for (const [key, feed] of feeds) if (!feed.isShown) this.#feeds.delete(key);
  }

  /** Reloads the visible feeds and drops the others, because events were missed. */
  async renew(): Promise<void> {
    this.#renewals += 1;
    this.#dropUnseen(this.#feeds);
    this.#doubtful = this.#used();
    this.#parts.messages.retain(this.#doubtful, 0);
    await Promise.all([...this.#feeds.values()].map((feed) => feed.renew()));
  }

  async #tryAgain(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    const failed = () => [...this.#feeds.values()].filter(({ isShown, mayRetry }) => isShown && mayRetry);
    for (let failures = 1; failed().length > 0; failures++) {
      if (await this.#parts.waitToRetry(failures)) failures = 0;
      await Promise.all(failed().map((feed) => feed.retry()));
    }
    this.#isTrying = false;
  }

  /** Requests unknown messages that may belong to a feed after an event. */
  #lookForUnknown(event: AnyEvent): void {
    const feeds = [...this.#feeds.values()].filter(({ terms }) => mayEnter(terms, event));
    if (feeds.length === 0) return;
    const unknown = touchedBy(event).filter((id) => this.#parts.messages.get(id) === undefined);
    for (const feed of feeds) void feed.ask(unknown);
  }

  /** Fetches part of a narrow's messages. */
  async fetch(terms: readonly Term[], request: Request, take: (reply: Reply) => void): Promise<void> {
    const underway = this.#begin(terms);
    const asOf = this.#parts.store?.asOf();
    try {
      const reply = await this.#ask({
        narrow: terms,
        anchor: request.anchor,
        num_before: request.before,
        num_after: request.after,
        ...(request.without === true ? { include_anchor: false } : {}),
      });
      this.#check(underway);
      const found = withoutMarks(reply.messages);
      const messages = await this.#upToDate(found.messages, underway);
      const page: MessagePage = {
        messages,
        marked: found.marked,
        anchor: Number.isSafeInteger(reply.anchor) ? reply.anchor : undefined,
        oldest: reply.found_oldest,
        newest: reply.found_newest,
      };
      batch(() => {
        const isNews = this.#put(messages);
        take({ ...page, ...underway, asOf, isNews });
      });
      this.#bound();
    } finally {
      this.#pending.delete(underway);
    }
  }

  #ask(fields: Fields): Promise<MessagesReply> {
    return this.#parts.api.get("/messages", { ...FORM, ...fields }, { timeout: TIMEOUT_MS });
  }

  #begin(terms: readonly Term[]): PendingRequest {
    const [touched, entering, changed] = [new Set<MessageId>(), new Set<MessageId>(), new Set<MessageId>()];
    const underway = { renewals: this.#renewals, terms, touched, entering, changed, flags: [] };
    this.#pending.add(underway);
    return underway;
  }

  /** Throws if events were missed since the request, because the reply may be outdated. */
  #check({ renewals }: PendingRequest): void {
    if (renewals !== this.#renewals) throw new Unreachable("events were missed meanwhile");
  }

  /**
   * Updates a reply's messages with the events that arrived in the meantime. Known messages keep their known version,
   * because events were applied to it. Others are requested again. Flags that the reply may already include can be
   * applied twice.
   */
  async #upToDate(messages: readonly Message[], { changed, flags }: PendingRequest): Promise<readonly Message[]> {
    const known = this.#parts.messages;
    const asked = new Set<MessageId>();
    for (;;) {
      const stale = messages.flatMap(({ id }) => (changed.has(id) && !this.#isSure(id) ? id : []));
      const ids = stale.filter((id) => !asked.has(id));
      if (ids.length === 0) break;
      for (const id of ids) asked.add(id);
      this.#put(await this.#byIds([], ids));
    }
    return messages.flatMap((one) => {
      if (changed.has(one.id)) return known.get(one.id) ?? [];
      return flags.reduce(
        (now, { messages, op, flag }) => (messages.includes(now.id) ? flagged(now, op, flag) : now),
        one,
      );
    });
  }

  /** True if the known version of a message is up to date. */
  #isSure(id: MessageId): boolean {
    return this.#parts.messages.get(id) !== undefined && !this.#doubtful.has(id);
  }

  /** Reads the stored part of a feed, or returns undefined if events have changed it in the meantime. */
  async #readKept(place: FeedRoute, request: Request): Promise<CachedPage | undefined> {
    const { store } = this.#parts;
    if (store === undefined) return undefined;
    const underway = this.#begin(termsOf(place));
    const page = await store.read(place, request).finally(() => this.#pending.delete(underway));
    if (underway.renewals !== this.#renewals) return undefined;
    if (page?.messages.some(({ id }) => underway.touched.has(id)) || underway.entering.size > 0) return undefined;
    if (page === undefined) return undefined;
    // Drops messages before adding the new ones. No feed shows the new ones yet, so they would be dropped, too.
    this.#bound();
    this.#put(page.messages.filter(({ id }) => !this.#isSure(id)));
    return { ...page, touched: underway.touched };
  }

  async #readScattered(place: FeedRoute, request: Request): Promise<readonly Message[]> {
    const { store, waitForServer } = this.#parts;
    if (store === undefined) return [];
    await waitForServer?.();
    const stored = await this.#known((from) => from.scattered(place, request));
    const { messages, state } = this.#parts;
    const terms = termsOf(place);
    // Changes that weren't sent to the server yet are only in memory.
    const now = new Map(stored.filter((one) => matches(terms, one, state()) !== false).map((one) => [one.id, one]));
    for (const one of messages.values()) if (matches(terms, one, state()) === true) now.set(one.id, one);
    return [...now.values()].sort((a, b) => a.id - b.id);
  }

  /** Returns the newest messages on this device, across all conversations, possibly with gaps. */
  async latest(count: number): Promise<readonly Message[]> {
    if (this.#parts.store === undefined) return [...this.#parts.messages.values()];
    return this.#known((store) => store.latest(count));
  }

  /** Reads stored messages, and adds them to the known ones, unless events have changed them in the meantime. */
  async #known(read: (store: MessageStore) => Promise<readonly Message[]>): Promise<readonly Message[]> {
    const { store, messages } = this.#parts;
    if (store === undefined) return [];
    const underway = this.#begin([]);
    const kept = await read(store).finally(() => this.#pending.delete(underway));
    const isCurrent = underway.renewals === this.#renewals;
    this.#put(kept.filter(({ id }) => isCurrent && !underway.touched.has(id) && !this.#isSure(id)));
    return kept.flatMap(({ id }) => messages.get(id) ?? []);
  }

  /** Fetches messages by id, and adds those that match the terms to the known ones. */
  async fetchThese(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]> {
    const messages = await this.#byIds(terms, ids);
    this.#put(messages);
    return messages;
  }

  async #byIds(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]> {
    const underway = this.#begin(terms);
    try {
      const found: Message[] = [];
      for (let from = 0; from < ids.length; from += 300) {
        const message_ids = ids.slice(from, from + 300);
        const reply = await this.#ask({ narrow: terms, message_ids });
        this.#check(underway);
        found.push(...withoutMarks(reply.messages).messages);
      }
      return await this.#upToDate(found, underway);
    } finally {
      this.#pending.delete(underway);
    }
  }

  /**
   * Adds only new and changed messages, so that unchanged ones aren't rendered again. Returns true if there were any.
   */
  #put(messages: readonly Message[]): boolean {
    const known = this.#parts.messages;
    for (const { id } of messages) this.#doubtful.delete(id);
    const other = messages.filter((one) => {
      const before = known.get(one.id);
      return before === undefined || (before !== one && JSON.stringify(before) !== JSON.stringify(one));
    });
    if (other.length === 0) return false;
    known.put(other);
    const ids = new Set(other.map(({ id }) => id));
    for (const feed of this.#feeds.values()) feed.refresh(ids);
    this.#parts.onKnown?.(ids);
    return true;
  }

  #letGo(): void {
    const oldest = [...this.#feeds].find(([, feed]) => !feed.isShown);
    if (oldest === undefined) return;
    this.#feeds.delete(oldest[0]);
  }

  /** If there are too many messages, drops those shown by no feed, except the latest. */
  #bound(): void {
    const { messages } = this.#parts;
    if (messages.size <= this.#mostMessages) return;
    messages.retain(this.#used(), MAX_MESSAGES);
    this.#mostMessages = Math.max(MAX_MESSAGES, messages.size + MORE_MESSAGES);
  }

  #used(): Set<MessageId> {
    return new Set([...this.#feeds.values()].flatMap(({ ids }) => ids));
  }
}
