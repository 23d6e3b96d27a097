import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import { voiceDuration, voicePeaks, voiceTranscript } from "../../protocol/voice/voice-schemas.ts";
import { archiveLimits } from "../archive-limits.ts";
import { assistant, count, emoji, fileMember, id, ids, seconds, text, word } from "./values.ts";

const topic = text(lengthLimits.max_topic_length);
const content = text(lengthLimits.max_message_length);

/** A file. Without `path_id`, it is a picture that another table's row refers to by member name. */
export const files = v.object({
  id,
  member: fileMember,
  name: text(limits.text.name),
  content_type: text(500),
  size: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  owner_id: v.optional(v.nullable(id), null),
  created_at: v.optional(seconds),
  /** Path of the upload, used in messages as `/user_uploads/PATH_ID`. */
  path_id: v.optional(text(1000)),
  /**
   * Messages that grant their readers access to the file. If the list has `links_of_file` entries or is absent, every
   * message linking to the file does.
   */
  links: v.optional(ids),
  /** Channels whose page links to the file. */
  pages: v.optional(ids),
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
  /** Markdown source. */
  content,
  client: v.optional(text(limits.text.name), "import"),
  assistant,
  sent_at: seconds,
  last_edit_at: v.optional(v.nullable(seconds), null),
  last_moved_at: v.optional(v.nullable(seconds), null),
  /** Newest first, as in the protocol's edit history. */
  edits: v.optional(v.pipe(v.array(edit), v.maxLength(archiveLimits.ids_in_row)), []),
};

/** Ids are strictly ascending across rows. */
export const messages = v.union([
  v.object({ ...common, channel_id: id, topic }),
  /** Members of a direct conversation in ascending order, including the sender. */
  v.object({ ...common, members: v.pipe(ids, v.minLength(1)) }),
]);

/** Ordered by message, then by time. */
export const reactions = v.object({ message_id: id, user_id: id, ...emoji });

/** Ordered. The first row of a message defines its widget. */
export const submessages = v.object({
  message_id: id,
  sender_id: id,
  msg_type: word,
  content: text(limits.message.widget_characters),
});

/** Flags by protocol name. Lists only stored flags, not those derived from the text or the read state. */
const STORED_FLAGS = [
  ...(["starred", "collapsed", "mentioned", "has_alert_word", "historical"] as const),
  "hide_link_previews",
] as const;

export const flags = v.object({
  user_id: id,
  message_id: id,
  flags: v.pipe(v.array(v.picklist(STORED_FLAGS)), v.minLength(1), v.maxLength(STORED_FLAGS.length)),
});

/** Received messages that are unread. For a user without `read_state` rows, all others are read. */
export const unread = v.object({ user_id: id, messages: v.pipe(ids, v.maxLength(1000)) });

const sparse = v.optional(ids, []);
/**
 * A user's read state. A row without a conversation marks every message up to `low` as read. Rows with a conversation
 * add to it: messages up to their `low` and those in `read` are read, those in `unread` are not. Several rows of the
 * same conversation add up.
 */
const lowest = v.union([v.literal(0), id]);
export const read_state = v.union([
  v.object({ user_id: id, channel_id: id, low: lowest, read: sparse, unread: sparse }),
  v.object({ user_id: id, members: v.pipe(ids, v.minLength(1)), low: lowest, read: sparse, unread: sparse }),
  v.object({ user_id: id, low: lowest }),
]);
