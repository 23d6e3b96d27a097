import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { shownTopic } from "../../../protocol/limits.ts";
import { isSystemGroupName, systemGroups } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { membersOfConversation } from "../../conversations/conversations.ts";
import { accessUser, accessUsers } from "../../organization/accounts/access.ts";
import { roleOf } from "../../organization/accounts/audience.ts";
import { canAccessUser } from "../../organization/accounts/guest-visibility.ts";
import { unknownUser } from "../../organization/accounts/unknown-user.ts";
import { avatarUrl } from "../../organization/accounts/user-object.ts";
import { accessGroup } from "../../organization/user-groups/access.ts";
import type { StoredMessage } from "../core/store/stored-message.ts";
import type { Candidate } from "./candidates.ts";
import { messageText } from "./message-text.ts";

/** Content of a user's notification about a message. The payloads for the user's devices are built from it. */
export interface MessageNotification {
  readonly message: MessageId;
  readonly time: Seconds;
  readonly text: string;
  readonly sender: {
    readonly id: UserId;
    readonly email: string;
    readonly full_name: string;
    /** A URL, or a path on the organization's host. */
    readonly avatar_url: string;
  };
  readonly reason: Candidate["reason"];
  readonly group: { readonly id: number; readonly name: string } | null;
  readonly place:
    | { readonly kind: "channel"; readonly id: number; readonly name: string; readonly topic: string }
    | { readonly kind: "direct"; readonly members: readonly { readonly id: UserId; readonly full_name: string }[] };
}

/** The part of a notification that is the same for everyone notified about a message. */
export interface MessageContent extends Pick<MessageNotification, "message" | "time" | "text" | "place"> {
  readonly sender_id: UserId;
}

export const contentOf = (realm: Realm, row: StoredMessage): MessageContent => ({
  message: row.id,
  time: row.sent_at,
  text: messageText(row.html),
  sender_id: row.sender_id,
  place: notificationTarget(realm, row),
});

export const notificationOf = (
  realm: Realm,
  { sender_id, ...content }: MessageContent,
  { user, reason, group }: Candidate,
): MessageNotification => ({
  ...content,
  sender: senderFor(realm, sender_id, user),
  reason,
  group: group === null ? null : { id: group, name: groupName(accessGroup(realm, group).name) },
});

const groupName = (name: string) => (isSystemGroupName(name) ? systemGroups[name].display_name : name);

/**
 * Returns the sender as the notified user can see them, because guests may not be allowed to see the senders of a
 * channel.
 */
export function senderFor(realm: Realm, id: UserId, user: UserId): MessageNotification["sender"] {
  const sender = accessUser(realm, null, id);
  if (!canAccessUser(realm, { user_id: user, role: roleOf(realm, user) }, sender)) {
    const { email, full_name, avatar_url } = unknownUser(sender, { host: realm.host, since: seconds(0) });
    return { id, email, full_name, avatar_url };
  }
  const { email, full_name } = sender;
  return {
    id,
    email,
    full_name,
    avatar_url: avatarUrl(sender, realm.id, { viewer: null, client_gravatar: false }),
  };
}

function notificationTarget(realm: Realm, { conversation_id, topic }: StoredMessage): MessageNotification["place"] {
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel !== undefined) {
    return { kind: "channel", id: channel.id, name: channel.name, topic: shownTopic(topic, false) };
  }
  const members = accessUsers(realm, null, membersOfConversation(realm, conversation_id));
  return { kind: "direct", members: members.map(({ id, full_name }) => ({ id, full_name })) };
}
