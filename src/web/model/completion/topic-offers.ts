import { isResolved } from "../channels/topics.ts";
import { fold } from "../match.ts";

/** Maximum number of topics to compare with. Older ones are rarely continued. */
const MAX_TOPICS = 200;
const MAX_OFFERS = 3;
/** Only the beginning of a long text is compared. */
const MAX_TEXT = 1_000;
const LONG_WORD = 5;

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** The words of a text that can tell topics apart. Scripts without spaces yield pairs of characters. */
function wordsOf(text: string): Set<string> {
  const folded = fold(text);
  const pairs = (folded.match(IDEOGRAPHS) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  );
  const words = folded.replace(IDEOGRAPHS, " ").match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set([...words, ...pairs]);
}

/** True for equal words and for forms of a word, such as "crane" and "cranes". */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= LONG_WORD - 1 && long.length - short.length <= 2 && long.startsWith(short);
}

/**
 * Returns the topics that a text is probably about, best first. A topic qualifies if it shares a long word or two Han
 * characters with the text, or if the text has all its words, or one of two. Words that occur in few topics count more.
 */
export function topicOffers(topics: readonly string[], text: string): string[] {
  const written = [...wordsOf(text.slice(0, MAX_TEXT))];
  if (written.length === 0) return [];
  const named = topics.slice(0, MAX_TOPICS).map((topic) => ({ topic, words: [...wordsOf(topic)] }));
  const hits = named.map(({ topic, words }) => ({
    topic,
    of: words.length,
    shared: words.filter((word) => written.some((one) => isSameWord(one, word))),
  }));
  const topicsWith = (word: string) => hits.filter(({ shared }) => shared.includes(word)).length;
  return hits
    .filter(
      ({ of, shared }) => shared.length > 0 && (shared.some(isTelling) || shared.length >= (of > 2 ? of : of / 2)),
    )
    .map(({ topic, shared }) => ({ topic, score: shared.reduce((sum, word) => sum + 1 / topicsWith(word), 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_OFFERS)
    .map(({ topic }) => topic);
}

/** Returns the unresolved topics of a channel's list that a text is probably about. */
export const openTopicOffers = (topics: readonly { readonly name: string }[] | undefined, text: string): string[] =>
  topicOffers(
    (topics ?? []).map(({ name }) => name).filter((name) => name !== "" && !isResolved(name)),
    text,
  );

const isTelling = (word: string) => word.length >= LONG_WORD || /^\p{Script=Han}/u.test(word);
