import lines from "./languages.txt";

let namesByAlias: ReadonlyMap<string, string> | undefined;

function load(): ReadonlyMap<string, string> {
  if (namesByAlias) return namesByAlias;
  const names = new Map<string, string>();
  for (const line of lines.trimEnd().split("\n")) {
    const [name = "", aliases = ""] = line.split("|");
    for (const alias of aliases.split(" ")) names.set(alias, name);
  }
  namesByAlias = names;
  return names;
}

/**
 * The display name of a language, as `data-code-language` has it, by any alias that a fence may give it: `py` is
 * `Python`. Undefined for an alias that Pygments does not know.
 */
export function languageName(alias: string): string | undefined {
  return load().get(alias.toLowerCase());
}
