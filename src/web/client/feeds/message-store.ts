import type { Message } from "../../model/messages/message.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import type { Cursor } from "../../wire/event-log.ts";
import type { Page, Request } from "./request.ts";

/** The messages that this device keeps: as much of a feed as it can tell without gaps. */
export interface MessageStore {
  read(place: FeedPlace, request: Request): Promise<Page | undefined>;
  /** How far the events have come here: what is asked of the server from now on is at least as new. */
  asOf(): Cursor | undefined;
  /** Keeps what the server was asked for when the events had come as far as `asOf`. */
  write(place: FeedPlace, page: Page, request: Request, asOf: Cursor | undefined): void;
  /** Keeps a part of all messages there are. */
  writeAny(page: Page, request: Request, asOf: Cursor | undefined): void;
  /** The newest messages that are kept, of whatever conversations, oldest first: there may be others between them. */
  latest(count: number): Promise<readonly Message[]>;
}
