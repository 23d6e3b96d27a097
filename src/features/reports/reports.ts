import { messageLink } from "../../markup/index.ts";
import type { Actor } from "../../protocol/actor.ts";
import type { Realm } from "../../realm/realm.ts";
import { allTheChannels, type Channel } from "../channels/channels.ts";
import { type MessagePlace, membersOfConversation } from "../conversations/conversations.ts";
import { contentOfMessage } from "../messages/access-to-change.ts";
import { sendChannelNotice } from "../messages/notices.ts";
import { quoted } from "../messages/quote.ts";
import { realmSettings } from "../organizations/organizations.ts";
import { accessUser, accessUsers } from "../users/access.ts";
import type { User } from "../users/users.ts";

/** Why a message is reported (messages.md 18). */
export const REASONS = ["spam", "harassment", "inappropriate", "norms", "other"] as const;

const words: Record<(typeof REASONS)[number], string> = {
  spam: "Spam",
  harassment: "Harassment",
  inappropriate: "Inappropriate content",
  norms: "Against the community's norms",
  other: "Other",
};

/** Where the organization wants to hear of reports. */
export function moderationChannel(realm: Realm): Channel | undefined {
  const id: number = realmSettings(realm).moderation_request_channel_id;
  const channel = [...allTheChannels(realm).byId.values()].find((one) => one.id === id);
  return channel?.is_archived === 1 ? undefined : channel;
}

interface Report {
  readonly reporter: Actor;
  readonly place: MessagePlace;
  readonly reason: (typeof REASONS)[number];
  readonly description: string;
}

/** Tells moderators of a message, with its text: it may be gone, or never have been theirs to read, when they look. */
export function tellModerators(realm: Realm, board: Channel, { reporter, place, reason, description }: Report): void {
  const sender = accessUser(realm, null, place.sender_id);
  const content = [
    `${mention(reporter.full_name, reporter.user_id)} reported ${described(realm, place)}.`,
    `* **Reason:** ${words[reason]}`,
    ...(description === "" ? [] : [`**Explanation:**\n${quoted(description)}`]),
    `${mention(sender.full_name, sender.id)} wrote:\n${quoted(contentOfMessage(realm, place).content)}`,
  ].join("\n\n");
  const topic = board.topics_policy === "empty_topic_only" ? "" : `Messages of ${sender.full_name}`;
  sendChannelNotice(realm, { channel: board.id, topic, content });
}

const mention = (name: string, id: User["id"]) => `@_**${name}|${id}**`;

/** Where the message stands: in a channel it can be linked, among others only they can be named. */
function described(realm: Realm, place: MessagePlace): string {
  const channel = allTheChannels(realm).byConversation.get(place.conversation_id);
  if (channel !== undefined) {
    const { topic } = contentOfMessage(realm, place);
    return `[a message](${messageLink(channel.id, channel.name, topic, place.id)}) in #**${channel.name}**`;
  }
  const people = accessUsers(realm, null, membersOfConversation(realm, place.conversation_id));
  return `a direct message between ${people.map(({ full_name, id }) => mention(full_name, id)).join(", ")}`;
}
