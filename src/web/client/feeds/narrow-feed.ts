import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { FeedPlace, Term } from "../../model/place.ts";
import type { Anchor, Feed } from "../feed.ts";
import { isEnough, type Page, type Request, requestFor, spanOf } from "./request.ts";
import type { FeedSource, Reply } from "./source.ts";
import { cut, decided, holds, joined, NOTHING, placeOf, type Span } from "./span.ts";

/** As many messages as a feed holds in memory: far ones are let go when more are loaded. */
const MOST = 2_000;

type Loading = "older" | "newer" | "whole";

/** The messages that match a narrow. */
export class NarrowFeed implements Feed {
  readonly place: FeedPlace;
  readonly terms: readonly Term[];
  readonly #source: FeedSource;
  readonly #messages = signal<readonly Message[]>([]);
  readonly #ends = signal({ oldest: false, newest: false });
  readonly #loading = signal<Loading | undefined>(undefined);
  readonly #failure = signal<Error | undefined>(undefined);
  readonly #firstUnread = signal<MessageId | undefined>(undefined);
  readonly #markedContents = new Map<string, string>();
  readonly #markedTopics = new Map<string, string>();
  #span = NOTHING;
  /** What it is being filled with, while it is. */
  #wanted: string | undefined;
  /** Counts the times that the feed was filled anew: what an earlier time still asks for is out of date. */
  #filled = 0;
  #shown = 0;
  readonly #running = new Map<Loading, Promise<void>>();
  /** Messages of which only the server can say whether they match. */
  readonly #open = new Set<MessageId>();
  #isAsking = false;

  constructor(place: FeedPlace, terms: readonly Term[], source: FeedSource) {
    this.place = place;
    this.terms = terms;
    this.#source = source;
  }

  get messages(): ReadonlySignal<readonly Message[]> {
    return this.#messages;
  }
  get ends(): ReadonlySignal<{ readonly oldest: boolean; readonly newest: boolean }> {
    return this.#ends;
  }
  get loading(): ReadonlySignal<Loading | undefined> {
    return this.#loading;
  }
  get failure(): ReadonlySignal<Error | undefined> {
    return this.#failure;
  }
  get firstUnread(): ReadonlySignal<MessageId | undefined> {
    return this.#firstUnread;
  }
  /** Whether a view shows it. */
  get isShown(): boolean {
    return this.#shown > 0;
  }
  get ids(): readonly MessageId[] {
    return this.#span.ids;
  }

  async open(anchor: Anchor): Promise<void> {
    this.#shown += 1;
    await this.fill(anchor);
  }

  close(): void {
    this.#shown = Math.max(0, this.#shown - 1);
  }

  /**
   * Gets what is shown where the feed is opened, unless it is there. `onRead` is called before the server is asked, with
   * what this device has kept in place.
   */
  async fill(anchor: Anchor, onRead: () => void = () => {}): Promise<void> {
    const unread = this.#source.firstUnread(this.place);
    // Whoever goes to another message of the same feed keeps the line.
    const isSame = anchor !== "first-unread" && this.isShown && this.#firstUnread.value !== undefined;
    const line = isSame ? this.#firstUnread.value : typeof unread === "number" ? unread : undefined;
    const request = requestFor(anchor, unread);
    this.#firstUnread.value = line;
    const wanted = JSON.stringify(request);
    const underway = this.#running.get("whole");
    // Somebody was about to come here, and has come now.
    const isExpected = underway !== undefined && this.#wanted === wanted;
    if (isEnough(this.#span, request)) {
      if (underway !== undefined && !isExpected) this.#begin();
      return;
    }
    if (isExpected) return underway;
    const filled = this.#begin();
    this.#wanted = wanted;
    await this.#run("whole", async () => {
      const kept = await this.#source.kept(this.place, request);
      if (filled !== this.#filled) return;
      if (kept !== undefined) this.#takeAround(kept, request, line);
      onRead();
      await this.#fetch(request, (reply) => {
        if (filled !== this.#filled) return;
        this.#takeAround(reply, request, anchor === "first-unread" ? firstUnreadOf(reply) : line);
        this.#catchUp(reply);
        this.#source.keep(this.place, reply, request);
      });
    });
  }

  async load(direction: "older" | "newer"): Promise<void> {
    const { from, to } = this.#span;
    const isEnd = direction === "older" ? from === 0 : to === Number.POSITIVE_INFINITY;
    if (isEnd || from > to || this.#running.has("whole")) return;
    const filled = this.#filled;
    const request: Request =
      direction === "older"
        ? { anchor: from, before: 100, after: 0, without: true }
        : { anchor: to, before: 0, after: 100, without: true };
    const take = (page: Page) => {
      this.#know(cut(joined(this.#span, spanOf(page, request)), { most: MOST, keep: direction }));
    };
    await this.#run(direction, async () => {
      const kept = await this.#source.kept(this.place, request);
      if (filled !== this.#filled) return;
      if (kept !== undefined && kept.messages.length > 0) return take(kept);
      await this.#fetch(request, (reply) => {
        if (filled !== this.#filled) return;
        take(reply);
        this.#catchUp(reply);
        this.#source.keep(this.place, reply, request);
      });
    });
  }

  markedHtml(html: string): string {
    return this.#markedContents.get(html) ?? html;
  }

  markedTopic(topic: string): string | undefined {
    return this.#markedTopics.get(topic);
  }

  /** Asks for everything anew: events are missing between what is known and now. */
  async renew(): Promise<void> {
    const middle = this.#span.ids[this.#span.ids.length >> 1];
    const isNewest = this.#span.to === Number.POSITIVE_INFINITY;
    const filled = this.#begin();
    const request: Request =
      isNewest || middle === undefined
        ? { anchor: "newest", before: 200, after: 0 }
        : { anchor: middle, before: 200, after: 200 };
    await this.#run("whole", () =>
      this.#fetch(request, (reply) => {
        if (filled !== this.#filled) return;
        this.#know(spanOf(reply, request));
        this.#catchUp(reply);
        this.#source.keep(this.place, reply, request);
      }),
    );
  }

  /** More is known of these messages than was. */
  refresh(ids: ReadonlySet<MessageId>): void {
    if (this.#span.ids.some((id) => ids.has(id))) this.#know(this.#span);
  }

  /** Something has become of these messages, which may belong to the feed or not. */
  reconsider(ids: Iterable<MessageId>): void {
    let span = this.#span;
    let hasChanged = false;
    const open: MessageId[] = [];
    for (const id of ids) {
      if (!holds(span, id)) continue;
      const isThere = span.ids[placeOf(span.ids, id)] === id;
      const message = this.#source.get(id);
      const belongs = message !== undefined && this.#belongs(message, isThere);
      if (belongs === undefined) open.push(id);
      else span = decided(span, id, belongs);
      hasChanged ||= isThere || belongs === true;
    }
    if (hasChanged) this.#know(span);
    if (open.length > 0) void this.ask(open);
  }

  /**
   * Asks the server which of these messages match: it knows them all, and what only it can decide. What comes up while it
   * is being asked is asked together afterwards.
   */
  async ask(ids: readonly MessageId[]): Promise<void> {
    for (const id of ids) if (holds(this.#span, id)) this.#open.add(id);
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#open.size > 0) {
      const open = [...this.#open];
      this.#open.clear();
      const found = await this.#source.fetchThese(this.terms, open).catch(() => undefined);
      // Whoever opens the feed again asks again for what could not be asked.
      if (found !== undefined) this.#decide(open, new Set(found.map(({ id }) => id)));
    }
    this.#isAsking = false;
  }

  #decide(ids: readonly MessageId[], matching: ReadonlySet<MessageId>): void {
    let span = this.#span;
    for (const id of ids) {
      const message = this.#source.get(id);
      const belongs = message !== undefined && (this.#source.matches(this.terms, message) ?? matching.has(id));
      span = decided(span, id, belongs);
    }
    this.#know(span);
  }

  /** A message that was read stays in a feed of unread ones: it would vanish from under whoever reads it. */
  #belongs(message: Message, isThere: boolean): boolean | undefined {
    return (isThere && this.terms.some(isUnread)) || this.#source.matches(this.terms, message);
  }

  /** What has happened while the reply was on its way may be news to it. */
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
    this.#running.clear();
    this.#wanted = undefined;
    this.#loading.value = undefined;
    this.#failure.value = undefined;
    this.#filled += 1;
    return this.#filled;
  }

  #takeAround(page: Page, request: Request, firstUnread: MessageId | undefined): void {
    batch(() => {
      this.#firstUnread.value = firstUnread;
      this.#know(joined(this.#span, spanOf(page, request)));
    });
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

  async #run(loading: Loading, work: () => Promise<void>): Promise<void> {
    const before = this.#running.get(loading);
    if (before !== undefined) return before;
    const filled = this.#filled;
    const run = work().then(
      () => this.#end(loading, filled, undefined),
      (error: unknown) => this.#end(loading, filled, error instanceof Error ? error : new Error(String(error))),
    );
    this.#running.set(loading, run);
    this.#loading.value = loading;
    await run;
  }

  #end(loading: Loading, filled: number, failure: Error | undefined): void {
    if (filled !== this.#filled) return;
    this.#running.delete(loading);
    batch(() => {
      this.#failure.value = failure;
      this.#loading.value = [...this.#running.keys()].at(-1);
    });
  }
}

const isUnread = ({ operator, operand, negated = false }: Term) =>
  operator === "is" && operand === "unread" && !negated;

const firstUnreadOf = ({ messages, anchor }: Page): MessageId | undefined =>
  messages.find(({ id, flags }) => id === anchor && !flags.includes("read"))?.id;
