import { languageName } from "../data/languages.ts";

/** `#!python` or `#!/usr/bin/python`, the first line of a script. */
const header = /^#!(?:(?:\/\w+)*[/ ])?([\w#.+-]+)\s*$/;

/** The language that the first line of code names. The line is part of the code. */
export function languageInFirstLine(code: string): string | undefined {
  const [first = ""] = code.split("\n", 1);
  const [, name = ""] = header.exec(first) ?? [];
  const language = name.toLowerCase();
  return languageName(language) === undefined ? undefined : language;
}
