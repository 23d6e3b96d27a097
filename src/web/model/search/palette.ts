import type { ChannelId, MessageId } from "../ids.ts";
import type { Message } from "../message.ts";
import type { ListedTopic } from "../recent/listed-topics.ts";
import type { RecentConversation } from "../recent/recent-index.ts";
import { type ConversationKey, topicKey } from "../routes/conversation.ts";
import type { State } from "../state.ts";
import type { NameIndex, NameMatch } from "./name-index.ts";
import type { PaletteTarget } from "./palette-target.ts";
import type { TopicReference } from "./suggest.ts";

export interface PaletteIndex {
  readonly people: NameIndex<PaletteTarget>;
  readonly groups: NameIndex<PaletteTarget>;
  readonly channels: NameIndex<PaletteTarget>;
  readonly topics: NameIndex<PaletteTarget>;
  readonly actions: NameIndex<PaletteTarget>;
}

const KINDS: readonly (keyof PaletteIndex)[] = ["people", "groups", "channels", "topics", "actions"];

/** Target kinds that a leading sign limits a search to. */
const SIGNS: Readonly<Record<string, readonly (keyof PaletteIndex)[]>> = {
  "@": ["people", "groups"],
  "#": ["channels", "topics"],
  ">": ["topics"],
  "/": ["actions"],
};

export interface PaletteQuery {
  readonly kinds: readonly (keyof PaletteIndex)[];
  readonly text: string;
}

/** Parses a typed text. "#design>logo" finds topics named like "logo" in channels named like "design". */
export function paletteQuery(typed: string): PaletteQuery {
  const text = typed.trimStart();
  const kinds = SIGNS[text.charAt(0)];
  if (kinds === undefined) return { kinds: KINDS, text };
  const rest = text.slice(1);
  if (text.startsWith("#") && rest.includes(">")) return { kinds: ["topics"], text: rest.replace(">", " ") };
  return { kinds, text: rest };
}

/** Returns the targets that match the typed text, best first. `nearness` is as in `NameIndex.find`. */
export function paletteTargets(
  { kinds, text }: PaletteQuery,
  index: PaletteIndex,
  { limit, nearness }: { readonly limit: number; readonly nearness: (target: PaletteTarget) => number },
): PaletteTarget[] {
  const found: NameMatch<PaletteTarget>[] = kinds.flatMap((kind) => index[kind].find(text, limit, nearness));
  return found
    .sort((one, other) => one.score - other.score)
    .slice(0, limit)
    .map(({ thing }) => thing);
}

export interface RankingFactors {
  /** Weight of recent visits, from `weightAt`. */
  readonly habit: number;
  readonly unread: number;
  /** Number of conversations that have newer messages than this one. Undefined if unknown. */
  readonly recency: number | undefined;
  readonly isMuted: boolean;
  readonly isFaraway: boolean;
  /** Actions rank lower, because their long names contain common words that match a lot. */
  readonly isAction: boolean;
}

/** Returns a target's nearness (`NameIndex.find`). A hundred makes up for one step of the name's fit. */
export function nearnessOf({ habit, unread, recency, isMuted, isFaraway, isAction }: RankingFactors): number {
  const used = 140 * (1 - 0.5 ** habit);
  const fresh = recency === undefined ? 0 : 60 * 0.5 ** (recency / 30);
  const far = (isMuted ? 60 : 0) + (isFaraway ? 60 : 0) + (isAction ? 100 : 0);
  return used + fresh + (unread > 0 && !isMuted ? 30 : 0) - far;
}

export interface KnownTopic extends TopicReference {
  readonly kind: "topic";
  readonly key: ConversationKey;
  /** The newest known message's id, or 0 if none is known. */
  readonly newest: MessageId;
}

interface Sources {
  readonly state: Pick<State, "unread_msgs" | "user_topics">;
  readonly recent: readonly RecentConversation[];
  readonly listed: Iterable<ListedTopic & { readonly channel: ChannelId }>;
  readonly messages: Iterable<Message>;
}

/** Returns all topics that this client has from any source, newest message first. */
export function knownTopics({ state, recent, listed, messages }: Sources): KnownTopic[] {
  const known = new Map<string, KnownTopic>();
  const add = (channel: ChannelId, topic: string, newest: MessageId) => {
    const key = topicKey(channel, topic);
    const before = known.get(key);
    if (before === undefined || before.newest < newest) known.set(key, { kind: "topic", key, channel, topic, newest });
  };
  for (const { channel, name, max_id } of listed) add(channel, name, max_id);
  for (const { conversation, newest } of recent)
    if (conversation.kind === "topic") add(conversation.channel, conversation.topic, newest);
  for (const { stream_id, topic, unread_message_ids: ids } of state.unread_msgs.streams)
    add(stream_id, topic, ids.at(-1) ?? 0);
  for (const { stream_id, topic_name } of state.user_topics) add(stream_id, topic_name, 0);
  for (const one of messages) if (one.type === "stream") add(one.stream_id, one.subject, one.id);
  return [...known.values()].sort((one, other) => other.newest - one.newest);
}
