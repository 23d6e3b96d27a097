import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import { type FlagName, flagNames } from "../../../../protocol/message-flags.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { lastOf } from "./scope.ts";
import type { Span, View } from "./view.ts";

interface FlaggedRow {
  readonly id: number;
  readonly conversation_id: number;
  readonly sender_id: number;
  readonly channel_wildcard: number;
  readonly topic_wildcard_users: string | null;
  readonly personal_flags: number | null;
}

/** A view indexed for computing the flags of many messages. */
interface FlagView {
  readonly viewer: number;
  readonly spans: ReadonlyMap<number, readonly Span[]>;
  readonly low: number;
  readonly lows: ReadonlyMap<number, number>;
  readonly read: ReadonlySet<number>;
  readonly unread: ReadonlySet<number>;
  readonly mutedSenders: ReadonlySet<number>;
}

export const flagView = ({ viewer, received, read, mutedSenders }: View): FlagView => ({
  viewer,
  spans: Map.groupBy(received, ({ conversation }): number => conversation),
  low: read.low,
  lows: new Map<number, number>(read.lows),
  read: new Set(read.read),
  unread: new Set(read.unread),
  mutedSenders: new Set<number>(mutedSenders),
});

/**
 * Returns the viewer's flags of a message. A message that the viewer didn't receive is `historical` and, unless marked,
 * read (messages.md 4).
 */
export function flagsOf(row: FlaggedRow, view: FlagView): FlagName[] {
  const span = view.spans.get(row.conversation_id)?.find((each) => each.first <= row.id && row.id <= lastOf(each));
  const bits = row.personal_flags ?? 0;
  const isChannelMention = span !== undefined && row.channel_wildcard === 1;
  const isTopicMention = span !== undefined && isTopicMentioned(row, view.viewer);
  const has: Record<FlagName, boolean> = {
    read: !isUnread(row, span, view),
    starred: (bits & PersonalFlag.starred) !== 0,
    collapsed: (bits & PersonalFlag.collapsed) !== 0,
    mentioned: (bits & PersonalFlag.mentioned) !== 0,
    stream_wildcard_mentioned: isChannelMention,
    topic_wildcard_mentioned: isTopicMention,
    has_alert_word: (bits & PersonalFlag.hasAlertWord) !== 0,
    historical: span === undefined,
    wildcard_mentioned: isChannelMention || isTopicMention,
    hide_link_previews: (bits & PersonalFlag.hideLinkPreviews) !== 0,
  };
  return flagNames.filter((name) => has[name]);
}

function isUnread(row: FlaggedRow, span: Span | undefined, view: FlagView): boolean {
  const { id, conversation_id, sender_id } = row;
  if (view.unread.has(id)) return true;
  const low = Math.max(view.low, view.lows.get(conversation_id) ?? 0);
  return span?.last === null && id > low && !view.read.has(id) && !view.mutedSenders.has(sender_id);
}

const parseUserIds = stored("messages.topic_wildcard_users", v.array(v.number()), () => []);

const isTopicMentioned = ({ id, topic_wildcard_users: users }: FlaggedRow, viewer: number | null) =>
  users !== null && viewer !== null && parseUserIds(users, id).includes(viewer);
