import type { Actor } from "../../../protocol/actor.ts";
import { channelDoesNotExist, insufficientPermission } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { hasMetadataAccess } from "../channels/access.ts";
import type { ChannelsByUser } from "../channels/channel-events.ts";
import { type Channel, channelIndex, nameKey } from "../channels/channels.ts";
import { canRemoveOthers } from "./access.ts";
import { checkSubscriptionCount, isOwnAccount } from "./principals.ts";
import { unsubscribeUsers } from "./subscribe.ts";
import { noteOthers } from "./subscription-request.ts";

/** Unsubscribes users from channels (seed 4.4). */
export function unsubscribeByRequest(
  realm: Realm,
  actor: Actor,
  { names, users }: { names: readonly string[]; users: readonly User[] },
): { removed: string[]; not_removed: string[] } {
  checkSubscriptionCount(names, users);
  const channels = [...new Set(names.map((name) => channelToLeave(realm, actor, name)))];
  const concernsOthers = users.some((user) => !isOwnAccount(actor, user));
  if (concernsOthers && !channels.every((channel) => canRemoveOthers(realm, actor, channel))) {
    throw insufficientPermission();
  }
  const { removed, notSubscribed } = unsubscribeUsers(realm, { channels, users: users.map(({ id }) => id) });
  noteOthers(realm, actor, "channel.left_by_other", removed);
  return { removed: namesIn(removed), not_removed: namesIn(notSubscribed) };
}

function channelToLeave(realm: Realm, actor: Actor, name: string): Channel {
  const channel = channelIndex(realm).byName.get(nameKey(name));
  if (channel === undefined || !hasMetadataAccess(realm, actor, channel)) throw channelDoesNotExist({ stream: name });
  return channel;
}

const namesIn = (byUser: ChannelsByUser): string[] => [
  ...new Set([...byUser.values()].flatMap((channels) => channels.map(({ name }) => name))),
];
