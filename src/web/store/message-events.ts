import type { ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId } from "../model/ids.ts";
import { topicKey } from "../model/places/conversation.ts";
import { channelKey, type FeedKey } from "./cache.ts";

/** The ids of the messages that an event changes, apart from whether they are read. */
export function affectedIds(event: ServerEvent): readonly MessageId[] {
  switch (event.type) {
    case "update_message":
      return [...new Set([...event.message_ids, event.message_id])];
    case "reaction":
    case "submessage":
      return [event.message_id];
    case "update_message_flags":
      return event.flag === "read" ? [] : event.messages;
    default:
      return [];
  }
}

/** The feeds that moved messages belong to from now on; undefined if the event moves none. */
export function moveTarget(event: ServerEvent): readonly FeedKey[] | undefined {
  if (event.type !== "update_message") return undefined;
  const { subject, orig_subject, stream_id, new_stream_id } = event;
  if (subject === undefined && new_stream_id === undefined) return undefined;
  const channel = new_stream_id ?? stream_id ?? 0;
  const topic = topicKey(channel, subject ?? orig_subject ?? "");
  return new_stream_id === undefined ? [topic] : [topic, channelKey(channel)];
}

/** The channels that an event deletes, or that the account leaves by it. */
export function leftChannels(event: ServerEvent): readonly ChannelId[] {
  if (event.type === "stream" && event.op === "delete") return event.stream_ids;
  if (event.type !== "subscription" || event.op !== "remove") return [];
  return event.subscriptions.map(({ stream_id }) => stream_id);
}
