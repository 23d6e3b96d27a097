import { topicKey } from "../model/conversation.ts";
import type { ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId } from "../model/ids.ts";
import { channelKey, type FeedKey } from "./cache.ts";

const ids = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];

/** The messages that an event changes, apart from whether they are read. */
export function affectedIds(event: ServerEvent): readonly MessageId[] {
  switch (event.type) {
    case "update_message":
      return [...new Set([...ids(event["message_ids"]), ...ids([event["message_id"]])])];
    case "reaction":
    case "submessage":
      return ids([event["message_id"]]);
    case "update_message_flags":
      return event["flag"] === "read" ? [] : ids(event["messages"]);
    default:
      return [];
  }
}

/** Where messages are moved to: the feeds that they belong to from now on. */
export function moveTarget(event: ServerEvent): readonly FeedKey[] | undefined {
  const { type, subject, orig_subject, stream_id, new_stream_id } = event;
  if (type !== "update_message" || (subject === undefined && new_stream_id === undefined)) return undefined;
  const channel = Number(new_stream_id ?? stream_id);
  const topic = topicKey(channel, String(subject ?? orig_subject ?? ""));
  return new_stream_id === undefined ? [topic] : [topic, channelKey(channel)];
}

/** The channels whose messages one may not see any more. */
export function leftChannels(event: ServerEvent): readonly ChannelId[] {
  if (event.op === "delete" && event.type === "stream") return ids(event["stream_ids"]);
  if (event.op !== "remove" || event.type !== "subscription") return [];
  const subscriptions = event["subscriptions"] as readonly { readonly stream_id: ChannelId }[];
  return subscriptions.map(({ stream_id }) => stream_id);
}
