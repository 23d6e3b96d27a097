import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { unpacked } from "../../../../database/stored.ts";
import { isOwner } from "../../../../protocol/actor.ts";
import { isZulipTerminal, readsLevelForm } from "../../../../protocol/client-dialect.ts";
import { currentEmojiCode, shownEmoji } from "../../../../protocol/emoji.ts";
import { toUserId, type UserId } from "../../../../protocol/ids.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import type { RealmSettings } from "../../../../protocol/realm-settings.ts";
import { visibilityTest } from "../../../organization/accounts/guest-visibility.ts";
import { seesNoAddress, spectatorFields, unknownUserFields } from "../../../organization/accounts/unknown-user.ts";
import { avatarUrl, type Viewer } from "../../../organization/accounts/user-object.ts";
import {
  fetchReactions,
  flagsOf,
  flagView,
  MAX_REACTIONS,
  type MessageRow,
  type ParticipantTuple,
  type ReactionTuple,
  type SideQueries,
  type SubmessageTuple,
  type View,
} from "../narrow/index.ts";
import { highlightMatches } from "../search/index.ts";
import {
  assistantField,
  contentFields,
  type FetchedMessage,
  type Participant,
  parseEditHistory,
  parseTopicLinks,
  recipientFields,
  subjectOf,
  visibleEditHistory,
} from "../store/message-object.ts";

/** Removes duplicate reactions. A user's reactions with an older and a newer code of the same emoji count once. */
function distinctReactions(tuples: readonly ReactionTuple[]): readonly ReactionTuple[] {
  if (tuples.every(([, , code]) => code === currentEmojiCode(code))) return tuples;
  const first = new Map<string, ReactionTuple>();
  for (const tuple of tuples) {
    const [user, , code, type] = tuple;
    const identity = `${user} ${type} ${currentEmojiCode(code)}`;
    if (!first.has(identity)) first.set(identity, tuple);
  }
  return [...first.values()];
}

/**
 * Data that a page needs from the realm in addition to its plan: channel names, members of conversations, and settings.
 */
export interface PageContext {
  /** The organization's id. Older versions of the server don't send it. */
  readonly organization?: number;
  readonly subdomain: string;
  readonly viewer: Viewer | null;
  /** Names of the view's readable channels in order, one per line. A single string is cheap to send to the Worker. */
  readonly channelNames: string;
  readonly directs: readonly (readonly [id: number, members: readonly number[]])[];
  readonly editHistory: RealmSettings["message_edit_history_visibility_policy"];
  /** The users the viewer can see; null if the viewer sees everyone. */
  readonly visibleUserIds: readonly UserId[] | null;
  /** Host in the email addresses of unknown users. */
  readonly host: string;
}

interface MessageForm {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly allow_empty_topic_name: boolean;
  readonly client: string;
}

export const sideQueriesFor = ({ directs }: PageContext, form: MessageForm): SideQueries => ({
  directs,
  reactors: isZulipTerminal(form.client),
});

export async function fetchedMessages(
  bulk: BulkReader,
  rows: readonly MessageRow[],
  { view, context, form }: { readonly view: View; readonly context: PageContext; readonly form: MessageForm },
): Promise<FetchedMessage[]> {
  const reactions = new Map<number, readonly ReactionTuple[]>(
    rows.map(({ id, reactions }) => [id, unpacked<ReactionTuple[]>(reactions)]),
  );
  const crowded = [...reactions].flatMap(([id, { length }]) => (length > MAX_REACTIONS ? [id] : []));
  for (const [id, all] of await fetchReactions(bulk, crowded, isZulipTerminal(form.client))) reactions.set(id, all);
  const lines = context.channelNames.split("\n");
  const names = new Map(view.readable.map((conversation, index) => [conversation as number, lines[index]]));
  const flags = flagView(viewOfRows(view, rows));
  const visible = context.visibleUserIds && new Set(context.visibleUserIds);
  const renderContext = {
    ...context,
    realm: context.organization ?? bulk.realm,
    isVisible: visibilityTest(visible, context.viewer),
  };
  return rows.map((row) => ({
    ...senderFields(row, renderContext, form),
    ...recipientFields({
      ...row,
      recipient: row.channel_id === null ? participants(row) : (names.get(row.conversation_id) ?? ""),
    }),
    ...textFields(row, form),
    ...editFields(row, context, form),
    reactions: distinctReactions(reactions.get(row.id) ?? []).map((one) => reactionObject(one, renderContext, form)),
    submessages: submessageObjects(row),
    flags: flagsOf(row, flags),
  }));
}

/** Returns the part of a view that the flags of these rows depend on, because the whole view can be very large. */
function viewOfRows(view: View, rows: readonly MessageRow[]): View {
  const ids = new Set<number>(rows.map(({ id }) => id));
  const conversations = new Set<number>(rows.map(({ conversation_id }) => conversation_id));
  const { read, received } = view;
  return {
    ...view,
    received: received.filter(({ conversation }) => conversations.has(conversation)),
    read: { ...read, read: read.read.filter((id) => ids.has(id)), unread: read.unread.filter((id) => ids.has(id)) },
  };
}

const participants = ({ participants }: MessageRow): Participant[] =>
  unpacked<ParticipantTuple[]>(participants ?? "[]").map(([id, email, full_name]) => ({
    id,
    email,
    full_name,
    is_mirror_dummy: false,
  }));

const submessageObjects = ({ id: message_id, submessages }: MessageRow) =>
  unpacked<SubmessageTuple[]>(submessages).map(([id, sender_id, msg_type, content]) => ({
    id,
    message_id,
    sender_id,
    msg_type,
    content,
  }));

function reactionObject(tuple: ReactionTuple, renderContext: RenderContext, { client }: MessageForm) {
  const [user_id, emoji_name, emoji_code, reaction_type] = tuple;
  return {
    ...shownEmoji({ emoji_name, emoji_code, reaction_type }, readsLevelForm(client)),
    user_id,
    ...(isZulipTerminal(client) ? { user: reactor(tuple, renderContext) } : {}),
  };
}

/** Returns the user who reacted, or a placeholder if the viewer can't see them, as in a reaction event. */
function reactor(
  [user_id, , , , email, full_name, bot_type = null]: ReactionTuple,
  { isVisible, host, viewer }: RenderContext,
) {
  const id = toUserId(user_id);
  const known = email != null && full_name != null && isVisible({ id, bot_type }) ? { email, full_name } : undefined;
  const shown = known ?? unknownUserFields(id, host);
  const { email: shownEmail } = seesNoAddress(viewer) ? unknownUserFields(id, host) : shown;
  return { id, email: shownEmail, full_name: shown.full_name, is_mirror_dummy: false as const };
}

interface RenderContext extends PageContext {
  readonly realm: number;
  readonly isVisible: ReturnType<typeof visibilityTest>;
}

function senderFields(
  row: MessageRow,
  { realm, viewer, subdomain, host, isVisible }: RenderContext,
  form: MessageForm,
) {
  const sender = {
    id: toUserId(row.sender_id),
    bot_type: row.sender_bot_type,
    email_visibility: row.sender_email_visibility,
    avatar_source: row.sender_avatar_source === "U" ? ("U" as const) : ("G" as const),
    avatar_version: row.sender_avatar_version,
    avatar_hash: row.sender_avatar_hash,
  };
  const known = {
    email: row.sender_email,
    full_name: row.sender_full_name,
    avatar_url: avatarUrl(sender, realm, { viewer, client_gravatar: form.client_gravatar }),
    ...(seesNoAddress(viewer) && spectatorFields(sender, { realm, host })),
  };
  const shown = isVisible(sender) ? known : unknownUserFields(sender.id, host);
  return {
    id: row.id,
    sender_id: row.sender_id,
    sender_email: shown.email,
    sender_full_name: shown.full_name,
    sender_realm_str: subdomain,
    avatar_url: shown.avatar_url,
    client: row.client,
    ...assistantField(row, viewer !== null && (viewer.user_id === row.sender_id || isOwner(viewer))),
    timestamp: row.sent_at,
  };
}

function textFields(row: MessageRow, form: MessageForm) {
  const found = row.highlighted;
  const topic = shownTopic(row.topic, form.allow_empty_topic_name);
  return {
    subject: subjectOf(row.topic, row.channel_id === null, form.allow_empty_topic_name),
    topic_links: parseTopicLinks(row.topic_links, row.id),
    is_me_message: row.is_me === 1,
    ...contentFields(row, form),
    ...(found === null ? {} : highlightMatches({ html: row.html, topic, highlighted: found })),
  };
}

function editFields(row: MessageRow, { editHistory }: PageContext, { allow_empty_topic_name }: MessageForm) {
  const { edit_history, last_edit_at, last_moved_at } = row;
  const edits = visibleEditHistory(edit_history === null ? [] : parseEditHistory(edit_history, row.id), editHistory);
  const shown = edits.map((edit) => ({
    ...edit,
    ...(edit.topic === undefined ? {} : { topic: shownTopic(edit.topic, allow_empty_topic_name) }),
    ...(edit.prev_topic === undefined ? {} : { prev_topic: shownTopic(edit.prev_topic, allow_empty_topic_name) }),
  }));
  return {
    ...(shown.length === 0 ? {} : { edit_history: shown }),
    ...(last_edit_at === null ? {} : { last_edit_timestamp: last_edit_at }),
    ...(last_moved_at === null ? {} : { last_moved_timestamp: last_moved_at }),
  };
}
