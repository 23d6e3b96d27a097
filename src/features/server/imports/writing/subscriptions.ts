import type { ArchiveRow } from "../../../../archive/tables.ts";
import { toUserId } from "../../../../protocol/ids.ts";
import { paletteColor } from "../../../channels/channels/public.ts";
import { inactiveUsers } from "../../../organization/users/public.ts";
import {
  activeSubscribers,
  channelIds,
  countSubscriptions,
  insertSpans,
  insertSubscription,
  putSubscriberList,
} from "./channel-rows.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

/** Writes a subscription, and which messages were received in it. */
export function writeSubscription(writing: Writing, row: ArchiveRow<"subscriptions">): string | undefined {
  const { realm } = writing;
  const user = writing.id("user", row.user_id);
  if (user === undefined) return LeftOut.unknownUser;
  const channel = writing.id("channel", row.channel_id);
  if (channel === undefined) return LeftOut.unknownChannel;
  if (!writing.writes) return undefined;
  const isHidden = inactiveUsers(realm).has(toUserId(user));
  const active = row.active && !isHidden;
  const { spans, since } = received(writing, row, active);
  insertSubscription.run(realm.sql, {
    ...{ user, channel, active, since },
    suspended: (row.suspended || row.active) && isHidden,
    color: row.color ?? paletteColor(countSubscriptions.one(realm.sql, { user }).count),
    is_muted: row.is_muted,
    pin_to_top: row.pin_to_top,
    desktop: row.desktop_notifications,
    audible: row.audible_notifications,
    push: row.push_notifications,
    email: row.email_notifications,
    wildcard: row.wildcard_mentions_notify,
  });
  if (spans.length > 0) insertSpans.run(realm.sql, { user, channel, spans: JSON.stringify(spans) });
  return undefined;
}

/** The ranges of messages that ended subscriptions received, and the first that the active one receives. */
function received(writing: Writing, row: ArchiveRow<"subscriptions">, active: boolean) {
  const { first, last } = writing.messageRange;
  const given = row.received ?? (row.active ? [[0, null] as const] : []);
  const spans: [number, number][] = [];
  let since: number | undefined;
  for (const [from, to] of given) {
    const begin = Math.max(first, from + writing.offset);
    if (to === null && active) since = Math.min(begin, since ?? begin);
    else {
      const end = to === null ? last : Math.min(last, to + writing.offset);
      if (end >= begin) spans.push([begin, end]);
    }
  }
  return { spans, since: since ?? last + 1 };
}

/** Writes the lists of subscribers of all channels. */
export function endSubscriptions({ realm, writes }: Writing): void {
  if (!writes) return;
  for (const { id: channel } of channelIds.all(realm.sql, {})) {
    const users = activeSubscribers.all(realm.sql, { channel }).map(({ user_id }) => user_id);
    putSubscriberList.run(realm.sql, { channel, users: Uint32Array.from(users).buffer });
  }
  realm.forgetAll();
}
