import { alertWordsIn } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { entryOf } from "../../../util/collections.ts";

/**
 * The letters, digits and combining marks that an alert word starts with. In a message, a match begins where a run of
 * such characters begins.
 */
const leading = /^[\p{L}\p{N}\p{M}]*/u;
const runsOfLetters = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The alert words of all users. A message is split into runs of letters once, regardless of the number of words. Only
 * words that start with one of these runs are searched for, plus the few that don't start with a letter.
 */
export class WordIndex {
  readonly #byLeadingLetters = new Map<string, Map<string, Set<UserId>>>();

  /** `word` must be in lower case, as for `remove`. */
  add(word: string, user: UserId): void {
    const similar = entryOf(this.#byLeadingLetters, leadingLetters(word), () => new Map<string, Set<UserId>>());
    entryOf(similar, word, () => new Set<UserId>()).add(user);
  }

  remove(word: string, user: UserId): void {
    const similar = this.#byLeadingLetters.get(leadingLetters(word));
    const users = similar?.get(word);
    users?.delete(user);
    if (users?.size === 0) similar?.delete(word);
    if (similar?.size === 0) this.#byLeadingLetters.delete(leadingLetters(word));
  }

  usersAlertedBy(content: string): ReadonlySet<UserId> {
    const found = new Set<UserId>();
    if (this.#byLeadingLetters.size === 0) return found;
    for (const start of new Set(["", ...(content.toLowerCase().match(runsOfLetters) ?? [])])) {
      const similar = this.#byLeadingLetters.get(start);
      if (similar === undefined) continue;
      for (const word of alertWordsIn(content, similar.keys())) {
        for (const user of similar.get(word) ?? []) found.add(user);
      }
    }
    return found;
  }
}

const leadingLetters = (word: string): string => leading.exec(word)?.[0] ?? "";
