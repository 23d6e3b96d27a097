import type { Audience } from "../../../../realm/events/event.ts";
import { can } from "../../../../realm/events/queue-client.ts";
import { accessFolder } from "../../folders/channel-folders.ts";
import { both, whoSee } from "../audience.ts";
import { tellCreated, tellDeleted, tellSubscribed, tellSubscribers, tellUpdated } from "../channel-events.ts";
import { subscribersOf, writeChannel } from "../channels.ts";
import { setDefault } from "../default-channels.ts";
import { leaveDefaultGroups } from "../default-groups/default-groups.ts";
import { channelUnarchivedHook } from "../hooks.ts";
import { changeFolder } from "./change-properties.ts";
import { type ChannelChange, post, present } from "./channel-change.ts";

/** Clients that know archived channels see a channel change; for the others it goes, and comes back. */
const knowing: Audience = { includes: (_user, client) => can(client, "archived_channels") };
const unknowing: Audience = { includes: (_user, client) => !can(client, "archived_channels") };

/** Puts a channel out of use: what was said stays, and nothing is added to it. */
export function archive(change: ChannelChange): void {
  const { realm } = change;
  post(change, "archived this channel.");
  const inUse = present(change);
  setDefault(realm, inUse, false);
  leaveDefaultGroups(realm, inUse);
  const archived = writeChannel(realm, inUse, { is_archived: 1 });
  tellUpdated(realm, archived, { property: "is_archived", value: true }, knowing);
  tellDeleted(realm, archived, both(whoSee(realm, inUse), unknowing));
}

/** Takes a channel into use again. */
export function unarchive(change: ChannelChange): void {
  const { realm } = change;
  const archived = present(change);
  if (archived.is_archived === 0) return;
  // Its folder may have been put away after it: such a folder holds nothing that is in use.
  if (archived.folder_id !== null && accessFolder(realm, archived.folder_id).is_archived === 1) {
    changeFolder(change, null);
  }
  const channel = writeChannel(realm, present(change), { is_archived: 0 });
  tellUpdated(realm, channel, { property: "is_archived", value: false }, knowing);
  tellCreated(realm, channel, both(whoSee(realm, channel), unknowing));
  const subscribers = subscribersOf(realm, channel.id);
  tellSubscribed(realm, new Map([...subscribers].map((user) => [user, [channel]])), unknowing);
  realm.run(channelUnarchivedHook, channel, subscribers, unknowing);
  const others: Audience = { includes: (user) => !subscribers.has(user) };
  tellSubscribers(realm, channel, both(both(whoSee(realm, channel), unknowing), others));
  post(change, "took this channel out of the archive.");
}
