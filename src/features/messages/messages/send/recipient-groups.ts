import type { UserId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import { roleOf } from "../../../organization/users/audience.ts";
import { knows } from "../../../organization/users/guest-visibility.ts";
import { seesRealEmail } from "../../../organization/users/user-object.ts";
import type { User } from "../../../organization/users/users.ts";
import type { Reception } from "./mention-notice.ts";
import { arrivalFlags } from "./recipients-of.ts";

interface Arrival {
  readonly sender: User;
  readonly reception: Reception;
  /** Who has read it already. */
  readonly readers: ReadonlySet<UserId>;
}

/** What one receiver is told of a message that others are told differently. */
export const toldApart = (realm: Realm, { sender, reception, readers }: Arrival, user: UserId) => {
  const viewer = { user_id: user, role: roleOf(realm, user) };
  return {
    flags: arrivalFlags(reception, user, readers.has(user)),
    sees_email: seesRealEmail(viewer, sender),
    knows_sender: knows(realm, viewer, sender),
  };
};

/** Those who receive a message and listen, by what they are told of it; thousands may listen, and most are told the same. */
export function arrivalClasses(
  realm: Realm,
  arrival: Arrival,
): readonly { readonly extra: object; readonly users: ReadonlySet<UserId> }[] {
  const alike = new Map<number, Set<UserId>>();
  for (const user of listenersAmong(realm, arrival.reception)) {
    entryOf(alike, likeness(realm, arrival, user), () => new Set<UserId>()).add(user);
  }
  const classes = new Map<string, { extra: object; users: ReadonlySet<UserId> }>();
  for (const users of alike.values()) {
    const [one] = users;
    if (one === undefined) continue;
    const extra = toldApart(realm, arrival, one);
    const key = JSON.stringify(extra);
    classes.set(key, { extra, users: classes.get(key)?.users.union(users) ?? users });
  }
  return [...classes.values()];
}

/** Whoever is called without receiving it is among them. */
function listenersAmong(realm: Realm, { receivers, mentioned }: Reception): UserId[] {
  const { queues } = realm;
  const hears = (user: UserId) => receivers.has(user) || mentioned.has(user);
  return queues.userCount < receivers.size
    ? [...queues.users()].filter(hears)
    : [...receivers.union(mentioned)].filter((user) => queues.listens(user));
}

/** Users of one likeness are told the same. A guest, and the sender, are like nobody: what they may see is their own. */
function likeness(realm: Realm, { sender, reception, readers }: Arrival, user: UserId): number {
  const role = roleOf(realm, user);
  if (role === Role.guest || user === sender.id) return -user;
  const { receivers, mentioned, topic, alerted, muters } = reception;
  const traits = [receivers, mentioned, topic, alerted, muters, readers];
  return traits.reduce<number>((sum, trait) => sum * 2 + Number(trait?.has(user) ?? false), role);
}
