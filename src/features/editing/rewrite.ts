import type { Markup, Mentions, Rendered } from "../../markup/index.ts";
import type { Actor } from "../../protocol/actor.ts";
import { type MessageId, toGroupId, toUserId, type UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { alertedBy } from "../alert-words/alert-words.ts";
import { receiversOf } from "../channels/channels.ts";
import { membersOfConversation } from "../conversations/conversations.ts";
import { membersWithin } from "../groups/membership.ts";
import type { ChangeableMessage } from "../messages/access-to-change.ts";
import { participantsIn } from "../messages/mention-permissions.ts";
import { checkContent } from "../messages/message-content.ts";
import { renderFor } from "../messages/outgoing-message.ts";
import type { Place } from "../messages/place.ts";
import { writeCalls, writeContent } from "../messages/rewriting.ts";
import type { ContentRow } from "../messages/rows.ts";

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
  readonly origin: string;
}

/** Gives a message another text, and to those who have it the flags that follow from it (messages.md 7, effect 3). */
export function rewrite(realm: Realm, actor: Actor, rewriting: Rewriting): Rendered {
  const { message, row, topic, draft, origin } = rewriting;
  checkContent(draft.content);
  const { channel } = message;
  const place: Place =
    channel === undefined
      ? { kind: "direct", members: membersOfConversation(realm, row.conversation_id) }
      : { kind: "channel", channel, topic };
  const rendered = renderFor(realm, actor, place, { markup: draft.markup, realmUrl: origin });
  const receivers = receiversIn(realm, place, row.id);
  const { mentions } = rendered;
  const inTopic =
    place.kind === "channel" && mentions.topicWildcard ? participantsIn(realm, place.channel, place.topic) : null;
  writeContent(realm, row.id, {
    content: draft.content,
    rendered,
    everybody: mentions.channelWildcard,
    topic: inTopic?.filter((user) => receivers.has(user)) ?? null,
  });
  writeCalls(realm, row.id, {
    receivers,
    mentioned: new Set(named(realm, mentions)),
    alerted: alertedBy(realm, draft.content),
  });
  return rendered;
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
