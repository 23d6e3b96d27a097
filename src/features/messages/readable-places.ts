import type { MessageId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { hasWholeHistory, type Viewer } from "../channels/access.ts";
import type { Channel } from "../channels/channels.ts";
import { extentOf, newestPlacesIn, placesIn } from "../conversations/changes.ts";
import type { MessagePlace } from "../conversations/conversations.ts";
import type { IdSpan, Topic } from "../conversations/topics.ts";
import { readerOf } from "./access.ts";

export interface ReadablePlaces {
  /** The newest of them, oldest first. */
  readonly places: readonly MessagePlace[];
  readonly total: number;
  /** Null where there are none. */
  readonly oldest: MessageId | null;
}

/** What of a topic's messages between two ids somebody can read: the newest so many, and how many there are in all. */
export function readablePlaces(
  realm: Realm,
  actor: Viewer,
  { channel, topic }: { readonly channel: Channel; readonly topic: Topic },
  { span, most }: { readonly span: IdSpan; readonly most: number },
): ReadablePlaces {
  if (hasWholeHistory(realm, actor, channel)) {
    const { count: total, oldest } = extentOf(realm, topic.id, span);
    return { places: newestPlacesIn(realm, topic.id, span, most), total, oldest };
  }
  const all = placesIn(realm, topic.id, span).filter(readerOf(realm, actor));
  return { places: all.slice(-most), total: all.length, oldest: all[0]?.id ?? null };
}
