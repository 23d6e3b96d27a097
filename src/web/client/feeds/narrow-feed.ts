import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { FeedRoute, Term } from "../../model/routes/place.ts";
import { isFinal } from "../../wire/api.ts";
import type { Anchor, Feed } from "../feed.ts";
import { FeedLoading, type Loading } from "./feed-loading.ts";
import { isEnough, type MessagePage, type Request, requestFor, spanOf } from "./request.ts";
import type { FeedSource, Reply } from "./source.ts";
import { decided, holds, insertionIndex, isSameSpan, limitSpan, mergeSpans, NOTHING, type Span } from "./span.ts";

/** Maximum messages a feed holds in memory. When more are loaded, those at the other end are dropped. */
const MAX_MESSAGES = 2_000;
/** Maximum messages a feed holds while no view shows it. */
const MAX_UNSEEN = 500;
/** Messages that events can add beyond the maximum before some are dropped, so that dropping is rare. */
const MORE_MESSAGES = 100;

/** Number of newest messages that are reloaded to find new and changed ones. */
const MAX_NEWS = 30;

export class NarrowFeed implements Feed {
  readonly place: FeedRoute;
  readonly terms: readonly Term[];
  readonly #source: FeedSource;
  readonly #messages = signal<readonly Message[]>([]);
  readonly #ends = signal({ oldest: false, newest: false });
  readonly #loading = new FeedLoading();
  readonly #isPartial = signal(false);
  readonly #firstUnread = signal<MessageId | undefined>(undefined);
  readonly messages: ReadonlySignal<readonly Message[]> = this.#messages;
  readonly ends: ReadonlySignal<{ readonly oldest: boolean; readonly newest: boolean }> = this.#ends;
  readonly loading: ReadonlySignal<Loading | undefined> = this.#loading.loading;
  readonly failure: ReadonlySignal<Error | undefined> = this.#loading.failure;
  readonly isPartial: ReadonlySignal<boolean> = this.#isPartial;
  readonly firstUnread: ReadonlySignal<MessageId | undefined> = this.#firstUnread;
  readonly #markedContents = new Map<string, string>();
  readonly #markedTopics = new Map<string, string>();
  #span = NOTHING;
  /** True if the feed may have changed in unknown ways. It is shown unchanged until the server responds. */
  #isOutdated = false;
  /** The request that is filling the feed, as JSON. */
  #wanted: string | undefined;
  /** Where the feed is being opened, until messages there are known. */
  #goal: Anchor | undefined;
  #shown = 0;
  /** Messages that only the server can match against the terms. */
  readonly #open = new Set<MessageId>();
  #isAsking = false;
  top: MessageId | undefined;

  constructor(place: FeedRoute, terms: readonly Term[], source: FeedSource) {
    this.place = place;
    this.terms = terms;
    this.#source = source;
  }

  get isShown(): boolean {
    return this.#shown > 0;
  }
  /** True if a load has failed and may succeed later. */
  get mayRetry(): boolean {
    return this.#loading.mayRetry;
  }
  get ids(): readonly MessageId[] {
    return this.#span.ids;
  }

  async open(anchor: Anchor): Promise<void> {
    this.#shown += 1;
    await this.fill(anchor);
    // A load that failed while no view showed the feed was abandoned.
    if (this.mayRetry) this.#source.failed();
  }

  close(): void {
    this.#shown = Math.max(0, this.#shown - 1);
    if (!this.isShown) this.top = undefined;
    this.#isOutdated ||= !this.isShown && !this.#source.isTold(this.place);
  }

  /**
   * Loads the messages around an anchor, unless they are already loaded. Calls `onRead` when the stored messages are in
   * place, before sending a request to the server.
   */
  async fill(anchor: Anchor, onRead: () => void = () => {}): Promise<void> {
    const unread = this.#source.firstUnread(this.place);
    // Going to another message of the same feed keeps the line "New messages".
    const staysOpen = anchor !== "first-unread" && this.isShown && this.#firstUnread.value !== undefined;
    const line = staysOpen ? this.#firstUnread.value : typeof unread === "number" ? unread : undefined;
    const request = requestFor(anchor, unread);
    this.#firstUnread.value = line;
    const wanted = JSON.stringify(request);
    const underway = this.#loading.running("whole");
    // The same messages are already being loaded, for example by a prefetch.
    const isExpected = underway !== undefined && this.#wanted === wanted;
    if (!this.#isOutdated && isEnough(this.#span, request)) {
      if (underway !== undefined && !isExpected) this.#begin();
      return;
    }
    if (isExpected) return underway;
    const filled = this.#begin();
    this.#wanted = wanted;
    this.#goal = anchor;
    // Shared by all attempts, because an earlier one may read local data only after a later one was answered.
    let isAnswered = false;
    await this.#run("whole", async () => {
      const kept = await this.#source.kept(this.place, request);
      if (filled !== this.#loading.times) return;
      if (kept !== undefined) {
        this.#takeAround(kept, request, line);
        this.reconsider(kept.touched);
      }
      onRead();
      if (kept === undefined)
        void this.#source.scattered(this.place, request).then((found) => {
          if (filled === this.#loading.times && !isAnswered) this.#showScattered(found);
        });
      await this.#fetch(request, (reply) => {
        isAnswered = true;
        if (filled !== this.#loading.times) return;
        this.#takeAround(reply, request, anchor === "first-unread" ? firstUnreadOf(reply) : line);
        this.#catchUp(reply);
        // Writing the same data again would only block readers of the database.
        if (kept === undefined || reply.isNews || !isSameSpan(spanOf(kept, request), spanOf(reply, request)))
          this.#source.keep(this.place, reply, request);
      });
    });
  }

  async load(direction: "older" | "newer"): Promise<void> {
    if (this.#loading.running("whole") !== undefined || !this.#mayGrow(direction)) return;
    if (this.#isPartial.value) await this.retry();
    else if (this.#isOutdated) await this.renew();
    else await this.#run(direction, () => this.#extend(direction));
  }

  #mayGrow(direction: "older" | "newer"): boolean {
    const { from, to } = this.#span;
    return from <= to && (direction === "older" ? from > 0 : to < Number.POSITIVE_INFINITY);
  }

  async #extend(direction: "older" | "newer"): Promise<void> {
    if (!this.#mayGrow(direction)) return;
    const { from, to } = this.#span;
    const filled = this.#loading.times;
    const request: Request =
      direction === "older"
        ? { anchor: from, before: 100, after: 0, without: true }
        : { anchor: to, before: 0, after: 100, without: true };
    const take = (page: MessagePage) => {
      this.#know(limitSpan(mergeSpans(this.#span, spanOf(page, request)), { most: MAX_MESSAGES, keep: direction }));
    };
    const kept = await this.#source.kept(this.place, request);
    if (filled !== this.#loading.times) return;
    if (kept !== undefined) {
      take(kept);
      return this.reconsider(kept.touched);
    }
    await this.#fetch(request, (reply) => {
      if (filled !== this.#loading.times) return;
      take(reply);
      this.#catchUp(reply);
      this.#source.keep(this.place, reply, request);
    });
  }

  async loadNews(): Promise<boolean> {
    const isComplete = () => this.#span.to === Number.POSITIVE_INFINITY && !this.#isOutdated;
    if (!isComplete() || this.#loading.running("whole") !== undefined) return false;
    const filled = this.#loading.times;
    const request: Request = { anchor: "newest", before: MAX_NEWS, after: 0 };
    let isNews = false;
    await this.#fetch(request, (reply) => {
      if (filled !== this.#loading.times || !isComplete()) return;
      const [known, end] = [{ ...this.#span, to: this.#span.ids.at(-1) ?? 0 }, spanOf(reply, request)];
      isNews = reply.isNews;
      // If the new end doesn't connect to the known part, the rest is loaded when the user scrolls to it.
      this.#know(end.from <= known.to + 1 || known.to === 0 ? mergeSpans(known, end) : known);
      this.#catchUp(reply);
      if (isNews) this.#source.keep(this.place, reply, request);
    });
    return isNews;
  }

  /** Retries failed loads, except those permanently refused by the server. */
  async retry(): Promise<void> {
    await this.#loading.retry();
    if (this.mayRetry) this.#source.failed();
  }

  markedHtml(html: string): string {
    return this.#markedContents.get(html) ?? html;
  }

  markedTopic(topic: string): string | undefined {
    return this.#markedTopics.get(topic);
  }

  /** Reloads the feed, because changes may have been missed. */
  async renew(): Promise<void> {
    this.#isOutdated = true;
    const { ids, to } = this.#span;
    const middle = ids[ids.length >> 1];
    const goal = this.#goal;
    const filled = this.#begin();
    if (goal !== undefined) return this.fill(goal);
    const count = Math.max(200, ids.length);
    const request: Request =
      to === Number.POSITIVE_INFINITY || middle === undefined || this.#isPartial.value
        ? { anchor: "newest", before: count, after: 0 }
        : { anchor: middle, before: count, after: count };
    await this.#run("whole", () =>
      this.#fetch(request, (reply) => {
        if (filled !== this.#loading.times) return;
        this.#learn(reply, request);
        this.#catchUp(reply);
        this.#source.keep(this.place, reply, request);
      }),
    );
  }

  refresh(ids: ReadonlySet<MessageId>): void {
    if (this.#span.ids.some((id) => ids.has(id))) this.#know(this.#span);
  }

  /** Checks again whether messages belong to the feed, after events have touched them. */
  reconsider(ids: Iterable<MessageId>): void {
    let span = this.#span;
    let hasChanged = false;
    const open: MessageId[] = [];
    for (const id of ids) {
      if (!holds(span, id)) continue;
      const isThere = span.ids[insertionIndex(span.ids, id)] === id;
      const message = this.#source.get(id);
      const belongs = message !== undefined && this.#belongs(message, isThere);
      if (belongs === undefined) open.push(id);
      else span = decided(span, id, belongs);
      hasChanged ||= isThere || belongs === true;
    }
    if (hasChanged) this.#know(this.#limited(span));
    if (open.length > 0) void this.ask(open);
  }

  /**
   * Has the server decide which of these messages match. The server has messages that aren't known here, and can
   * evaluate terms that this client can't. Messages added while a request is pending go into the next one.
   */
  async ask(ids: readonly MessageId[]): Promise<void> {
    // The response that reloads the feed will include the result.
    if (this.#isOutdated && this.#loading.running("whole") !== undefined) return;
    for (const id of ids) if (holds(this.#span, id)) this.#open.add(id);
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#open.size > 0) {
      const open = [...this.#open];
      this.#open.clear();
      const found = await this.#source.fetchThese(this.terms, open).catch((error: unknown) => {
        this.#isOutdated ||= !isFinal(error);
      });
      if (found !== undefined) this.#decide(open, new Set(found.map(({ id }) => id)));
    }
    this.#isAsking = false;
    // After a failure, a visible feed is reloaded as a whole. Others are loaded when they are opened.
    if (this.#isOutdated && this.isShown && this.#loading.running("whole") === undefined) await this.renew();
  }

  #decide(ids: readonly MessageId[], matching: ReadonlySet<MessageId>): void {
    let span = this.#span;
    for (const id of ids) {
      const message = this.#source.get(id);
      const belongs = message !== undefined && (this.#source.matches(this.terms, message) ?? matching.has(id));
      span = decided(span, id, belongs);
    }
    this.#know(this.#limited(span));
  }

  /**
   * Returns whether a message belongs to the feed, or undefined if only the server can decide that. In a feed of unread
   * messages, a message that was read stays, because otherwise it would vanish while being read.
   */
  #belongs(message: Message, isThere: boolean): boolean | undefined {
    return (isThere && this.terms.some(isUnread)) || this.#source.matches(this.terms, message);
  }

  /** Applies the changes that happened while the reply was pending. */
  #catchUp({ touched, entering }: Reply): void {
    this.reconsider(touched);
    void this.ask([...entering].filter((id) => this.#source.get(id) === undefined));
  }

  #fetch(request: Request, take: (reply: Reply) => void): Promise<void> {
    return this.#source.fetch(this.terms, request, (reply) => {
      for (const [html, marked] of reply.marked?.contents ?? []) this.#markedContents.set(html, marked);
      for (const [topic, marked] of reply.marked?.topics ?? []) this.#markedTopics.set(topic, marked);
      take(reply);
    });
  }

  #begin(): number {
    this.#wanted = undefined;
    this.#goal = undefined;
    return this.#loading.begin();
  }

  async #run(loading: Loading, work: () => Promise<void>): Promise<void> {
    await this.#loading.run(loading, work);
    if (this.mayRetry) this.#source.failed();
  }

  #takeAround(page: MessagePage, request: Request, firstUnread: MessageId | undefined): void {
    this.#goal = undefined;
    batch(() => {
      this.#firstUnread.value = firstUnread;
      this.#learn(page, request);
    });
  }

  /** Shows messages, possibly with gaps, until the server responds. */
  #showScattered(found: readonly Message[]): void {
    const ids = found.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined || this.#span.ids.length > 0) return;
    this.#isOutdated = true;
    batch(() => {
      this.#isPartial.value = true;
      this.#know({ from: first, to: last, ids });
    });
  }

  #learn(page: MessagePage, request: Request): void {
    const known = this.#isOutdated ? NOTHING : this.#span;
    this.#isOutdated = false;
    this.#isPartial.value = false;
    this.#know(mergeSpans(known, spanOf(page, request)));
  }

  /** Drops messages that are far from the visible ones, if events have added too many. */
  #limited(span: Span): Span {
    const most = this.isShown ? MAX_MESSAGES : MAX_UNSEEN;
    if (span.ids.length <= most + MORE_MESSAGES) return span;
    const keep = insertionIndex(span.ids, this.top ?? Infinity) < most / 2 ? "older" : "newer";
    return limitSpan(span, { most, keep });
  }

  #know(span: Span): void {
    this.#span = span;
    const messages: Message[] = [];
    for (const id of span.ids) {
      const message = this.#source.get(id);
      if (message !== undefined) messages.push(message);
    }
    const oldest = span.from === 0;
    const newest = span.to === Number.POSITIVE_INFINITY;
    const before = this.#ends.peek();
    batch(() => {
      this.#messages.value = messages;
      if (before.oldest !== oldest || before.newest !== newest) this.#ends.value = { oldest, newest };
    });
  }
}

const isUnread = ({ operator, operand, negated = false }: Term) =>
  operator === "is" && operand === "unread" && !negated;

const firstUnreadOf = ({ messages, anchor }: MessagePage): MessageId | undefined =>
  messages.find(({ id, flags }) => id === anchor && !flags.includes("read"))?.id;
