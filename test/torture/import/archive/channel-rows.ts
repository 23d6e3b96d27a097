import type { WrittenRow } from "../../../../src/archive-format/tables.ts";
import type { Rows } from "./full-archive.ts";
import { BASE, ids, range, type Size } from "./ids.ts";

/** Channel kinds, by index: public, private without and with shared history, web-public, archived. */
const KINDS = [
  { invite_only: false, history_public_to_subscribers: true },
  { invite_only: true, history_public_to_subscribers: false },
  { invite_only: true, history_public_to_subscribers: true },
  { invite_only: false, history_public_to_subscribers: true, is_web_public: true },
  { invite_only: false, history_public_to_subscribers: true, is_archived: true },
] as const;

const kindOf = (index: number) => KINDS[index % KINDS.length] ?? KINDS[0];
/** Whether later subscribers can't see earlier messages. */
const isProtected = (index: number): boolean => index % KINDS.length === 1;

const isSubscribed = (person: number, channel: number): boolean => (person + channel) % 3 !== 0;

const channelRow = (index: number): WrittenRow<"channels"> => ({
  id: ids.channel(index),
  name: `channel ${index}`,
  description: `about **${index}**`,
  creator_id: ids.user(index % 7),
  date_created: BASE + index,
  ...kindOf(index),
  folder_id: index % 2 === 0 ? ids.folder(index % 3) : null,
  is_default: index % KINDS.length === 0,
  permissions: {
    can_administer_channel_group: ids.group(3),
    ...(index % 4 === 0 && {
      can_subscribe_group: { direct_members: [ids.user(1)], direct_subgroups: [ids.group(4)] },
    }),
  },
});

function subscriptionRow(person: number, channel: number, { messages }: Size): WrittenRow<"subscriptions"> {
  const half = ids.message(Math.floor(messages / 2));
  return {
    user_id: ids.user(person),
    channel_id: ids.channel(channel),
    active: (person + channel) % 7 !== 0,
    color: "#112233",
    is_muted: (person + channel) % 5 === 0,
    pin_to_top: channel === 0,
    desktop_notifications: channel % 2 === 0 ? null : true,
    ...(isProtected(channel) &&
      (person + channel) % 7 !== 0 && { received: person % 2 === 0 ? [[half, null]] : [[ids.message(0), null]] }),
  };
}

export function channelRows(size: Size): Rows {
  const pairs = range(size.people, (person) => range(size.channels, (channel) => ({ person, channel }))).flat();
  return {
    channel_folders: range(3, (index) => ({
      id: ids.folder(index),
      name: `folder ${index}`,
      order: index,
      date_created: BASE,
    })),
    channels: range(size.channels, channelRow),
    default_channel_groups: [{ name: "Start", description: "for all", channels: [ids.channel(3)] }],
    subscriptions: pairs
      .filter(({ person, channel }) => isSubscribed(person, channel))
      .map(({ person, channel }) => subscriptionRow(person, channel, size)),
  };
}
