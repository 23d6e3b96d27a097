import type {
  NarrowChannel,
  NarrowLookups,
  Span,
  View,
} from "../../../../../src/features/messages/core/narrow/index.ts";
import type { StoredMessage } from "../../../../../src/features/messages/core/store/stored-message.ts";
import {
  type ChannelId,
  type ConversationId,
  toChannelId,
  toConversationId,
  toUserId,
  type UserId,
} from "../../../../../src/protocol/ids.ts";

import { type Seconds, seconds } from "../../../../../src/util/time.ts";
import { Random } from "../../../../process/support/random.ts";

/** A random organization with every case that narrows distinguish, small enough to search message by message. */
export interface Organization {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  readonly directs: readonly Direct[];
  readonly messages: readonly Message[];
}

export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly isGuest: boolean;
  readonly spans: Span[];
  low: number;
  readonly lows: Map<ConversationId, number>;
  readonly read: Set<number>;
  readonly unread: Set<number>;
  readonly muted: Set<string>;
  readonly unmuted: Set<string>;
  readonly followed: Set<string>;
  readonly mutedChannels: Set<ChannelId>;
  readonly mutedSenders: Set<UserId>;
}

export interface Channel {
  readonly id: ChannelId;
  readonly conversation: ConversationId;
  readonly name: string;
  readonly kind: "public" | "web-public" | "shared" | "protected";
  readonly isArchived: boolean;
}

interface Direct {
  readonly conversation: ConversationId;
  readonly members: readonly UserId[];
}

type Content = Pick<StoredMessage, "has_link" | "has_image" | "has_attachment" | "channel_wildcard" | "grant_id">;

export interface Message extends Content {
  readonly id: number;
  channel: Channel | null;
  readonly direct: Direct | null;
  topic: string;
  readonly sender: UserId;
  readonly content: string;
  readonly html: string;
  /** The users whom the message mentions by name. */
  readonly named: readonly UserId[];
  readonly topicWildcardUsers: readonly UserId[] | null;
  readonly flags: Map<UserId, number>;
  readonly reactions: number;
}

export const TOPICS = ["lunch", "Lunch", "release plan", "✔ release plan", "2024", ""] as const;
export const VOCABULARY = ["apple", "river", "stone", "lantern", "copper", "meadow"] as const;
export const channelNames = ["plaza", "garden", "harbor", "cellar", "attic", "window"] as const;

const kinds = ["public", "public", "shared", "protected", "public", "web-public"] as const;

export const topicKey = (topic: string) => topic.toLowerCase();
export const topicName = (channel: ChannelId, key: string) => `${channel}:${key}`;

const ID_GAP = 40;
/** Returns approximately the last id of `size` messages. */
export const lastId = (size: number) => (size * ID_GAP) / 2;

/** Returns when a message was sent. Ids grow by one per second. */
export const sentAt = (id: number): Seconds => seconds(1_700_000_000 + id);

export function makeOrganization(seed: number, size: number): Organization {
  const random = new Random(seed);
  const chance = (share: number) => random.fraction() < share;
  const pick = <T>(list: readonly T[]): T => random.pick(list);

  const users = [11, 12, 13, 14, 15].map(
    (id): User => ({
      id: toUserId(id),
      email: `user${id}@example.org`,
      isGuest: id === 15,
      spans: [],
      low: random.below(lastId(size)),
      lows: new Map(),
      read: new Set(),
      unread: new Set(),
      muted: new Set(),
      unmuted: new Set(),
      followed: new Set(),
      mutedChannels: new Set(),
      mutedSenders: new Set(),
    }),
  );
  const ids = users.map(({ id }) => id);
  const channels = channelNames.map(
    (name, index): Channel => ({
      id: toChannelId(index + 1),
      conversation: toConversationId(30 - index),
      name,
      kind: kinds[index] ?? "public",
      isArchived: name === "attic",
    }),
  );
  const directs = Array.from({ length: 31 }, (_, set) => ids.filter((_id, bit) => ((set + 1) >> bit) & 1)).map(
    (members, index): Direct => ({ conversation: toConversationId(100 + index), members }),
  );

  const messages: Message[] = [];
  let id = 0;
  while (messages.length < size) {
    // IDs are far apart, so that only some messages are near an anchor.
    id += 1 + random.below(ID_GAP);
    // Subscriptions change between messages, so that users receive different messages.
    if (chance(0.45)) turnSubscription(pick(users), pick(channels), id);
    const direct = chance(0.35) ? pick(directs) : null;
    const content = Array.from({ length: 3 }, () => pick(VOCABULARY)).join(" ");
    const named = ids.filter((user) => (id + user) % 4 === 0);
    messages.push({
      id,
      channel: direct === null ? pick(channels) : null,
      direct,
      topic: direct === null ? pick(TOPICS) : "",
      sender: direct === null ? pick(ids) : pick(direct.members),
      content,
      html: `<p>${content}${named.map(mentionOf).join("")}</p>`,
      named,
      has_link: Number(chance(0.2)),
      has_image: Number(chance(0.1)),
      has_attachment: Number(chance(0.1)),
      channel_wildcard: Number(chance(0.05)),
      grant_id: chance(0.1) ? 7 : null,
      topicWildcardUsers: chance(0.05) ? ids.filter(() => chance(0.5)) : null,
      flags: new Map(),
      reactions: chance(0.1) ? 2 : 0,
    });
  }
  for (const message of messages) {
    if (message.channel !== null && chance(0.05)) {
      message.channel = pick(channels);
      message.topic = pick(TOPICS);
    }
    for (const user of users) {
      if (chance(0.3)) message.flags.set(user.id, personalFlags(user, message));
      if (message.named.includes(user.id) && isReceived(user, message)) {
        message.flags.set(user.id, (message.flags.get(user.id) ?? 0) | 4);
      }
      if (message.id > user.low && chance(0.4)) user.read.add(message.id);
      if (isReceived(user, message) && chance(0.04)) user.unread.add(message.id);
    }
  }
  for (const user of users) {
    for (const channel of channels) {
      if (chance(0.25)) user.mutedChannels.add(channel.id);
      for (const key of new Set(TOPICS.map(topicKey))) {
        if (chance(0.4)) user[pick(["muted", "unmuted", "followed"] as const)].add(topicName(channel.id, key));
      }
    }
    if (chance(0.5)) user.mutedSenders.add(pick(ids));
    for (const { conversation } of [...channels, ...directs]) {
      if (chance(0.2)) user.lows.set(conversation, random.below(lastId(size)));
    }
  }
  return { users, channels, directs, messages };

  function personalFlags(user: User, message: Message): number {
    const mine = [1, 2, 4, 8].filter(() => chance(0.3)).reduce((flags, bit) => flags | bit, 0);
    const isLate = message.channel !== null && !isReceived(user, message);
    return isLate ? (mine & ~4) | (chance(0.7) ? 16 : 0) : mine;
  }
}

/** Returns a mention and two similar elements: a silent mention of the next user, and a mention of a group. */
const mentionOf = (id: UserId) =>
  `<span class="user-mention" data-user-id="${id}">@x</span><span class="user-mention silent" data-user-id="${id + 1}">x</span><span class="user-group-mention" data-user-group-id="${id}">@x</span>`;

function turnSubscription(user: User, { id: channel, conversation }: Channel, at: number): void {
  const index = user.spans.findIndex((span) => span.channel === channel && span.last === null);
  const open = user.spans[index];
  if (open === undefined) user.spans.push({ channel, conversation, first: at, last: null });
  else user.spans[index] = { ...open, last: at - 1 };
}

const isSubscribed = (user: User, channel: Channel) =>
  user.spans.some((span) => span.channel === channel.id && span.last === null);

export const isReceived = (user: User, { id, channel, direct }: Message) =>
  direct !== null
    ? direct.members.includes(user.id)
    : user.spans.some((span) => span.channel === channel?.id && span.first <= id && id <= (span.last ?? id));

export const canRead = (user: User, channel: Channel) =>
  channel.kind === "web-public" || isSubscribed(user, channel) || (channel.kind === "public" && !user.isGuest);

export const hasFullHistory = (user: User, channel: Channel) => canRead(user, channel) && channel.kind !== "protected";

export function viewOf({ channels, directs }: Organization, user: User): View {
  const readable = channels.filter((channel) => canRead(user, channel));
  const topics = (names: ReadonlySet<string>) =>
    [...names].map((name): [ChannelId, string] => [
      toChannelId(Number.parseInt(name, 10)),
      name.slice(name.indexOf(":") + 1),
    ]);
  return {
    viewer: user.id,
    received: [
      ...user.spans.filter((span) => readable.some(({ id }) => id === span.channel)),
      ...directs
        .filter(({ members }) => members.includes(user.id))
        .map(({ conversation }): Span => ({ conversation, channel: null, first: 1, last: null })),
    ],
    readable: readable.map(({ conversation }) => conversation),
    read: { low: user.low, lows: [...user.lows], read: [...user.read], unread: [...user.unread] },
    visibility: {
      muted: topics(user.muted),
      unmuted: topics(user.unmuted),
      followed: topics(user.followed),
      mutedChannels: [...user.mutedChannels],
    },
    mutedSenders: [...user.mutedSenders],
  };
}

export function lookupsOf({ channels, users, directs, messages }: Organization, user: User): NarrowLookups {
  const place = (channel: Channel | undefined): NarrowChannel | undefined =>
    channel && canRead(user, channel)
      ? { channel: channel.id, conversation: channel.conversation, fullHistory: hasFullHistory(user, channel) }
      : undefined;
  const listed = (test: (channel: Channel) => boolean) => channels.filter(test).flatMap((each) => place(each) ?? []);
  const mine = directs.filter(({ members }) => members.includes(user.id));
  return {
    viewer: user.id,
    isGuest: user.isGuest,
    channelById: (id) => place(channels.find((channel) => channel.id === id)),
    channelByName: (name) => place(channels.find((channel) => channel.name === name.toLowerCase())),
    channels: (kind) =>
      listed((channel) =>
        kind === "archived"
          ? channel.isArchived
          : channel.kind === kind || (kind === "public" && channel.kind === "web-public"),
      ),
    userById: (id) => users.find((each) => each.id === id)?.id,
    userByEmail: (email) => users.find((each) => each.email === email.toLowerCase())?.id,
    directConversation: (participants) =>
      mine.find(({ members }) => members.join() === participants.join())?.conversation,
    directConversationsIncluding: (other, { groupsOnly }) =>
      mine
        .filter(({ members }) => members.includes(other) && !(groupsOnly && members.length < 3))
        .map(({ conversation }) => conversation),
    location(id) {
      const message = messages.find((each) => each.id === id);
      if (message?.direct) {
        return message.direct.members.includes(user.id)
          ? { kind: "direct", participants: message.direct.members }
          : undefined;
      }
      if (!message?.channel || !canRead(user, message.channel)) return undefined;
      if (!hasFullHistory(user, message.channel) && !isReceived(user, message)) return undefined;
      return { kind: "channel", channel: message.channel.id, topic: message.topic };
    },
  };
}
