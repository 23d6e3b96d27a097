import { type Rendered, topicLinks } from "../../../../markup/index.ts";
import { type ConversationId, type MessageId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { noteMessage } from "../../../channels/channels/activity.ts";
import type { VisibilityPolicy } from "../../../channels/topic-preferences/topic-preferences.ts";
import {
  directConversation,
  findDirectConversation,
  insertMessagePlace,
} from "../../../conversations/conversations.ts";
import { topicKey } from "../../../conversations/topic-name.ts";
import { findTopic, hasMessages, topicOf } from "../../../conversations/topics.ts";
import { linkifiersOf } from "../../../organization/linkifiers/linkifiers.ts";
import { accessUsers } from "../../../organization/users/access.ts";
import type { User } from "../../../organization/users/users.ts";
import { tellingGuests } from "../../../organization/users/visibility-events.ts";
import { type Widget, widgetOf } from "../../widgets/widget.ts";
import { attachWidget, type Submessage } from "../../widgets/widgets.ts";
import { messageMentionsHook } from "../hooks.ts";
import { PersonalFlag } from "../narrow/index.ts";
import { markRead } from "../read-state/read-state-store.ts";
import { type ContentRow, insertContent, insertWildcard, putFlagsOfMessage } from "../store/rows.ts";
import { claimUploads } from "../store/uploads.ts";
import type { Place } from "./destination.ts";
import { followForMentioned, followForSender } from "./follow-topics.ts";
import type { Reception } from "./mention-notice.ts";
import { receptionOf } from "./recipients-of.ts";
import { type Echo, tellMessage } from "./tell-message.ts";

interface NewMessage {
  readonly sender: User;
  readonly place: Place;
  readonly content: string;
  readonly rendered: Rendered;
  /** The name of the program that sends it. */
  readonly client: string;
  readonly readBySender: boolean;
  /** Who else has it read as soon as it comes. */
  readonly readBy?: ReadonlySet<UserId>;
  readonly echo?: Echo | undefined;
  /** Attached by its sender; a command in the text makes one too. */
  readonly widget?: Widget | undefined;
}

interface Posted {
  readonly id: MessageId;
  /** Where sending has changed how the sender sees the topic. */
  readonly policy: VisibilityPolicy | undefined;
}

/** Writes and tells a message. What it writes does not grow with the number of those who receive it. */
export function postMessage(realm: Realm, message: NewMessage): Posted {
  const { sender, place, content, rendered, readBySender } = message;
  const isFirst = place.kind === "channel" && isFirstInTopic(realm, place);
  const reception = receptionOf(realm, { sender, place, content, mentions: rendered.mentions });
  const row = writeMessage(realm, message, reception);
  writeFlags(realm, row, reception);
  claimUploads(realm, row, { sender: { user_id: sender.id, role: sender.role }, paths: rendered.attachmentPaths });
  const wanted = new Set([...(readBySender ? [sender.id] : []), ...(message.readBy ?? [])]);
  const readers = new Set([...wanted].filter((user) => reception.receivers.has(user)));
  for (const user of readers) markRead(realm, user, row.conversation_id, [row]);
  // Before the message changes who follows its topic: whom it calls is told for that, if they want it.
  const { mentions } = rendered;
  const call = { message: row.id, sender: sender.id, place, mentions, reception, readers, before: null };
  realm.run(messageMentionsHook, call);
  const policy = place.kind === "channel" ? follow(realm, message, place, isFirst) : undefined;
  tellMessage(realm, {
    row,
    sender,
    place,
    reception,
    widget: widgetFor(realm, message, row),
    readers,
    echo: message.echo,
  });
  if (place.kind === "channel") noteMessage(realm, place.channel.id, row.id);
  return { id: row.id, policy };
}

function widgetFor(realm: Realm, { content, widget }: NewMessage, row: ContentRow): Submessage | undefined {
  const wanted = widget ?? widgetOf(content);
  return wanted && attachWidget(realm, { message: row.id, sender: row.sender_id }, wanted);
}

type InChannel = Extract<Place, { kind: "channel" }>;

function isFirstInTopic(realm: Realm, { channel, topic }: InChannel): boolean {
  const found = findTopic(realm, channel.conversation_id, topic);
  return found === undefined || !hasMessages(realm, found.id);
}

function follow(realm: Realm, { sender, rendered }: NewMessage, place: InChannel, isFirst: boolean) {
  const mentioned = rendered.mentions.users.filter((id) => id !== sender.id).map(toUserId);
  followForMentioned(realm, accessUsers(realm, null, mentioned), place);
  return sender.bot_type === null ? followForSender(realm, sender.id, place, isFirst) : undefined;
}

/** The first message of a conversation makes guests know who takes part. */
const conversationWith = (realm: Realm, members: readonly UserId[]): ConversationId =>
  findDirectConversation(realm, members) ?? tellingGuests(realm, () => directConversation(realm, members));

function writeMessage(realm: Realm, message: NewMessage, { everybody, topic }: Reception): ContentRow {
  const { sender, place, content, rendered, client } = message;
  const conversation_id =
    place.kind === "channel" ? place.channel.conversation_id : conversationWith(realm, place.members);
  const topicName = place.kind === "channel" ? place.topic : "";
  const topic_id = place.kind === "channel" ? topicOf(realm, conversation_id, topicName) : null;
  const row: ContentRow = {
    id: insertMessagePlace(realm, { conversation_id, topic_id, sender_id: sender.id }),
    conversation_id,
    channel_id: place.kind === "channel" ? place.channel.id : null,
    sender_id: sender.id,
    topic: topicName,
    topic_key: topicKey(topicName),
    content,
    html: rendered.html,
    client,
    sent_at: realm.seconds(),
    is_me: Number(rendered.isMe),
    has_link: Number(rendered.hasLink),
    has_image: Number(rendered.hasImage),
    has_attachment: Number(rendered.hasAttachment),
    channel_wildcard: Number(everybody),
    topic_wildcard_users: topic === null ? null : JSON.stringify([...topic]),
    topic_links: JSON.stringify(topicLinks(topicName, linkifiersOf(realm))),
    last_edit_at: null,
    last_moved_at: null,
    edit_history: null,
  };
  insertContent.run(realm.sql, { ...row });
  return row;
}

/**
 * Rows for those alone who are called by name or by one of their alert words; a bot that did not receive the message
 * owns it by its row.
 */
function writeFlags(realm: Realm, { id }: ContentRow, reception: Reception): void {
  const { receivers, mentioned, everybody, topic, alerted } = reception;
  const called = new Set([...mentioned, ...alerted]);
  if (called.size > 0) {
    const rows = [...called].map((user) => [
      user,
      (mentioned.has(user) ? PersonalFlag.mentioned : 0) |
        (alerted.has(user) ? PersonalFlag.hasAlertWord : 0) |
        (receivers.has(user) ? 0 : PersonalFlag.historical),
    ]);
    putFlagsOfMessage.run(realm.sql, { message: id, rows: JSON.stringify(rows) });
  }
  if (everybody || topic !== null) {
    const users = everybody || topic === null ? null : JSON.stringify([...topic]);
    insertWildcard.run(realm.sql, { message: id, users });
  }
}
