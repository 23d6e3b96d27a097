import { keyOf } from "../../model/conversation.ts";
import type { FeedPlace } from "../../model/place.ts";
import { channelKey, type FeedKey } from "../../store/cache.ts";
import type { KeptMessages, KeptPart } from "../../store/kept-messages.ts";
import { BEGINNING, NOW } from "../../store/ranges.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { MessageStore } from "./message-store.ts";
import { type Page, type Request, spanOf } from "./request.ts";

/** What is kept of a place; undefined where nothing is, since only the server knows what belongs to it. */
function keptAs(place: FeedPlace): FeedKey | undefined {
  switch (place.view) {
    case "topic":
      return keyOf({ kind: "topic", channel: place.channel, topic: place.topic });
    case "direct":
      return keyOf({ kind: "direct", users: place.users });
    case "channel":
      return channelKey(place.channel);
    default:
      return undefined;
  }
}

/** The feeds' view of the messages that are kept in the browser's database. */
export class KeptFeeds implements MessageStore {
  readonly #kept: Pick<KeptMessages, "read" | "keep" | "follow">;
  readonly asOf: () => Cursor | undefined;

  constructor(kept: Pick<KeptMessages, "read" | "keep" | "follow">, asOf: () => Cursor | undefined) {
    this.#kept = kept;
    this.asOf = asOf;
  }

  async read(place: FeedPlace, { anchor, before, after, without = false }: Request): Promise<Page | undefined> {
    const feed = keptAs(place);
    if (feed === undefined || anchor === "first_unread") return undefined;
    // A database that does not answer is like one that is empty.
    const part = await this.#upToDate(feed, anchor, { before, after }).catch(() => undefined);
    if (part === undefined) return undefined;
    const messages = without ? part.messages.filter(({ id }) => id !== anchor) : part.messages;
    const last = messages.at(-1)?.id;
    if (last === undefined && !(part.oldest && part.newest)) return undefined;
    const at = anchor === "newest" ? (part.newest ? undefined : last) : anchor;
    return { ...part, messages, anchor: at };
  }

  async #upToDate(...asked: Parameters<KeptMessages["read"]>): Promise<KeptPart | undefined> {
    while (await this.#kept.follow()) {
      // There are more events than are applied in one transaction.
    }
    return this.#kept.read(...asked);
  }

  write(place: FeedPlace, page: Page, request: Request, asOf: Cursor | undefined): void {
    const feed = keptAs(place);
    if (feed === undefined || asOf === undefined) return;
    const { from, to } = spanOf(page, request);
    const range = { first: from === 0 ? BEGINNING : from, last: to === Number.POSITIVE_INFINITY ? NOW : to };
    // What cannot be kept is asked for again.
    void this.#kept.keep(feed, { ...range, messages: page.messages }, asOf).catch(() => {});
  }
}
