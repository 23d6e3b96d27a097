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
 * Returns a language's display name, as used in `data-code-language`, for any alias in a fence: `py` is `Python`.
 * Undefined if Pygments doesn't have the alias.
 */
export function languageName(alias: string): string | undefined {
  return load().get(alias.toLowerCase());
}
