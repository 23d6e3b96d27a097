import type { Actor } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { MINUTE } from "../../../util/time.ts";
import { subscribersOf } from "../../channels/channels/channels.ts";
import { policiesIn, Visibility } from "../../channels/topic-preferences/topic-preferences.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { ALL_IDS, findTopic, newestOfTopic } from "../../conversations/topics.ts";
import { sendChannelNotice } from "../../organization/notices/notices.ts";
import { settingsOf, systemBot } from "../../organization/users/users.ts";
import { deleteMessages } from "../deletion/deletion.ts";
import { findMessageInRealm } from "../messages/store/stored-content.ts";
import type { Move } from "./edit-request.ts";
import { silentMention } from "./move-notices.ts";
import type { TopicChange } from "./topic-change.ts";

type Resolution = NonNullable<TopicChange["resolution"]>;

/** Whoever changes their mind as soon as that leaves no trace (messages.md 7, effect 6). */
const SECOND_THOUGHTS = MINUTE;

const opposite = { resolved: "unresolved", unresolved: "resolved" } as const;
const noticeOf = (actor: Actor, resolution: Resolution) =>
  `${silentMention(actor)} has marked this topic as ${resolution}.`;

/** Tells in a topic that somebody has resolved it, or that it is open again. */
export function postResolution(realm: Realm, actor: Actor, { to }: Move, resolution: Resolution): void {
  const previous = newestNotice(realm, to);
  const isTakenBack =
    previous !== undefined &&
    previous.content === noticeOf(actor, opposite[resolution]) &&
    previous.sent_at >= realm.seconds() - SECOND_THOUGHTS;
  if (isTakenBack) {
    deleteMessages(realm, [previous.place]);
    return;
  }
  sendChannelNotice(realm, {
    channel: to.channel.id,
    topic: to.topic,
    content: noticeOf(actor, resolution),
    readBy: readersOnArrival(realm, to),
  });
}

/** The newest message of a topic, if the server wrote it. */
function newestNotice(realm: Realm, { channel, topic }: Move["to"]) {
  const found = findTopic(realm, channel.conversation_id, topic);
  const newest = found && newestOfTopic(realm, found.id, [ALL_IDS]);
  const place = newest && placeOfMessage(realm, newest);
  if (!place || place.sender_id !== systemBot(realm, "notification-bot").id) return undefined;
  const row = findMessageInRealm(realm, place);
  return row && { place, content: row.content, sent_at: row.sent_at };
}

/** For whom such a notice arrives as read: by their settings, and by whether they follow the topic, whose preference has come along. */
function readersOnArrival(realm: Realm, { channel, topic }: Move["to"]): ReadonlySet<UserId> {
  const policies = policiesIn(realm, channel.id, topic);
  const reads = (user: UserId) => {
    const policy = settingsOf(realm, user).resolved_topic_notice_auto_read_policy;
    return policy === "always" || (policy === "except_followed" && policies.get(user) !== Visibility.followed);
  };
  return new Set([...subscribersOf(realm, channel.id)].filter(reads));
}
