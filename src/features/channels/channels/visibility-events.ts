import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { among } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { roleOf } from "../../organization/users/audience.ts";
import { both, listeners, whoSee } from "./audience.ts";
import { seers, tellCreated, tellDeleted, tellSubscribers } from "./channel-events.ts";
import { allTheChannels, type Channel } from "./channels.ts";
import { tellDefaultChannelsTo } from "./default-channels.ts";
import { tellDefaultGroupsTo } from "./default-groups/default-groups.ts";

interface Affected {
  /** Everybody, unless told otherwise. */
  readonly users?: Iterable<UserId>;
  readonly channels: readonly Channel[];
}

/** Applies a change of some channels, and emits to whoever sees one of them by that, or sees it no more. */
export function changeVisibility(realm: Realm, channels: readonly Channel[], apply: () => void): void {
  const emitChanges = watchVisibility(realm, { channels });
  apply();
  emitChanges();
}

/** Before a change of users or channels: what it returns emits to whoever sees a channel by that, or sees it no more. */
export function watchVisibility(realm: Realm, { users, channels }: Affected): () => void {
  const listening = listeners(realm);
  const online = users === undefined ? [...listening] : [...users].filter((user) => listening.has(user));
  const before = channels.map((channel) => seers(realm, channel, online));
  const guestsBefore = guestsAmong(realm, online);
  return () => {
    for (const [index, { id }] of channels.entries()) {
      const channel = allTheChannels(realm).byId.get(id);
      if (channel === undefined) continue;
      const saw = before[index] ?? new Set<UserId>();
      const sees = seers(realm, channel, online);
      tellShown(realm, channel, without(sees, saw));
      tellHidden(realm, channel, without(saw, sees));
    }
    const guests = guestsAmong(realm, online);
    for (const user of without(guests, guestsBefore)) tellDefaultsTo(realm, user, { isGuest: true });
    for (const user of without(guestsBefore, guests)) tellDefaultsTo(realm, user, { isGuest: false });
  };
}

/** Where one starts, which guests do not choose. */
function tellDefaultsTo(realm: Realm, user: UserId, as: { isGuest: boolean }): void {
  tellDefaultChannelsTo(realm, user, as);
  tellDefaultGroupsTo(realm, user, as);
}

const guestsAmong = (realm: Realm, users: readonly UserId[]): Set<UserId> =>
  new Set(users.filter((user) => roleOf(realm, user) === Role.guest));

/** Tells of a channel that is not new, but is to these: what it is, and who is subscribed to it. */
function tellShown(realm: Realm, channel: Channel, users: ReadonlySet<UserId>): void {
  if (users.size === 0) return;
  const audience = both(whoSee(realm, channel), among(users));
  tellCreated(realm, channel, audience);
  tellSubscribers(realm, channel, audience);
}

function tellHidden(realm: Realm, channel: Channel, users: ReadonlySet<UserId>): void {
  if (users.size > 0) tellDeleted(realm, channel, among(users));
}

const without = (some: ReadonlySet<UserId>, others: ReadonlySet<UserId>): Set<UserId> =>
  new Set([...some].filter((user) => !others.has(user)));
