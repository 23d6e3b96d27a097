import { currentEmojiCode } from "../../../../protocol/emoji.ts";
import type { ReactionTuple } from "../narrow/index.ts";

/** Reactions without duplicates: an older and a newer code of the same emoji, from the same user, count once. */
export function distinctReactions(tuples: readonly ReactionTuple[]): readonly ReactionTuple[] {
  if (tuples.every(([, , code]) => code === currentEmojiCode(code))) return tuples;
  const first = new Map<string, ReactionTuple>();
  for (const tuple of tuples) {
    const [user, , code, type] = tuple;
    const identity = `${user} ${type} ${currentEmojiCode(code)}`;
    if (!first.has(identity)) first.set(identity, tuple);
  }
  return [...first.values()];
}
