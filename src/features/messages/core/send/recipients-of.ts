import type { Mentions } from "../../../../markup/index.ts";
import { toGroupId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import { type FlagName, flagNames } from "../../../../protocol/message-flags.ts";
import { BotType } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { subscribersOf } from "../../../channels/channels/channels.ts";
import { accessUsers } from "../../../organization/accounts/access.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { membersWithin } from "../../../organization/user-groups/membership.ts";
import { alertedBy } from "../../../people/alert-words/alert-words.ts";
import { mutersOf } from "../../../people/muted-users/muted-users.ts";
import type { MessageRecipients } from "../store/message-recipients.ts";
import type { Destination } from "./destination.ts";
import { participantsIn } from "./mention-permissions.ts";

interface AddressedMessage {
  readonly sender: Pick<User, "id">;
  readonly destination: Destination;
  readonly content: string;
  readonly mentions: Mentions;
}

export function recipientsOf(
  realm: Realm,
  { sender, destination, content, mentions }: AddressedMessage,
): MessageRecipients {
  const isChannel = destination.kind === "channel";
  const receivers = isChannel ? subscribersOf(realm, destination.channel.id) : new Set(destination.members);
  const named = mentions.users.map(toUserId);
  const inGroups = membersWithin(realm, ...mentions.groups.map(toGroupId));
  const mentioned = [...named, ...inGroups].filter((user) => receivers.has(user));
  const bots = isChannel
    ? botsAmong(
        realm,
        named.filter((user) => !receivers.has(user)),
      )
    : [];
  // The sender counts as a participant of the topic from their first message on.
  const inTopic =
    isChannel && mentions.topicWildcard
      ? [...participantsIn(realm, destination.channel, destination.topic), sender.id]
      : null;
  return {
    receivers,
    mentioned: new Set([...mentioned, ...bots]),
    channelWildcard: mentions.channelWildcard,
    topicWildcardUsers: inTopic && new Set(inTopic.filter((user) => receivers.has(user))),
    alerted: new Set([...alertedBy(realm, content)].filter((user) => receivers.has(user))),
    muters: mutersOf(realm, sender.id),
  };
}

const botsAmong = (realm: Realm, users: readonly UserId[]): UserId[] =>
  accessUsers(realm, null, users)
    .filter(({ bot_type }) => bot_type === BotType.generic)
    .map(({ id }) => id);

/**
 * Returns a recipient's flags of a newly sent message. For a bot mentioned without being subscribed, the message is
 * `historical` and read.
 */
export function initialFlags(recipients: MessageRecipients, user: UserId, read: boolean): FlagName[] {
  const { receivers, mentioned, channelWildcard, topicWildcardUsers, alerted, muters } = recipients;
  const isReceiver = receivers.has(user);
  const inChannel = isReceiver && channelWildcard;
  const inTopic = topicWildcardUsers?.has(user) ?? false;
  const has: Partial<Record<FlagName, boolean>> = {
    read: read || !isReceiver || muters.has(user),
    mentioned: mentioned.has(user),
    stream_wildcard_mentioned: inChannel,
    topic_wildcard_mentioned: inTopic,
    has_alert_word: alerted.has(user),
    historical: !isReceiver,
    wildcard_mentioned: inChannel || inTopic,
  };
  return flagNames.filter((name) => has[name]);
}
