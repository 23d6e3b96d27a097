import type { Markup, Rendered } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { type MessageId, toGroupId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { receiversOf } from "../../channels/channels/channels.ts";
import { membersOfConversation } from "../../conversations/conversations.ts";
import { membersWithin } from "../../organization/user-groups/membership.ts";
import { alertedBy } from "../../people/alert-words/alert-words.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import { messageMentionsHook, unknownPagesHook } from "../core/hooks.ts";
import type { Destination } from "../core/send/destination.ts";
import { participantsIn } from "../core/send/mention-permissions.ts";
import { renderChecked } from "../core/send/outgoing-message.ts";
import type { ChangeableMessage } from "../core/store/access-to-change.ts";
import { mentionsOf } from "../core/store/mentions.ts";
import type { StoredMessage } from "../core/store/stored-message.ts";
import { writeEdit, writeMentionFlags } from "../core/store/write-edit.ts";

export interface NewContent {
  readonly content: string;
  readonly markup: Markup;
}

interface ContentEdit {
  readonly message: ChangeableMessage;
  readonly row: StoredMessage;
  readonly topic: string;
  readonly content: NewContent;
}

/** Changes a message's text, and the resulting flags of its recipients (messages.md 7, effect 3). */
export function changeContent(realm: Realm, actor: Actor, edit: ContentEdit): Rendered {
  const { message, row, topic, content } = edit;
  checkContent(content.content);
  const { channel } = message;
  const destination: Destination =
    channel === undefined
      ? { kind: "direct", members: membersOfConversation(realm, row.conversation_id) }
      : { kind: "channel", channel, topic };
  const rendered = renderChecked(realm, actor, destination, content.markup);
  const receivers = receiversIn(realm, destination, row.id);
  const { mentions } = rendered;
  const before = mentionsOf(realm, row.id);
  const inTopic =
    destination.kind === "channel" && mentions.topicWildcard
      ? participantsIn(realm, destination.channel, destination.topic)
      : null;
  const { users, groups, channelWildcard } = mentions;
  const topicWildcardUsers = inTopic?.filter((user) => receivers.has(user)) ?? null;
  const mentioned = new Set([...users.map(toUserId), ...membersWithin(realm, ...groups.map(toGroupId))]);
  writeEdit(realm, row.id, { content: content.content, rendered, channelWildcard, topicWildcardUsers });
  writeMentionFlags(realm, row.id, { receivers, mentioned, alerted: alertedBy(realm, content.content) });
  const sender = row.sender_id;
  const recipients = {
    receivers,
    mentioned,
    channelWildcard,
    topicWildcardUsers: topicWildcardUsers && new Set(topicWildcardUsers),
    muters: mutersOf(realm, sender),
  };
  const notice = { message: row.id, sender, destination, mentions, recipients, readers: new Set<UserId>(), before };
  realm.run(messageMentionsHook, notice);
  realm.run(unknownPagesHook, row.id, rendered.unknownPages);
  return rendered;
}

/** Returns the users who received the message when it was sent. An edit adds no recipients. */
function receiversIn(realm: Realm, destination: Destination, id: MessageId): ReadonlySet<UserId> {
  if (destination.kind === "direct") return new Set(destination.members);
  const { now, past } = receiversOf(realm, destination.channel.id, id);
  return new Set([...now, ...past]);
}
