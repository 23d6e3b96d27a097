import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { assistantName, assistantOfClient } from "../../../../protocol/client-name.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import type { RealmSettings } from "../../../../protocol/realm-settings.ts";
import { submessageSchema } from "../../../../protocol/submessage.ts";
import { seconds } from "../../../../util/time.ts";
import type { StoredMessage } from "./stored-message.ts";

/** A user in the `display_recipient` of direct messages. */
export const participantSchema = v.strictObject({
  id: v.number(),
  email: v.string(),
  full_name: v.string(),
  is_mirror_dummy: v.literal(false),
});
export type Participant = v.InferOutput<typeof participantSchema>;

const reactionSchema = v.strictObject({
  emoji_name: v.string(),
  emoji_code: v.string(),
  reaction_type: v.string(),
  user_id: v.number(),
  /** Only sent to zulip-terminal. */
  user: v.optional(participantSchema),
});

/** The assistant that wrote something on a user's behalf. */
const writtenBySchema = v.strictObject({ name: v.string() });

const editSchema = v.strictObject({
  user_id: v.nullable(v.number()),
  timestamp: v.pipe(v.number(), v.transform(seconds)),
  prev_content: v.optional(v.string()),
  prev_rendered_content: v.optional(v.string()),
  prev_stream: v.optional(v.number()),
  stream: v.optional(v.number()),
  prev_topic: v.optional(v.string()),
  topic: v.optional(v.string()),
  assistant: v.optional(writtenBySchema),
});
export type EditHistoryEntry = v.InferOutput<typeof editSchema>;

/** Parses a message's stored edit history, newest entry first. */
export const parseEditHistory = stored("messages.edit_history", v.array(v.object(editSchema.entries)), () => []);

/** Returns the edit history entries that the organization shows: all, only the moves, or none (messages.md 9). */
export function visibleEditHistory(
  edits: readonly EditHistoryEntry[],
  policy: RealmSettings["message_edit_history_visibility_policy"],
): EditHistoryEntry[] {
  if (policy === "none") return [];
  if (policy === "all") return [...edits];
  return edits
    .filter(({ topic, stream }) => topic !== undefined || stream !== undefined)
    .map(({ prev_content, prev_rendered_content, ...move }) => move);
}

const topicLinkSchema = v.strictObject({ text: v.string(), url: v.string() });
export const parseTopicLinks = stored("messages.topic_links", v.array(v.object(topicLinkSchema.entries)), () => []);

/** Message fields that are the same for everyone who can see the message, in every format that clients can request. */
export const sharedFields = {
  id: v.number(),
  sender_id: v.number(),
  sender_email: v.string(),
  sender_full_name: v.string(),
  sender_realm_str: v.string(),
  recipient_id: v.number(),
  display_recipient: v.union([v.string(), v.array(participantSchema)]),
  type: v.picklist(["stream", "private"]),
  stream_id: v.optional(v.number()),
  subject: v.string(),
  topic_links: v.array(topicLinkSchema),
  client: v.string(),
  assistant: v.optional(v.strictObject({ ...writtenBySchema.entries, grant_id: v.optional(v.number()) })),
  timestamp: v.number(),
  is_me_message: v.boolean(),
  reactions: v.array(reactionSchema),
  submessages: v.array(submessageSchema),
};

/** Message fields as sent to clients (seed 2.3). */
export const messageFields = {
  ...sharedFields,
  avatar_url: v.nullable(v.string()),
  content: v.string(),
  content_type: v.picklist(["text/html", "text/x-markdown"]),
  edit_history: v.optional(v.array(editSchema)),
  last_edit_timestamp: v.optional(v.number()),
  last_moved_timestamp: v.optional(v.number()),
};

/** A message in a response, with the reader's flags and search matches. */
export const fetchedMessageSchema = v.strictObject({
  ...messageFields,
  flags: v.array(v.string()),
  match_content: v.optional(v.string()),
  match_subject: v.optional(v.string()),
});
export type FetchedMessage = v.InferOutput<typeof fetchedMessageSchema>;

/**
 * Returns the fields that describe a message's destination: a channel, or the members of a direct message conversation.
 */
export function recipientFields(of: {
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly recipient: string | readonly Participant[];
}) {
  const { conversation_id, channel_id, recipient } = of;
  const display_recipient = typeof recipient === "string" ? recipient : [...recipient];
  const kind =
    channel_id === null ? ({ type: "private" } as const) : ({ type: "stream", stream_id: channel_id } as const);
  return { recipient_id: conversation_id, display_recipient, ...kind };
}

/**
 * Returns the assistant that sent a message. The grant is included only for those who can see it: the sender, and
 * owners.
 */
export function assistantField({ client, grant_id }: Pick<StoredMessage, "client" | "grant_id">, seesGrant: boolean) {
  if (grant_id === null) return {};
  const name = assistantOfClient(client);
  return { assistant: seesGrant && grant_id !== 0 ? { name, grant_id } : { name } };
}

export const editedBy = ({ grant }: Pick<Actor, "grant">): Pick<EditHistoryEntry, "assistant"> =>
  grant === undefined ? {} : { assistant: { name: assistantName(grant.name) } };

/** Returns a message's text in the format that the client requested: HTML, or its Markdown source. */
export const contentFields = (
  { content, html }: { readonly content: string; readonly html: string },
  { apply_markdown }: { readonly apply_markdown: boolean },
) =>
  apply_markdown
    ? { content: html, content_type: "text/html" as const }
    : { content, content_type: "text/x-markdown" as const };

/**
 * Returns the `subject` of a message: a placeholder for the empty topic if the client can't show it, "" for direct
 * messages (conventions.md 8).
 */
export const subjectOf = (topic: string, isDirect: boolean, allowsEmpty: boolean) =>
  isDirect ? "" : shownTopic(topic, allowsEmpty);
