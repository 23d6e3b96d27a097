import { Failure } from "../../src/cli/os/failure.ts";

const ALIAS = /^[^\s|A-Z]+$/;

/** Aliases that Zulip's fences support in addition to those of Pygments. */
const MORE = new Map([["Text only", ["none"]]]);

/**
 * Returns one line per language that has an alias, sorted by name: the display name, `|`, the aliases.
 *
 * @param {unknown} list the lexers of Pygments: an array of pairs, each a name and an array of aliases
 */
export function languageLines(list) {
  if (!Array.isArray(list) || list.length === 0) throw new Failure("the list is no array of lexers");
  /** @type {Map<string, string>} */
  const names = new Map();
  const languages = list.map((lexer) => {
    const [name, aliases] = Array.isArray(lexer) ? lexer : [];
    if (typeof name !== "string" || !/^[^|\n]+$/.test(name)) throw new Failure(`"${name}" is no name of a language`);
    if (!Array.isArray(aliases)) throw new Failure(`"${name}" has no list of aliases`);
    const all = [...new Set([...aliases, ...(MORE.get(name) ?? [])])];
    for (const alias of all) {
      if (typeof alias !== "string" || !ALIAS.test(alias)) throw new Failure(`"${alias}" of ${name} is no alias`);
      const other = names.get(alias);
      if (other !== undefined) throw new Failure(`"${alias}" stands for both ${other} and ${name}`);
      names.set(alias, name);
    }
    return { key: name.toLowerCase(), line: `${name}|${all.join(" ")}\n`, aliases: all };
  });
  return languages
    .filter(({ aliases }) => aliases.length > 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ line }) => line)
    .join("");
}
