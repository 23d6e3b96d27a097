import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { among, within } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { roleOf } from "../../organization/accounts/audience.ts";
import { channelAudience, usersWithQueues } from "./audience.ts";
import { emitChannelCreated, emitChannelDeleted, emitSubscriberList, usersSeeing } from "./channel-events.ts";
import { type Channel, channelIndex } from "./channels.ts";
import { emitDefaultChannelsTo } from "./default-channels/default-channels.ts";
import { emitDefaultGroupsTo } from "./default-groups/default-groups.ts";

interface Affected {
  readonly users?: Iterable<UserId>;
  readonly channels: readonly Channel[];
}

/** Applies a change to channels, and notifies users who can newly see them or no longer can. */
export function changeVisibility(realm: Realm, channels: readonly Channel[], apply: () => void): void {
  const emitChanges = watchVisibility(realm, { channels });
  apply();
  emitChanges();
}

/** Call before changing users or channels. Returns a function that emits which channels became visible or hidden. */
export function watchVisibility(realm: Realm, { users, channels }: Affected): () => void {
  const listening = usersWithQueues(realm);
  const online = users === undefined ? [...listening] : [...users].filter((user) => listening.has(user));
  const before = channels.map((channel) => usersSeeing(realm, channel, online));
  const guestsBefore = guestsAmong(realm, online);
  return () => {
    for (const [index, { id }] of channels.entries()) {
      const channel = channelIndex(realm).byId.get(id);
      if (channel === undefined) continue;
      const saw = before[index] ?? new Set<UserId>();
      const sees = usersSeeing(realm, channel, online);
      emitChannelVisible(realm, channel, sees.difference(saw));
      emitChannelHidden(realm, channel, saw.difference(sees));
    }
    const guests = guestsAmong(realm, online);
    for (const user of guests.difference(guestsBefore)) emitDefaultsTo(realm, user, { isGuest: true });
    for (const user of guestsBefore.difference(guests)) emitDefaultsTo(realm, user, { isGuest: false });
  };
}

function emitDefaultsTo(realm: Realm, user: UserId, as: { isGuest: boolean }): void {
  emitDefaultChannelsTo(realm, user, as);
  emitDefaultGroupsTo(realm, user, as);
}

const guestsAmong = (realm: Realm, users: readonly UserId[]): Set<UserId> =>
  new Set(users.filter((user) => roleOf(realm, user) === Role.guest));

function emitChannelVisible(realm: Realm, channel: Channel, users: ReadonlySet<UserId>): void {
  if (users.size === 0) return;
  const audience = within(channelAudience(realm, channel), users);
  emitChannelCreated(realm, channel, audience);
  emitSubscriberList(realm, channel, audience);
}

function emitChannelHidden(realm: Realm, channel: Channel, users: ReadonlySet<UserId>): void {
  if (users.size > 0) emitChannelDeleted(realm, channel, among(users));
}
