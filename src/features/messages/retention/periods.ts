import type { Realm } from "../../../realm/realm.ts";
import { before, days } from "../../../util/time.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";

const FOR_EVER = -1;

/** For how many days messages are kept: those of a channel, or direct messages without one (channels-topics.md 7). */
const daysKept = (realm: Realm, channel?: Channel): number =>
  channel?.message_retention_days ?? realmSettings(realm).message_retention_days;

/** Whether the organization or a channel has a retention period. */
export const hasRetentionPeriod = (realm: Realm): boolean =>
  daysKept(realm) !== FOR_EVER ||
  [...channelIndex(realm).byId.values()].some((channel) => daysKept(realm, channel) !== FOR_EVER);

/** A function that returns the first message to keep of a channel, or of direct messages; null where all are kept. */
export function firstKept(realm: Realm): (channel?: Channel) => number | null {
  const known = new Map<number, number>();
  return (channel) => {
    const kept = daysKept(realm, channel);
    if (kept === FOR_EVER) return null;
    const first = known.get(kept) ?? firstSince(realm, before(realm.seconds(), days(kept)));
    known.set(kept, first);
    return first;
  };
}
