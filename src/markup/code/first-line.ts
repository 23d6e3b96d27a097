import { languageName } from "../data/languages.ts";

/** `#!python` or `#!/usr/bin/python`, the first line of a script. */
const header = /^#!(?:(?:\/\w+)*[/ ])?([\w#.+-]+)\s*$/;

/** Returns the language named in the first line of code. The line remains part of the code. */
export function languageInFirstLine(code: string): string | undefined {
  const [first = ""] = code.split("\n", 1);
  const [, name = ""] = header.exec(first) ?? [];
  const language = name.toLowerCase();
  return languageName(language) === undefined ? undefined : language;
}
