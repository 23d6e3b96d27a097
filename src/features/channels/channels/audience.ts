import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { roleOf } from "../../organization/users/audience.ts";
import { hasMetadataAccess, type Viewer } from "./access.ts";
import type { Channel } from "./channels.ts";

/** A user as access sees them, from memory: an event asks this of the owner of every queue. */
const viewerOf = (realm: Realm, user: UserId): Viewer => ({ user_id: user, role: roleOf(realm, user) });

export const seesChannel = (realm: Realm, user: UserId, channel: Channel): boolean =>
  hasMetadataAccess(realm, viewerOf(realm, user), channel);

/** Those who may know of a channel: what is told of it goes to them. Old clients do not know archived ones at all. */
export const whoSee = (realm: Realm, channel: Channel): Audience => ({
  includes: (user, client) =>
    (channel.is_archived === 0 || can(client, "archived_channels")) && seesChannel(realm, user, channel),
});

export const nonGuests = (realm: Realm): Audience => ({
  includes: (user) => roleOf(realm, user) !== Role.guest,
});

/** All who have a queue: of the others nothing need be asked. */
export const listeners = (realm: Realm): ReadonlySet<UserId> =>
  new Set([...realm.queues.all()].map((queue) => queue.user_id));

export const both = (one: Audience, other: Audience): Audience => ({
  ...one,
  includes: (...who) => one.includes(...who) && other.includes(...who),
});
