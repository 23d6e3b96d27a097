import { nameKey } from "../../../protocol/name-key.ts";
import type { Caller } from "../tools/caller.ts";
import type { Placed } from "../tools/conversation.ts";

/**
 * A resource that can change: a message, the unread messages, or a conversation (without a topic, any in the channel).
 */
export type ChangedResource =
  | { readonly kind: "channel"; readonly channel_id: number; readonly topic: string | undefined }
  | { readonly kind: "direct"; readonly user_ids: readonly number[] }
  | { readonly kind: "message"; readonly id: number }
  | { readonly kind: "unread" };

/** The fields of an event that identify what changed. */
export type ChangeEvent =
  | { readonly type: "message"; readonly message: Placed & { readonly id: number }; readonly flags?: readonly string[] }
  | {
      readonly type: "update_message";
      readonly message_id: number;
      readonly message_ids?: readonly number[];
      readonly flags?: readonly string[];
      readonly rendering_only: boolean;
      readonly stream_id?: number;
      readonly new_stream_id?: number;
      readonly orig_subject?: string;
      readonly subject?: string;
    }
  | { readonly type: "delete_message"; readonly stream_id?: number; readonly topic?: string }
  | { readonly type: "reaction"; readonly message_id: number }
  | {
      readonly type: "update_message_flags";
      readonly flag: string;
      readonly messages: readonly number[];
      readonly all: boolean;
    }
  | { readonly type: "subscription" | "stream" };

const inTopic = (channel_id: number, topic: string | undefined): ChangedResource => ({
  kind: "channel",
  channel_id,
  topic,
});
const messageAt = (id: number): ChangedResource => ({ kind: "message", id });

export function directWith(me: number, people: readonly number[]): ChangedResource {
  return { kind: "direct", user_ids: [...new Set(people)].filter((id) => id !== me).sort((a, b) => a - b) };
}

export function placeIn(me: number, { display_recipient: recipient, stream_id = 0, subject }: Placed): ChangedResource {
  if (typeof recipient === "string") return inTopic(stream_id, subject);
  const people = recipient.map(({ id }) => id);
  return directWith(me, people);
}

export function isIn(changed: ChangedResource, watched: ChangedResource): boolean {
  switch (watched.kind) {
    case "unread":
      return changed.kind === "unread";
    case "message":
      return changed.kind === "message" && changed.id === watched.id;
    case "direct":
      return changed.kind === "direct" && String(changed.user_ids) === String(watched.user_ids);
    case "channel": {
      if (changed.kind !== "channel" || changed.channel_id !== watched.channel_id) return false;
      const [topic, wanted] = [changed.topic, watched.topic];
      return topic === undefined || wanted === undefined || nameKey(topic) === nameKey(wanted);
    }
  }
}

/**
 * Returns the conversations and messages that an event changes. For edited or deleted direct messages, events don't
 * identify the conversation.
 */
export function placesOf({ user_id }: Caller, told: ChangeEvent): readonly ChangedResource[] {
  switch (told.type) {
    case "message":
      return [placeIn(user_id, told.message)];
    case "update_message": {
      const { message_id, message_ids = [message_id], stream_id: from, orig_subject, subject = orig_subject } = told;
      if (told.rendering_only) return [];
      const edited = message_ids.map(messageAt);
      if (from === undefined) return edited;
      return [...edited, inTopic(from, orig_subject), inTopic(told.new_stream_id ?? from, subject)];
    }
    case "delete_message":
      return told.stream_id === undefined ? [] : [inTopic(told.stream_id, told.topic)];
    case "reaction":
      return [messageAt(told.message_id)];
    default:
      return [];
  }
}

/**
 * Returns the resources whose unread messages may have changed. Callers must report a change only if the assistant can
 * read one of them. Otherwise, it would find out about messages that it can't see.
 */
export function unreadPlaces(events: readonly ChangeEvent[]): readonly ChangedResource[] {
  const places = new Map<string, ChangedResource>();
  for (const place of events.flatMap(unreadPlacesOf)) {
    places.set(JSON.stringify(place), place);
  }
  return [...places.values()];
}

function unreadPlacesOf(told: ChangeEvent): readonly ChangedResource[] {
  switch (told.type) {
    case "message":
      return told.flags?.includes("read") ? [] : [channelOr(told.message)];
    case "update_message": {
      if (told.rendering_only || told.flags?.includes("read")) return [];
      // A moved message leaves its old channel, too.
      return [
        messageAt(told.message_id),
        ...(told.stream_id === undefined ? [] : [inTopic(told.stream_id, undefined)]),
      ];
    }
    case "delete_message":
      return told.stream_id === undefined ? [] : [inTopic(told.stream_id, undefined)];
    case "update_message_flags":
      if (told.flag !== "read") return [];
      return told.all ? [{ kind: "unread" }] : told.messages.map(messageAt);
    default:
      return [];
  }
}

/**
 * Returns the channel of a channel message, so that many messages count as one resource. For a direct message, returns
 * the message.
 */
const channelOr = ({ id, stream_id, display_recipient }: Placed & { readonly id: number }): ChangedResource =>
  typeof display_recipient === "string" ? inTopic(stream_id ?? 0, undefined) : messageAt(id);
