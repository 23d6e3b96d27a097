import type { Mentions } from "../../markup/index.ts";
import type { MessageId, UserId } from "../../protocol/ids.ts";
import type { Place } from "./place.ts";
import type { Reception } from "./reception.ts";

/** A message that asks for attention, and whose. */
export interface Call {
  readonly message: MessageId;
  readonly sender: UserId;
  readonly place: Place;
  readonly mentions: Pick<Mentions, "users" | "groups">;
  readonly reception: Pick<Reception, "receivers" | "mentioned" | "everybody" | "topic" | "muters">;
  /** Who has read it already: mostly its sender. */
  readonly readers: ReadonlySet<UserId>;
  /** Where its text has been changed: whom the old one called already. */
  readonly before: Pick<Reception, "mentioned" | "everybody" | "topic"> | null;
}
