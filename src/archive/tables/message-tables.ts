import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import { voiceDuration, voicePeaks, voiceTranscript } from "../../protocol/voice/voice-schemas.ts";
import { archiveLimits } from "../archive-limits.ts";
import { assistant, count, emoji, fileMember, id, ids, seconds, text, word } from "./values.ts";

const topic = text(lengthLimits.max_topic_length);
const content = text(lengthLimits.max_message_length);

/** A file. Without `path_id` it is a picture that a row of another table names by its member. */
export const files = v.object({
  id,
  member: fileMember,
  name: text(limits.text.name),
  content_type: text(500),
  size: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  owner_id: v.optional(v.nullable(id), null),
  created_at: v.optional(seconds),
  /** The path of the upload, which texts name as `/user_uploads/PATH_ID`. */
  path_id: v.optional(text(1000)),
  /**
   * The messages that open it to their readers. Where the list is as long as `links_of_file`, or there is none, every message
   * that links to it does.
   */
  links: v.optional(ids),
  /** The description of a voice message. */
  voice: v.optional(
    v.object({ duration_ms: voiceDuration, peaks: voicePeaks, transcript: v.optional(voiceTranscript, "") }),
  ),
});

const edit = v.object({
  user_id: v.nullable(id),
  timestamp: seconds,
  prev_content: v.optional(content),
  prev_topic: v.optional(topic),
  topic: v.optional(topic),
  prev_stream: v.optional(id),
  stream: v.optional(id),
  assistant,
});

const common = {
  id,
  sender_id: id,
  /** The Markdown source. */
  content,
  client: v.optional(text(limits.text.name), "import"),
  assistant,
  sent_at: seconds,
  last_edit_at: v.optional(v.nullable(seconds), null),
  last_moved_at: v.optional(v.nullable(seconds), null),
  /** Newest first, as the protocol's edit history. */
  edits: v.optional(v.pipe(v.array(edit), v.maxLength(archiveLimits.ids_in_row)), []),
};

/** Ids ascend strictly from row to row. */
export const messages = v.union([
  v.object({ ...common, channel_id: id, topic }),
  /** The members of a direct conversation, ascending, with the sender. */
  v.object({ ...common, members: v.pipe(ids, v.minLength(1)) }),
]);

/** In order of messages, and those of a message in order of time. */
export const reactions = v.object({ message_id: id, user_id: id, ...emoji });

/** In order. The first of a message says what its widget is. */
export const submessages = v.object({
  message_id: id,
  sender_id: id,
  msg_type: word,
  content: text(limits.message.widget_characters),
});

/** The names of the protocol; only flags that are stored, and that do not follow from text or read state. */
const STORED_FLAGS = ["starred", "collapsed", "mentioned", "has_alert_word", "historical"] as const;

/** In order of messages. */
export const flags = v.object({
  user_id: id,
  message_id: id,
  flags: v.pipe(v.array(v.picklist(STORED_FLAGS)), v.minLength(1), v.maxLength(STORED_FLAGS.length)),
});

/** Messages that were received and not read; of a user without rows in `read_state` all others are read. */
export const unread = v.object({ user_id: id, messages: v.pipe(ids, v.maxLength(1000)) });

const sparse = v.optional(ids, []);
/**
 * The messages that a user has read. Without a conversation it is all up to `low`; the rows of one conversation add to that:
 * all up to their `low`, and `read`, but not `unread`. Several rows of one conversation add up.
 */
const lowest = v.union([v.literal(0), id]);
export const read_state = v.union([
  v.object({ user_id: id, channel_id: id, low: lowest, read: sparse, unread: sparse }),
  v.object({ user_id: id, members: v.pipe(ids, v.minLength(1)), low: lowest, read: sparse, unread: sparse }),
  v.object({ user_id: id, low: lowest }),
]);
