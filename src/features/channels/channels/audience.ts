import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { roleOf, viewerOf } from "../../organization/accounts/audience.ts";
import { hasMetadataAccess } from "./access.ts";
import type { Channel } from "./channels.ts";

export const seesChannel = (realm: Realm, user: UserId, channel: Channel): boolean =>
  hasMetadataAccess(realm, viewerOf(realm, user), channel);

/** Users with metadata access to a channel. For an archived one, only their clients with `archived_channels`. */
export const channelAudience = (realm: Realm, channel: Channel): Audience => ({
  includes: (user, client) =>
    (channel.is_archived === 0 || can(client, "archived_channels")) && seesChannel(realm, user, channel),
});

/** Clients that support archived channels. They receive an update when a channel is archived. */
export const knowsArchivedChannels: Audience = { includes: (_user, client) => can(client, "archived_channels") };

export const nonGuests = (realm: Realm): Audience => ({
  includes: (user) => roleOf(realm, user) !== Role.guest,
});

/** Users with event queues. Nothing needs to be emitted to others. */
export const usersWithQueues = (realm: Realm): ReadonlySet<UserId> => new Set(realm.queues.users());
