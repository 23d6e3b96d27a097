import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { FeedRoute, Term } from "../../model/routes/place.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { FirstUnread, MessagePage, Request } from "./request.ts";

/** A page of messages from the server, which were already added to those in memory. */
export interface Reply extends MessagePage {
  /** The position in the event stream when the request was sent. */
  readonly asOf: Cursor | undefined;
  /** Messages touched by events since the request. The reply may have older versions of them. */
  readonly touched: ReadonlySet<MessageId>;
  /** Touched messages that may match the feed's terms now, including ones not in memory. */
  readonly entering: ReadonlySet<MessageId>;
  /** True if the reply has messages that weren't in memory or have changed. */
  readonly isNews: boolean;
}

export interface CachedPage extends MessagePage {
  /** Messages touched by events while the page was read. */
  readonly touched: ReadonlySet<MessageId>;
}

/** A feed's sources: the messages in memory, those stored on this device, and the server. */
export interface FeedSource {
  get(id: MessageId): Message | undefined;
  /** Whether a message matches the terms, or undefined if only the server can decide that. */
  matches(terms: readonly Term[], message: Message): boolean | undefined;
  firstUnread(place: FeedRoute): FirstUnread;
  /** Whether this client gets an event for every change in a place. */
  isTold(place: FeedRoute): boolean;
  /** Fetches messages from the server. Synchronously adds them to those in memory and passes the reply to `take`. */
  fetch(terms: readonly Term[], request: Request, take: (reply: Reply) => void): Promise<void>;
  fetchThese(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]>;
  /** Reads the stored part of a feed, and adds its messages to those in memory. */
  kept(place: FeedRoute, request: Request): Promise<CachedPage | undefined>;
  /**
   * If the server doesn't respond soon, reads the feed's messages stored on this device, possibly with gaps. Adds them
   * to those in memory.
   */
  scattered(place: FeedRoute, request: Request): Promise<readonly Message[]>;
  keep(place: FeedRoute, reply: Reply, request: Request): void;
  /** Call it when a load has failed. The load is retried as long as a view shows the feed. */
  failed(): void;
}

/** The messages stored on this device: the gap-free part of each feed. */
export interface MessageStore {
  read(place: FeedRoute, request: Request): Promise<MessagePage | undefined>;
  /** This tab's position in the event stream. A response to a request made from now on is at least as new. */
  asOf(): Cursor | undefined;
  /** Stores the response to a request that was made at the position `asOf`. */
  write(place: FeedRoute, page: MessagePage, request: Request, asOf: Cursor | undefined): void;
  /** Stores part of the combined feed. */
  writeAny(page: MessagePage, request: Request, asOf: Cursor | undefined): void;
  /** Returns the stored messages of a place, possibly with gaps. */
  scattered(place: FeedRoute, request: Request): Promise<readonly Message[]>;
  /** Reads the stored messages into memory, so that the first offline search is as fast as later ones. */
  prepareSearch(): void;
  /** Returns the newest stored messages of all conversations, oldest first, possibly with gaps. */
  latest(count: number): Promise<readonly Message[]>;
}
