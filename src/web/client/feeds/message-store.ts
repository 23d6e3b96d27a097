import type { Message } from "../../model/messages/message.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { Page, Request } from "./request.ts";

/** The messages that this device stores: the part of a feed that it has without gaps. */
export interface MessageStore {
  read(place: FeedPlace, request: Request): Promise<Page | undefined>;
  /** The position of this tab in the events: a request from now on gets an answer that is at least as new. */
  asOf(): Cursor | undefined;
  /** Stores the answer to a request that was made at the position `asOf`. */
  write(place: FeedPlace, page: Page, request: Request, asOf: Cursor | undefined): void;
  /** Stores a part of the combined feed. */
  writeAny(page: Page, request: Request, asOf: Cursor | undefined): void;
  /** The newest stored messages of all conversations, oldest first; there can be gaps between them. */
  latest(count: number): Promise<readonly Message[]>;
}
