import { fold } from "../match.ts";
import type { RecentConversation } from "./recent-index.ts";

export interface RecentFilter {
  readonly unread: boolean;
  readonly participated: boolean;
  readonly muted: boolean;
  readonly kind: "all" | "topics" | "directs";
  readonly text: string;
}

interface RecentFacts {
  unread(one: RecentConversation): number;
  isHidden(one: RecentConversation): boolean;
  /** The text to search: the topic and its channel, or the participants' names. */
  textOf(one: RecentConversation): string;
}

export function filterRecent(
  list: readonly RecentConversation[],
  { unread, participated, muted, kind, text }: RecentFilter,
  facts: RecentFacts,
): RecentConversation[] {
  const words = fold(text).split(/\s+/);
  return list.filter((one) => {
    if (kind !== "all" && (one.conversation.kind === "direct") !== (kind === "directs")) return false;
    if (participated && !one.participated) return false;
    if (unread && facts.unread(one) === 0) return false;
    if (!muted && facts.isHidden(one)) return false;
    if (words.every((word) => word === "")) return true;
    const found = fold(facts.textOf(one));
    return words.every((word) => found.includes(word));
  });
}
