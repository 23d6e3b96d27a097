import { Failure } from "../../src/cli/os/failure.ts";

const NAME = /^[\p{L}\p{M}\p{N}_+'.-]+$/u;

/**
 * Returns Slack's and Mattermost's names of emoji, if they aren't names of the same emoji here. One line per emoji,
 * sorted: its code, then those names. Emoji that are unknown here are omitted.
 *
 * @param {unknown} list the short names of iamcal's list as emojibase-data publishes them: {"1F604": "smile"}, with a
 * list for an emoji with several
 * @param {string} known the table of emoji (src/markup/data/emoji.txt)
 */
export function shortNameLines(list, known) {
  if (typeof list !== "object" || list === null || Array.isArray(list)) throw new Failure("the list is no object");
  const here = new Map(
    known
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([code = "", ...names]) => [code, new Set(names)]),
  );
  const lines = Object.entries(list).flatMap(([written, names]) => {
    const code = written.toLowerCase().replaceAll("-fe0f", "");
    const own = here.get(code);
    if (own === undefined) return [];
    const others = [names].flat().filter((name) => {
      if (typeof name !== "string" || !NAME.test(name)) throw new Failure(`"${name}" of ${code} is no name`);
      return !own.has(name);
    });
    return others.length === 0 ? [] : [`${[code, ...others].join(" ")}\n`];
  });
  return lines.sort().join("");
}
