import { alertWordsIn } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { entryOf } from "../../../util/collections.ts";

/** What a word begins with: letters, digits and marks, none of which may stand right beside it in a text. */
const beginning = /^[\p{L}\p{N}\p{M}]*/u;
const runs = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Who waits for which words. A text is looked through once, however many words there are: only those are compared with
 * it that begin like some run of its letters, and those few that begin with none.
 */
export class WordIndex {
  readonly #byBeginning = new Map<string, Map<string, Set<UserId>>>();

  /** Words are given in lower case. */
  add(word: string, user: UserId): void {
    const similar = entryOf(this.#byBeginning, beginningOf(word), () => new Map<string, Set<UserId>>());
    entryOf(similar, word, () => new Set<UserId>()).add(user);
  }

  remove(word: string, user: UserId): void {
    const similar = this.#byBeginning.get(beginningOf(word));
    const users = similar?.get(word);
    users?.delete(user);
    if (users?.size === 0) similar?.delete(word);
    if (similar?.size === 0) this.#byBeginning.delete(beginningOf(word));
  }

  /** Those for whom one of their words occurs in a text. */
  waitingFor(content: string): ReadonlySet<UserId> {
    const found = new Set<UserId>();
    if (this.#byBeginning.size === 0) return found;
    for (const start of new Set(["", ...(content.toLowerCase().match(runs) ?? [])])) {
      const similar = this.#byBeginning.get(start);
      if (similar === undefined) continue;
      for (const word of alertWordsIn(content, similar.keys())) {
        for (const user of similar.get(word) ?? []) found.add(user);
      }
    }
    return found;
  }
}

const beginningOf = (word: string): string => beginning.exec(word)?.[0] ?? "";
