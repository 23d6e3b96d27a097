import { lengthLimits } from "../../protocol/limits.ts";
import { UniqueNames } from "../unique-names.ts";

const DAY_CHARACTERS = "2026-01-31 ".length;

/** Topics for the threads of one channel: `YYYY-MM-DD first words`. */
export class ThreadTopics {
  readonly #names = new UniqueNames(lengthLimits.max_topic_length);
  readonly #byRoot = new Map<string, string>();

  /** Reserves the names in `taken`, which are the channel's other topics. */
  constructor(...taken: readonly string[]) {
    for (const name of taken) this.#names.give(name, name);
  }

  /**
   * Returns the topic of a thread, created on first use.
   *
   * @param root identifies the thread within the channel
   * @param at when the root was sent, in seconds since 1970
   * @param text the root's Markdown, which can be empty
   */
  of(root: string, at: number, text: string): string {
    const known = this.#byRoot.get(root);
    if (known !== undefined) return known;
    const day = new Date(at * 1000).toISOString().slice(0, DAY_CHARACTERS - 1);
    const topic = this.#names.give(`${day} ${firstLine(text) || "thread"}`, `${day} thread`);
    this.#byRoot.set(root, topic);
    return topic;
  }
}

/** Returns the first nonempty line of Markdown, without markup. */
function firstLine(markdown: string): string {
  for (const line of markdown.split("\n")) {
    const plain = line
      .replace(/^\s*(?:`{3,}|~{3,}).*$/, "")
      .replace(/^\s*(?:>\s?|#{1,6} |[*-] |\d+\. )+/, "")
      .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "$1")
      .replace(/([@#])_?\*\*([^*|>]+)(?:\|\d+)?\*\*/g, "$1$2")
      .replace(/\*\*|~~|`|(?<![\p{L}\p{N}])\*|\*(?![\p{L}\p{N}])/gu, "")
      .trim();
    if (plain !== "") return plain;
  }
  return "";
}
