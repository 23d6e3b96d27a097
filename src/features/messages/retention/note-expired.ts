import { type ChannelId, toChannelId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { channelEntity, channelIndex } from "../../channels/channels/channels.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";
import { addCount, takeCounts } from "./rows.ts";

const DIRECTS = 0;

/** The day of UTC, such as 2026-11-21. */
const today = (realm: Realm): string => new Date(realm.clock.milliseconds()).toISOString().slice(0, 10);

/** Counts messages that are deleted for their age: an entry for each would fill the audit log. */
export function countExpired(realm: Realm, channel: ChannelId | null, count: number): void {
  if (count > 0) addCount.run(realm.sql, { channel: channel ?? DIRECTS, day: today(realm), count });
}

/** Has the audit log tell what was deleted: an entry for each channel and day once none is left to delete, or the day is over. */
export function noteExpired(realm: Realm, { isOver }: { readonly isOver: boolean }): void {
  for (const { channel, day, count } of takeCounts.all(realm.sql, { but: isOver ? null : today(realm) })) {
    const found = channel === DIRECTS ? undefined : channelIndex(realm).byId.get(toChannelId(channel));
    const of = found === undefined ? organizationEntity(realm) : channelEntity(found);
    const which = found === undefined ? { what: "direct messages" } : {};
    audit(realm, "message.deleted_by_retention", { of, details: { messages: count, day, ...which } });
  }
}
