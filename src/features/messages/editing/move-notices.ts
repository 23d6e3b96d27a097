import { messageLink, topicMarkdown, userMarkdown } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { MINUTE } from "../../../util/time.ts";
import { subscribersOf } from "../../channels/channels/channels.ts";
import { policiesIn, Visibility } from "../../channels/topic-visibility/topic-visibility.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { ALL_IDS, findTopic, newestOfTopic } from "../../conversations/topics.ts";
import { settingsOf, systemBot } from "../../organization/accounts/accounts.ts";
import { opensOnly } from "../../organization/accounts/outside-access.ts";
import { sendChannelNotice } from "../../organization/system-messages/system-messages.ts";
import { findMessageInRealm } from "../core/store/stored-content.ts";
import { deleteMessages } from "../message-deletion/message-deletion.ts";
import type { Move, TopicChange, TopicInChannel } from "./edit-request.ts";

/** Posts the requested notices about a move in the old and new topics (messages.md 7, effect 6). */
export function postMoveNotices(realm: Realm, actor: Actor, move: Move, { joins }: { readonly joins: boolean }): void {
  const { target, to, isWhole, total, notifies } = move;
  const from = { channel: move.from.channel, topic: move.from.topic.name };
  const by = `by ${userMarkdown(actor)}.`;
  const place = ({ channel, topic }: TopicInChannel) => ({ channel: channel.id, topic });
  /**
   * Names the other topic, unless an outside link opens `here` but not `there`: people who joined through it must not
   * learn of `there`.
   */
  const naming = (word: "to" | "from", here: TopicInChannel, there: TopicInChannel) =>
    opensOnly(realm, place(here), place(there)) ? "" : ` ${word} ${topicMarkdown(there.channel, there.topic)}`;
  const post = ({ channel, topic }: TopicInChannel, content: string) =>
    sendChannelNotice(realm, { channel: channel.id, topic, content, readBy: new Set([actor.user_id]) });
  if (notifies.old) post(from, `${departed(isWhole, total)}${naming("to", from, to)} ${by}`);
  if (notifies.new) {
    const address = messageLink(to.channel.id, to.channel.name, to.topic, target);
    post(to, `${arrived(isWhole && !joins, total, address)}${naming("from", to, from)} ${by}`);
  }
}

function departed(isWhole: boolean, count: number): string {
  if (isWhole) return "This topic was moved";
  return count === 1 ? "A message was moved from this topic" : `${count} messages were moved from this topic`;
}

function arrived(isWhole: boolean, count: number, address: string): string {
  if (isWhole) return "This topic was moved here";
  return count === 1 ? `[A message](${address}) was moved here` : `${count} messages were moved here`;
}

type Resolution = NonNullable<TopicChange["resolution"]>;

/** Within this time, the opposite action deletes the notice instead of posting another (messages.md 7, effect 6). */
const UNDO_TIME = MINUTE;

const opposite = { resolved: "unresolved", unresolved: "resolved" } as const;
const noticeOf = (actor: Actor, resolution: Resolution) =>
  `${userMarkdown(actor)} has marked this topic as ${resolution}.`;

export function postResolution(realm: Realm, actor: Actor, { to }: Move, resolution: Resolution): void {
  const previous = newestNotice(realm, to);
  const isUndone =
    previous !== undefined &&
    previous.content === noticeOf(actor, opposite[resolution]) &&
    previous.sent_at >= realm.seconds() - UNDO_TIME;
  if (isUndone) {
    deleteMessages(realm, [previous.place]);
    return;
  }
  sendChannelNotice(realm, {
    channel: to.channel.id,
    topic: to.topic,
    content: noticeOf(actor, resolution),
    readBy: noticeReaders(realm, to).add(actor.user_id),
  });
}

function newestNotice(realm: Realm, { channel, topic }: TopicInChannel) {
  const found = findTopic(realm, channel.conversation_id, topic);
  const newest = found && newestOfTopic(realm, found.id, [ALL_IDS]);
  const place = newest && placeOfMessage(realm, newest);
  if (!place || place.sender_id !== systemBot(realm, "notification-bot").id) return undefined;
  const row = findMessageInRealm(realm, place);
  return row && { place, content: row.content, sent_at: row.sent_at };
}

/**
 * Returns the subscribers for whom the notice starts as read, depending on their setting and on whether they follow the
 * topic.
 */
function noticeReaders(realm: Realm, { channel, topic }: TopicInChannel): Set<UserId> {
  const policies = policiesIn(realm, channel.id, topic);
  const reads = (user: UserId) => {
    const policy = settingsOf(realm, user).resolved_topic_notice_auto_read_policy;
    return policy === "always" || (policy === "except_followed" && policies.get(user) !== Visibility.followed);
  };
  return new Set([...subscribersOf(realm, channel.id)].filter(reads));
}
