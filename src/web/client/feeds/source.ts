import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import type { FeedRoute, Term } from "../../model/places/place.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { FirstUnread, MessagePage, Request } from "./request.ts";

/** A page from the server, whose messages have been added to those that are known. */
export interface Reply extends MessagePage {
  /** The position in the events when the server was asked. */
  readonly asOf: Cursor | undefined;
  /** The messages that events have touched since the request was made: the reply may be older. */
  readonly touched: ReadonlySet<MessageId>;
  /** The touched messages that may match now; they need not be known. */
  readonly entering: ReadonlySet<MessageId>;
  /** Whether any of its messages was not known, or has changed. */
  readonly isNews: boolean;
}

/** A part of a feed that this device has stored. */
export interface CachedPage extends MessagePage {
  /** The messages that events have touched while it was read. */
  readonly touched: ReadonlySet<MessageId>;
}

/** The sources of a feed: the known messages, the stored ones, and the server. */
export interface FeedSource {
  get(id: MessageId): Message | undefined;
  /** Whether a message matches; undefined if only the server can tell. */
  matches(terms: readonly Term[], message: Message): boolean | undefined;
  firstUnread(place: FeedRoute): FirstUnread;
  /** Whether events tell of all that happens in a place. */
  isTold(place: FeedRoute): boolean;
  /** Asks the server, and gives the reply to `take` in the same step in which the messages become known. */
  fetch(terms: readonly Term[], request: Request, take: (reply: Reply) => void): Promise<void>;
  /** Asks the server for those of the messages that match. */
  fetchThese(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]>;
  /** Reads the stored part of a feed, and adds its messages to those that are known. */
  kept(place: FeedRoute, request: Request): Promise<CachedPage | undefined>;
  /**
   * Reads what the device has of a place, which can have gaps, if the server does not answer soon; adds the messages to
   * those that are known.
   */
  scattered(place: FeedRoute, request: Request): Promise<readonly Message[]>;
  keep(place: FeedRoute, reply: Reply, request: Request): void;
  /** Called when a load has failed: it is tried again as long as a view shows the feed. */
  failed(): void;
}

/** The messages that this device stores: the part of a feed that it has without gaps. */
export interface MessageStore {
  read(place: FeedRoute, request: Request): Promise<MessagePage | undefined>;
  /** The position of this tab in the events: a request from now on gets an answer that is at least as new. */
  asOf(): Cursor | undefined;
  /** Stores the answer to a request that was made at the position `asOf`. */
  write(place: FeedRoute, page: MessagePage, request: Request, asOf: Cursor | undefined): void;
  /** Stores a part of the combined feed. */
  writeAny(page: MessagePage, request: Request, asOf: Cursor | undefined): void;
  /** The stored messages that belong to a place; there can be gaps between them. */
  scattered(place: FeedRoute, request: Request): Promise<readonly Message[]>;
  /** Reads the stored messages into memory, so that the first search without the server takes no longer than others. */
  prepareSearch(): void;
  /** The newest stored messages of all conversations, oldest first; there can be gaps between them. */
  latest(count: number): Promise<readonly Message[]>;
}
