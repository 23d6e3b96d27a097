import type { ChannelId, MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { conversationKeyAt } from "../../model/routes/conversation.ts";
import { type FeedRoute, termsOf } from "../../model/routes/place.ts";
import { COMBINED, channelKey, FEED_START, type FeedKey, NOW } from "../../store/cache.ts";
import type { MessageKeeper } from "../../store/message-keeper.ts";
import type { StoredMessages } from "../../store/stored-messages.ts";
import type { StoredSearch } from "../../store/stored-search.ts";
import type { Cursor } from "../../wire/event-log.ts";
import { type MessagePage, type Request, spanOf } from "./request.ts";
import type { MessageStore } from "./source.ts";

/**
 * Returns the storage key of a place, or undefined if the place isn't stored, because only the server knows its
 * messages.
 */
const keptAs = (place: FeedRoute): FeedKey | undefined =>
  place.view === "channel" ? channelKey(place.channel) : conversationKeyAt(place);

/** Maximum messages shown on each side of the anchor while the server doesn't respond. */
const MAX_SCATTERED = 200;

interface KeptFeedsParts {
  readonly kept: Pick<StoredMessages, "read" | "latest">;
  readonly search: () => Promise<Pick<StoredSearch, "prepare" | "find" | "scattered">>;
  readonly keeper: () => Promise<Pick<MessageKeeper, "keep">>;
  readonly asOf: () => Cursor | undefined;
  /** Whether events report a channel's new messages. */
  readonly isSubscribed: (channel: ChannelId) => boolean;
}

/** Stores feeds in the browser's database, and reads them from there. */
export class CachedFeeds implements MessageStore {
  readonly #parts: KeptFeedsParts;

  constructor(parts: KeptFeedsParts) {
    this.#parts = parts;
  }

  asOf(): Cursor | undefined {
    return this.#parts.asOf();
  }

  async read(place: FeedRoute, { anchor, before, after, without = false }: Request): Promise<MessagePage | undefined> {
    const feed = keptAs(place);
    const asOf = this.#parts.asOf();
    if (feed === undefined || asOf === undefined || anchor === "first_unread") return undefined;
    // A failing database counts as empty.
    const part = await this.#parts.kept.read(feed, anchor, { before, after }, asOf).catch(() => undefined);
    if (part === undefined) return undefined;
    const messages = without ? part.messages.filter(({ id }) => id !== anchor) : part.messages;
    const last = messages.at(-1)?.id;
    const isEnd = (after === 0 || part.newest) && (before === 0 || part.oldest);
    if (last === undefined && !(without ? isEnd : part.oldest && part.newest)) return undefined;
    const at = anchor === "newest" ? (part.newest ? undefined : last) : anchor;
    return { ...part, messages, anchor: at };
  }

  async scattered(place: FeedRoute, { anchor }: Request): Promise<readonly Message[]> {
    const { search, asOf } = this.#parts;
    const [feed, at] = [keptAs(place), asOf()];
    if (at === undefined) return [];
    const from = anchor === "first_unread" ? "newest" : anchor;
    const range = { before: MAX_SCATTERED, after: MAX_SCATTERED };
    const found = search().then((stored) =>
      feed === undefined
        ? stored.find(termsOf(place), { anchor: from, ...range }, at)
        : stored.scattered(feed, from, range, at),
    );
    // A failing database counts as empty.
    return found.catch(() => []);
  }

  prepareSearch(): void {
    this.#parts.search().then(
      (stored) => stored.prepare(),
      () => {},
    );
  }

  write(place: FeedRoute, page: MessagePage, request: Request, asOf: Cursor | undefined): void {
    const feed = keptAs(place);
    if (feed === undefined || asOf === undefined) return;
    this.#keep(feed, page, request, asOf, this.#endOf(place, page));
  }

  writeAny(page: MessagePage, request: Request, asOf: Cursor | undefined): void {
    if (asOf !== undefined) this.#keep(COMBINED, page, request, asOf, NOW);
  }

  async latest(count: number): Promise<readonly Message[]> {
    const asOf = this.#parts.asOf();
    return asOf === undefined ? [] : this.#parts.kept.latest(count, asOf).catch(() => []);
  }

  #keep(feed: FeedKey, page: MessagePage, request: Request, asOf: Cursor, endsAt: MessageId): void {
    const { from, to } = spanOf(page, request);
    const range = { first: from === 0 ? FEED_START : from, last: to === Number.POSITIVE_INFINITY ? endsAt : to };
    // Messages that can't be stored are requested again.
    const keep = async () => (await this.#parts.keeper()).keep(feed, { ...range, messages: page.messages }, asOf);
    void keep().catch(() => {});
  }

  /**
   * Returns the last id that a page covers without gaps. Without a subscription to the channel, no events report later
   * messages.
   */
  #endOf(place: FeedRoute, { messages }: MessagePage): MessageId {
    const isTold = !("channel" in place) || this.#parts.isSubscribed(place.channel);
    return isTold ? NOW : (messages.at(-1)?.id ?? FEED_START);
  }
}
