import { type Rendered, topicLinks } from "../../../../markup/index.ts";
import { count } from "../../../../metrics/counts.ts";
import type { Grant } from "../../../../protocol/actor.ts";
import { assistantClient } from "../../../../protocol/client-name.ts";
import { type ConversationId, type MessageId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import type { ReactionsWidget } from "../../../../protocol/submessage.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { noteMessage } from "../../../channels/channels/activity.ts";
import type { VisibilityPolicy } from "../../../channels/topic-visibility/topic-visibility.ts";
import {
  directConversation,
  findDirectConversation,
  insertMessagePlace,
} from "../../../conversations/conversations.ts";
import { findOrCreateTopic, findTopic, hasMessages } from "../../../conversations/topics.ts";
import { accessUsers } from "../../../organization/accounts/access.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { withGuestVisibilityEvents } from "../../../organization/accounts/visibility-events.ts";
import { linkifiersOf } from "../../../organization/linkifiers/linkifiers.ts";
import { type Widget, widgetOf } from "../../widgets/widget.ts";
import { attachWidget, type Submessage } from "../../widgets/widgets.ts";
import { messageMentionsHook, messageSentHook, unknownPagesHook } from "../hooks.ts";
import { markRead } from "../read-state/read-state-store.ts";
import type { MessageRecipients } from "../store/message-recipients.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { insertFlagsOfMessage, insertMessage, insertWildcardMention } from "../store/rows.ts";
import type { StoredMessage } from "../store/stored-message.ts";
import { claimUploads } from "../store/uploads.ts";
import type { Destination } from "./destination.ts";
import { emitMessage, type LocalEcho } from "./emit-message.ts";
import { followForMentioned, followForSender } from "./follow-topics.ts";
import { recipientsOf } from "./recipients-of.ts";

interface NewMessage {
  readonly sender: User;
  readonly destination: Destination;
  readonly content: string;
  readonly rendered: Rendered;
  /** Name of the client program that sends the message. */
  readonly client: string;
  readonly readBySender: boolean;
  /** Other users for whom the message is read from the start. */
  readonly readBy?: ReadonlySet<UserId>;
  /** Whether all receivers have read the message from the start, without a row for each. */
  readonly isQuiet?: boolean;
  readonly localEcho?: LocalEcho | undefined;
  /** Widget attached by the sender. A command in the text (`/poll`) creates one, too. */
  readonly widget?: Widget | ReactionsWidget | undefined;
  /**
   * Grant of the assistant that sends the message on the sender's behalf. The message is then unread for the sender.
   */
  readonly grant?: Pick<Grant, "id" | "name"> | undefined;
}

interface PostedMessage {
  readonly id: MessageId;
  /** The sender's new visibility policy for the topic, if sending changed it. */
  readonly policy: VisibilityPolicy | undefined;
}

/** Stores a message and emits it. The number of rows written doesn't grow with the number of receivers. */
export function postMessage(realm: Realm, message: NewMessage): PostedMessage {
  const { sender, destination, content, rendered } = message;
  const readBySender = message.readBySender && message.grant === undefined;
  const isFirst = destination.kind === "channel" && isFirstInTopic(realm, destination);
  const text = message.isQuiet === true ? "" : content;
  const recipients = recipientsOf(realm, { sender, destination, content: text, mentions: rendered.mentions });
  const row = writeMessage(realm, message, recipients);
  writeFlags(realm, row, recipients);
  claimUploads(realm, row, { sender: { user_id: sender.id, role: sender.role }, paths: rendered.attachmentPaths });
  const wanted = new Set([...(readBySender ? [sender.id] : []), ...(message.readBy ?? [])]);
  const marked = [...wanted].filter((user) => recipients.receivers.has(user));
  const readers = message.isQuiet === true ? recipients.receivers : new Set(marked);
  for (const user of marked) markRead(realm, user, row.conversation_id, [row]);
  // Must run before the message makes anyone follow its topic. Otherwise the settings for followed topics would apply
  // to its mentions.
  const { mentions } = rendered;
  const notice = { message: row.id, sender: sender.id, destination, mentions, recipients, readers, before: null };
  realm.run(messageMentionsHook, notice);
  if (rendered.unknownPages.length > 0) realm.run(unknownPagesHook, row.id, rendered.unknownPages);
  const policy = destination.kind === "channel" ? follow(realm, message, destination, isFirst) : undefined;
  emitMessage(realm, {
    row,
    sender,
    destination,
    recipients,
    widget: widgetFor(realm, message, row),
    readers,
    localEcho: message.localEcho,
  });
  if (destination.kind === "channel") noteMessage(realm, destination.channel.id, row.id);
  realm.run(messageSentHook, row, destination);
  return { id: row.id, policy };
}

function widgetFor(realm: Realm, { content, widget }: NewMessage, row: StoredMessage): Submessage | undefined {
  const wanted = widget ?? widgetOf(content);
  return wanted && attachWidget(realm, { message: row.id, sender: row.sender_id }, wanted);
}

type InChannel = Extract<Destination, { kind: "channel" }>;

function isFirstInTopic(realm: Realm, { channel, topic }: InChannel): boolean {
  const found = findTopic(realm, channel.conversation_id, topic);
  return found === undefined || !hasMessages(realm, found.id);
}

function follow(realm: Realm, { sender, rendered }: NewMessage, destination: InChannel, isFirst: boolean) {
  const mentioned = rendered.mentions.users.filter((id) => id !== sender.id).map(toUserId);
  followForMentioned(realm, accessUsers(realm, null, mentioned), destination);
  return sender.bot_type === null ? followForSender(realm, sender.id, destination, isFirst) : undefined;
}

/** Finds or creates the direct message conversation. Creating it makes its members visible to guests among them. */
const conversationWith = (realm: Realm, members: readonly UserId[]): ConversationId =>
  findDirectConversation(realm, members) ?? withGuestVisibilityEvents(realm, () => directConversation(realm, members));

function writeMessage(
  realm: Realm,
  message: NewMessage,
  { channelWildcard, topicWildcardUsers }: MessageRecipients,
): StoredMessage {
  const { sender, destination, content, rendered, grant } = message;
  const conversation_id =
    destination.kind === "channel" ? destination.channel.conversation_id : conversationWith(realm, destination.members);
  const topicName = destination.kind === "channel" ? destination.topic : "";
  const topic_id = destination.kind === "channel" ? findOrCreateTopic(realm, conversation_id, topicName) : null;
  const row: StoredMessage = {
    id: insertMessagePlace(realm, { conversation_id, topic_id, sender_id: sender.id }),
    conversation_id,
    channel_id: destination.kind === "channel" ? destination.channel.id : null,
    sender_id: sender.id,
    topic: topicName,
    topic_key: nameKey(topicName),
    content,
    html: rendered.html,
    client: grant === undefined ? message.client : assistantClient(grant.name),
    sent_at: realm.seconds(),
    is_me: Number(rendered.isMe),
    has_link: Number(rendered.hasLink),
    has_image: Number(rendered.hasImage),
    has_attachment: Number(rendered.hasAttachment),
    channel_wildcard: Number(channelWildcard),
    topic_wildcard_users: topicWildcardUsers === null ? null : JSON.stringify([...topicWildcardUsers]),
    topic_links: JSON.stringify(topicLinks(topicName, linkifiersOf(realm))),
    last_edit_at: null,
    last_moved_at: null,
    edit_history: null,
    grant_id: grant?.id ?? null,
  };
  insertMessage.run(realm.sql, { ...row });
  realm.afterCommit(() => count("parley_messages_sent_total"));
  return row;
}

/**
 * Writes flag rows only for users mentioned by name or by an alert word. A bot that didn't receive the message gets the
 * flag `historical`.
 */
function writeFlags(realm: Realm, { id }: StoredMessage, recipients: MessageRecipients): void {
  const { receivers, mentioned, channelWildcard, topicWildcardUsers, alerted } = recipients;
  const flagged = new Set([...mentioned, ...alerted]);
  if (flagged.size > 0) {
    const rows = [...flagged].map((user) => [
      user,
      (mentioned.has(user) ? PersonalFlag.mentioned : 0) |
        (alerted.has(user) ? PersonalFlag.hasAlertWord : 0) |
        (receivers.has(user) ? 0 : PersonalFlag.historical),
    ]);
    insertFlagsOfMessage.run(realm.sql, { message: id, rows: JSON.stringify(rows) });
  }
  if (channelWildcard || topicWildcardUsers !== null) {
    const users = channelWildcard || topicWildcardUsers === null ? null : JSON.stringify([...topicWildcardUsers]);
    insertWildcardMention.run(realm.sql, { message: id, users });
  }
}
