import type { Mentions } from "../../markup/index.ts";
import { toGroupId, toUserId, type UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { membersWithin } from "../groups/membership.ts";
import { subscribersOf } from "../channels/channels.ts";
import { accessUsers } from "../users/access.ts";
import { participantsIn } from "./mention-permissions.ts";
import { type FlagName, flagNames } from "./narrow/index.ts";
import type { Place } from "./place.ts";

const GENERIC_BOT = 1;

/** Who gets a message, and whom it calls. */
export interface Reception {
  readonly receivers: ReadonlySet<UserId>;
  /** Called by name or in a group: receivers, and bots that hear their name anywhere. */
  readonly mentioned: ReadonlySet<UserId>;
  readonly everybody: boolean;
  /** Whom a mention of the topic calls; null where there is none. */
  readonly topic: ReadonlySet<UserId> | null;
}

export function receptionOf(realm: Realm, place: Place, mentions: Mentions): Reception {
  const isChannel = place.kind === "channel";
  const receivers = isChannel ? subscribersOf(realm, place.channel.id) : new Set(place.members);
  const named = mentions.users.map(toUserId);
  const inGroups = mentions.groups.flatMap((group) => [...membersWithin(realm, toGroupId(group))]);
  const heard = [...named, ...inGroups].filter((user) => receivers.has(user));
  const bots = isChannel ? botsAmong(realm, named.filter((user) => !receivers.has(user))) : [];
  const inTopic = isChannel && mentions.topicWildcard ? participantsIn(realm, place.channel, place.topic) : null;
  return {
    receivers,
    mentioned: new Set([...heard, ...bots]),
    everybody: mentions.channelWildcard,
    topic: inTopic && new Set(inTopic.filter((user) => receivers.has(user))),
  };
}

const botsAmong = (realm: Realm, users: readonly UserId[]): UserId[] =>
  accessUsers(realm, null, users)
    .filter(({ bot_type }) => bot_type === GENERIC_BOT)
    .map(({ id }) => id);

/** A recipient's flags of a message that has just come. To whoever only hears their name, it is read history. */
export function arrivalFlags({ receivers, mentioned, everybody, topic }: Reception, user: UserId, read: boolean): FlagName[] {
  const isReceiver = receivers.has(user);
  const inChannel = isReceiver && everybody;
  const inTopic = topic?.has(user) ?? false;
  const has: Partial<Record<FlagName, boolean>> = {
    read: read || !isReceiver,
    mentioned: mentioned.has(user),
    stream_wildcard_mentioned: inChannel,
    topic_wildcard_mentioned: inTopic,
    historical: !isReceiver,
    wildcard_mentioned: inChannel || inTopic,
  };
  return flagNames.filter((name) => has[name]);
}
