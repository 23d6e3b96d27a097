import { languageName } from "../data/languages.ts";

/** `#!python` or `:::python` names a language; `#!/usr/bin/python`, with a path, is the program's own first line. */
const header = /^(?:::+|#!)((?:\/\w+)*[/ ])?([\w#.+-]+)\s*$/;

/** The language that the first line of code names, and the code without that line unless it is the program's own. */
export function codeHeader(code: string): { readonly language: string; readonly code: string } | undefined {
  const [first = "", ...rest] = code.split("\n");
  const [, path, name = ""] = header.exec(first) ?? [];
  const language = name.toLowerCase();
  if (languageName(language) === undefined) return undefined;
  return { language, code: path === undefined ? rest.join("\n").replace(/^\n+/, "") : code };
}
