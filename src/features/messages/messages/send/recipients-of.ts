import type { Mentions } from "../../../../markup/index.ts";
import { toGroupId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import { BotType } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { subscribersOf } from "../../../channels/channels/channels.ts";
import { membersWithin } from "../../../organization/groups/membership.ts";
import { accessUsers } from "../../../organization/users/access.ts";
import type { User } from "../../../organization/users/users.ts";
import { alertedBy } from "../../../people/alert-words/alert-words.ts";
import { mutersOf } from "../../../people/muted-users/muted-users.ts";
import { type FlagName, flagNames } from "../narrow/index.ts";
import type { Place } from "./destination.ts";
import type { Reception } from "./mention-notice.ts";
import { participantsIn } from "./mention-permissions.ts";

interface Sending {
  readonly sender: Pick<User, "id">;
  readonly place: Place;
  readonly content: string;
  readonly mentions: Mentions;
}

export function receptionOf(realm: Realm, { sender, place, content, mentions }: Sending): Reception {
  const isChannel = place.kind === "channel";
  const receivers = isChannel ? subscribersOf(realm, place.channel.id) : new Set(place.members);
  const named = mentions.users.map(toUserId);
  const inGroups = mentions.groups.flatMap((group) => [...membersWithin(realm, toGroupId(group))]);
  const heard = [...named, ...inGroups].filter((user) => receivers.has(user));
  const bots = isChannel
    ? botsAmong(
        realm,
        named.filter((user) => !receivers.has(user)),
      )
    : [];
  // Whoever writes in a topic takes part in it, with the first message already.
  const inTopic =
    isChannel && mentions.topicWildcard ? [...participantsIn(realm, place.channel, place.topic), sender.id] : null;
  return {
    receivers,
    mentioned: new Set([...heard, ...bots]),
    everybody: mentions.channelWildcard,
    topic: inTopic && new Set(inTopic.filter((user) => receivers.has(user))),
    alerted: new Set([...alertedBy(realm, content)].filter((user) => receivers.has(user))),
    muters: mutersOf(realm, sender.id),
  };
}

const botsAmong = (realm: Realm, users: readonly UserId[]): UserId[] =>
  accessUsers(realm, null, users)
    .filter(({ bot_type }) => bot_type === BotType.generic)
    .map(({ id }) => id);

/** A recipient's flags of a message that has just come. To whoever only hears their name, it is read history. */
export function arrivalFlags(reception: Reception, user: UserId, read: boolean): FlagName[] {
  const { receivers, mentioned, everybody, topic, alerted, muters } = reception;
  const isReceiver = receivers.has(user);
  const inChannel = isReceiver && everybody;
  const inTopic = topic?.has(user) ?? false;
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
