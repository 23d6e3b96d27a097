import { type Markup, messageLink, quoted } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { allTheChannels, type Channel } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { sendChannelNotice } from "../../organization/notices/notices.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { accessUser, accessUsers } from "../../organization/users/access.ts";
import type { User } from "../../organization/users/users.ts";

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
export function accessModerators(realm: Realm): Channel {
  const id: number = realmSettings(realm).moderation_request_channel_id;
  const channel = [...allTheChannels(realm).byId.values()].find((one) => one.id === id);
  if (channel === undefined || channel.is_archived === 1) {
    throw badRequest("Moderation request channel must be specified to enable message reporting.");
  }
  return channel;
}

interface Report {
  readonly reporter: Actor;
  readonly place: MessageIndexRow;
  readonly reason: (typeof REASONS)[number];
  readonly description: string;
}

/** What moderators are told before a message's text, which is quoted: it may be gone, or never have been theirs to read. */
export function introduction(realm: Realm, { reporter, place, reason, description }: Report): string {
  const sender = accessUser(realm, null, place.sender_id);
  return [
    `${mention(reporter.full_name, reporter.user_id)} reported ${described(realm, place)}.`,
    `* **Reason:** ${words[reason]}`,
    ...(description === "" ? [] : [`**Explanation:**\n${quoted(description)}`]),
    `${mention(sender.full_name, sender.id)} wrote:`,
  ].join("\n\n");
}

export function tellModerators(
  realm: Realm,
  { sender_id }: MessageIndexRow,
  notice: { readonly content: string; readonly markup: Markup },
): void {
  const board = accessModerators(realm);
  const sender = accessUser(realm, null, sender_id);
  const topic = board.topics_policy === "empty_topic_only" ? "" : `Messages of ${sender.full_name}`;
  sendChannelNotice(realm, { channel: board.id, topic, ...notice });
}

const mention = (name: string, id: User["id"]) => `@_**${name}|${id}**`;

/** Where the message stands: in a channel it can be linked, among others only they can be named. */
function described(realm: Realm, { id, conversation_id, topic_id }: MessageIndexRow): string {
  const channel = allTheChannels(realm).byConversation.get(conversation_id);
  if (channel !== undefined) {
    const topic = topic_id === null ? "" : (topicWithId(realm, topic_id)?.name ?? "");
    return `[a message](${messageLink(channel.id, channel.name, topic, id)}) in #**${channel.name}**`;
  }
  const people = accessUsers(realm, null, membersOfConversation(realm, conversation_id));
  return `a direct message between ${people.map(({ full_name, id }) => mention(full_name, id)).join(", ")}`;
}
