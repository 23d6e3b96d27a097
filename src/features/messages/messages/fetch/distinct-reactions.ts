import { currentEmojiCode } from "../../../../markup/index.ts";
import type { ReactionTuple } from "../narrow/index.ts";

/** Reactions as people see them: somebody who reacted with an emoji by its older code and by its newer one did so once. */
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
