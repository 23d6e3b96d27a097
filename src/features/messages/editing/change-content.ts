import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Markup, Mentions, Rendered } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { type MessageId, toGroupId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { receiversOf } from "../../channels/channels/channels.ts";
import { membersOfConversation } from "../../conversations/conversations.ts";
import { membersWithin } from "../../organization/groups/membership.ts";
import { alertedBy } from "../../people/alert-words/alert-words.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import { flagBitsOf } from "../messages/flags/stored-flags.ts";
import { messageMentionsHook } from "../messages/hooks.ts";
import { PersonalFlag } from "../messages/narrow/index.ts";
import type { Place } from "../messages/send/destination.ts";
import type { Call } from "../messages/send/mention-notice.ts";
import { participantsIn } from "../messages/send/mention-permissions.ts";
import { renderFor } from "../messages/send/outgoing-message.ts";
import type { ChangeableMessage } from "../messages/store/access-to-change.ts";
import { writeCalls, writeContent } from "../messages/store/edit-rows.ts";
import type { ContentRow } from "../messages/store/rows.ts";

/** A new text, parsed before the change. */
export interface Draft {
  readonly content: string;
  readonly markup: Markup;
}

interface Rewriting {
  readonly message: ChangeableMessage;
  readonly row: ContentRow;
  /** Where the message stands after the change. */
  readonly topic: string;
  readonly draft: Draft;
}

/** Gives a message another text, and to those who have it the flags that follow from it (messages.md 7, effect 3). */
export function rewrite(realm: Realm, actor: Actor, rewriting: Rewriting): Rendered {
  const { message, row, topic, draft } = rewriting;
  checkContent(draft.content);
  const { channel } = message;
  const place: Place =
    channel === undefined
      ? { kind: "direct", members: membersOfConversation(realm, row.conversation_id) }
      : { kind: "channel", channel, topic };
  const rendered = renderFor(realm, actor, place, draft.markup);
  const receivers = receiversIn(realm, place, row.id);
  const { mentions } = rendered;
  const before = calledBy(realm, row);
  const inTopic =
    place.kind === "channel" && mentions.topicWildcard ? participantsIn(realm, place.channel, place.topic) : null;
  const everybody = mentions.channelWildcard;
  const called = inTopic?.filter((user) => receivers.has(user)) ?? null;
  const mentioned = new Set(named(realm, mentions));
  writeContent(realm, row.id, { content: draft.content, rendered, everybody, topic: called });
  writeCalls(realm, row.id, { receivers, mentioned, alerted: alertedBy(realm, draft.content) });
  const sender = row.sender_id;
  const reception = {
    receivers,
    mentioned,
    everybody,
    topic: called && new Set(called),
    muters: mutersOf(realm, sender),
  };
  const call = { message: row.id, sender, place, mentions, reception, readers: new Set<UserId>(), before };
  realm.run(messageMentionsHook, call);
  return rendered;
}

const readUsers = stored("messages.topic_wildcard_users", v.array(v.number()), () => []);

/** Whom a message calls, as it stands. */
function calledBy(realm: Realm, { id, channel_wildcard, topic_wildcard_users: inTopic }: ContentRow): Call["before"] {
  const flagged = [...flagBitsOf(realm, id)].filter(([, flags]) => (flags & PersonalFlag.mentioned) !== 0);
  return {
    mentioned: new Set(flagged.map(([user]) => user)),
    everybody: channel_wildcard === 1,
    topic: inTopic === null ? null : new Set(readUsers(inTopic, id).map(toUserId)),
  };
}

/** Who received the message when it was sent: nobody receives it now who did not. */
function receiversIn(realm: Realm, place: Place, id: MessageId): ReadonlySet<UserId> {
  if (place.kind === "direct") return new Set(place.members);
  const { now, past } = receiversOf(realm, place.channel.id, id);
  return new Set([...now, ...past]);
}

const named = (realm: Realm, { users, groups }: Mentions): UserId[] => [
  ...users.map(toUserId),
  ...groups.flatMap((group) => [...membersWithin(realm, toGroupId(group))]),
];
