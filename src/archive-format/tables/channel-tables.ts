import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import { MAX_PIN_TITLE_LENGTH } from "../../protocol/text-lengths.ts";
import { archiveLimits } from "../archive-limits.ts";
import { id, ids, permissions, seconds, text, word } from "./values.ts";

export const channels = v.object({
  id,
  name: text(lengthLimits.max_stream_name_length),
  description: v.optional(text(lengthLimits.max_stream_description_length), ""),
  creator_id: v.optional(v.nullable(id), null),
  date_created: seconds,
  invite_only: v.boolean(),
  is_web_public: v.optional(v.boolean(), false),
  is_archived: v.optional(v.boolean(), false),
  history_public_to_subscribers: v.boolean(),
  /** Null for the organization's default, -1 for forever. */
  message_retention_days: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(-1))), null),
  folder_id: v.optional(v.nullable(id), null),
  topics_policy: v.optional(word, "inherit"),
  is_default: v.optional(v.boolean(), false),
  default_push_notifications: v.optional(v.boolean(), false),
  closed_to_assistants: v.optional(v.boolean(), false),
  permissions: v.optional(permissions, {}),
});

export const default_channel_groups = v.object({
  name: text(lengthLimits.max_stream_name_length),
  description: v.optional(text(lengthLimits.max_stream_description_length), ""),
  channels: ids,
});

/** Null inherits from the account's settings. */
const notification = v.optional(v.nullable(v.boolean()), null);

export const subscriptions = v.object({
  user_id: id,
  channel_id: id,
  active: v.boolean(),
  /** Set if the subscription ended only because the account was deactivated. Reactivating the account restores it. */
  suspended: v.optional(v.boolean(), false),
  color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/))),
  is_muted: v.optional(v.boolean(), false),
  pin_to_top: v.optional(v.boolean(), false),
  desktop_notifications: notification,
  audible_notifications: notification,
  push_notifications: notification,
  email_notifications: notification,
  wildcard_mentions_notify: notification,
  /**
   * Ranges of received messages, oldest first; a null end means the range is still open. If absent, an active
   * subscription received all messages, and an ended one none.
   */
  received: v.optional(
    v.pipe(v.array(v.tuple([v.union([v.literal(0), id]), v.nullable(id)])), v.maxLength(archiveLimits.ids_in_row)),
  ),
});

/** Each row has one of `topic`, `message_id` and `url`. */
export const channel_pins = v.object({
  channel_id: id,
  /** Sort key within the channel. */
  position: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
  topic: v.optional(v.nullable(text(limits.text.topic)), null),
  message_id: v.optional(v.nullable(id), null),
  url: v.optional(v.nullable(text(limits.text.url)), null),
  title: v.optional(text(MAX_PIN_TITLE_LENGTH), ""),
  user_id: v.optional(v.nullable(id), null),
  date_pinned: seconds,
});
/** Versions of the pages of channels, in ascending order. */
export const channel_pages = v.object({
  channel_id: id,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  content: text(lengthLimits.max_message_length),
  user_id: v.optional(v.nullable(id), null),
  date_edited: seconds,
});
/** The messages that show boards in clients that don't support boards. They start as read for everyone. */
export const channel_board_messages = v.object({ channel_id: id, message_id: id });
/**
 * Channels with a voice room. The message that leads to the room isn't recorded: a new one is posted when someone
 * enters.
 */
export const voice_rooms = v.object({ channel_id: id });
export const topic_preferences = v.object({
  user_id: id,
  channel_id: id,
  topic: text(limits.text.topic),
  /** 1 muted, 2 unmuted, 3 followed. */
  visibility_policy: v.picklist([1, 2, 3]),
  last_updated: seconds,
});
