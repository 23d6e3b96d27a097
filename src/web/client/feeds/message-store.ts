import type { FeedPlace } from "../../model/place.ts";
import type { Page, Request } from "./request.ts";

/** The messages that this device keeps, by the place of a feed: as much as it can tell without gaps. */
export interface MessageStore {
  read(place: FeedPlace, request: Request): Promise<Page | undefined>;
  write(place: FeedPlace, page: Page, request: Request): void;
}
