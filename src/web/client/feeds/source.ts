import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import type { FeedPlace, Term } from "../../model/places/place.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { FirstUnread, Page, Request } from "./request.ts";

/** A page of the server, put among the messages that are known. */
export interface Reply extends Page {
  /** How far the events had come when the server was asked. */
  readonly asOf: Cursor | undefined;
  /** Messages to which something has happened since the request was made: the reply may not know of it. */
  readonly touched: ReadonlySet<MessageId>;
  /** Those of them that may match since, and that need not be known. */
  readonly entering: ReadonlySet<MessageId>;
  /** Whether any of its messages was not known, or known otherwise. */
  readonly isNews: boolean;
}

/** A part of a feed as this device keeps it. */
export interface KeptPage extends Page {
  /** Messages to which something has happened while it was read. */
  readonly touched: ReadonlySet<MessageId>;
}

/** What a feed is made of. */
export interface FeedSource {
  get(id: MessageId): Message | undefined;
  /** Whether a message matches; `undefined` where only the server can say. */
  matches(terms: readonly Term[], message: Message): boolean | undefined;
  firstUnread(place: FeedPlace): FirstUnread;
  /** Asks the server, and gives the reply to `take` in the same step in which the messages become known. */
  fetch(terms: readonly Term[], request: Request, take: (reply: Reply) => void): Promise<void>;
  /** Of these messages those that match. */
  fetchThese(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]>;
  /** What is stored on this device of a part of a feed, put among the messages that are known. */
  kept(place: FeedPlace, request: Request): Promise<KeptPage | undefined>;
  keep(place: FeedPlace, reply: Reply, request: Request): void;
  /** Something could not be loaded: it is tried again, for as long as somebody looks at the feed. */
  failed(): void;
}
