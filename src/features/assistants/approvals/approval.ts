import type { Mentions } from "../../../markup/index.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import type { ConversationId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days } from "../../../util/time.ts";
import { subscribersOf } from "../../channels/channels/channels.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { findDirectConversation } from "../../conversations/conversations.ts";
import { placesAfter } from "../../conversations/message-places.ts";
import { findTopic, hasMessages } from "../../conversations/topics.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { carriedHosts } from "./links.ts";

export type Rule =
  | "every write"
  | "direct message"
  | "new topic"
  | "quiet channel"
  | "wildcard"
  | "nobody else"
  | "link";

interface Text {
  readonly destination: Destination;
  readonly content: string;
  readonly mentions: Pick<Mentions, "channelWildcard" | "topicWildcard">;
}

/** Maximum number of a channel's messages of the past seven days that are searched for one sent by the user. */
const MAX_LOOKED_AT = 5000;
const LAST_ID = 0xffff_ffff;

/** Returns the rules that require approval for a text sent by an assistant. */
export function rulesFor(realm: Realm, actor: Actor, grant: Grant, { destination, content, mentions }: Text): Rule[] {
  const { approval } = grant;
  const isDirect = destination.kind === "direct";
  const isWildcard = mentions.channelWildcard || mentions.topicWildcard;
  const conversation = isDirect
    ? findDirectConversation(realm, destination.members)
    : destination.channel.conversation_id;
  // Clients also show links in a topic's name.
  const written = isDirect ? content : `${destination.topic}\n${content}`;
  const rules: [Rule, () => boolean][] = [
    ["every write", () => approval === "writes" || approval === "all"],
    ["direct message", () => approval === "direct-and-new" && isDirect && destination.members.some(isOther)],
    ["new topic", () => approval === "direct-and-new" && isNewTopic(realm, destination)],
    ["quiet channel", () => approval === "direct-and-new" && !isDirect && !hasPosted(realm, actor, destination)],
    ["wildcard", () => isWildcard],
    ["nobody else", () => !isDirect && ![...subscribersOf(realm, destination.channel.id)].some(isOther)],
    ["link", () => carriedHosts(realm, grant, { content: written, conversation }).length > 0],
  ];
  return rules.filter(([, applies]) => applies()).map(([rule]) => rule);

  function isOther(user: number): boolean {
    return user !== actor.user_id;
  }
}

function isNewTopic(realm: Realm, destination: Destination): boolean {
  if (destination.kind === "direct") return false;
  const topic = findTopic(realm, destination.channel.conversation_id, destination.topic);
  return topic === undefined || !hasMessages(realm, topic.id);
}

/** Whether the user posted in the channel in the last week, directly or through an assistant. */
function hasPosted(realm: Realm, { user_id }: Actor, destination: Destination): boolean {
  if (destination.kind === "direct") return false;
  const conversation: ConversationId = destination.channel.conversation_id;
  const after = firstSince(realm, before(realm.seconds(), days(7))) - 1;
  const week = placesAfter(realm, conversation, { after, last: LAST_ID, most: MAX_LOOKED_AT });
  return week.some(({ sender_id }) => sender_id === user_id);
}
