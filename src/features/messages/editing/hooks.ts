import type { TopicId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";

interface TopicPlace {
  readonly channel: Channel;
  readonly topic: TopicId;
}

/** A whole topic was renamed, resolved, or moved. If `to` already existed, the two are merged. */
export interface TopicMove {
  readonly from: TopicPlace;
  readonly to: TopicPlace;
  /** Whether `to` already had messages. */
  readonly joins: boolean;
}

/** Runs when a whole topic has moved, after the events of its messages. The rest of a long topic moves later. */
export const topicMovedHook = hook<[move: TopicMove]>("topic moved");
