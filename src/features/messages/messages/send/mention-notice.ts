import type { Mentions } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Place } from "./destination.ts";

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

/** Who gets a message, and whom it calls. */
export interface Reception {
  readonly receivers: ReadonlySet<UserId>;
  /** Called by name or in a group: receivers, and bots that hear their name anywhere. */
  readonly mentioned: ReadonlySet<UserId>;
  readonly everybody: boolean;
  /** Whom a mention of the topic calls; null where there is none. */
  readonly topic: ReadonlySet<UserId> | null;
  /** Receivers for whom it contains one of their alert words. */
  readonly alerted: ReadonlySet<UserId>;
  /** Those who do not want to read its sender. */
  readonly muters: ReadonlySet<UserId>;
}
