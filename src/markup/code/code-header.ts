import { languageName } from "../data/languages.ts";

/** `#!python` or `:::python`; with a path before the name it is a program's own first line. */
const header = /^(?:::+|#!)((?:\/\w+)*[/ ])?([\w#.+-]+)\s*$/;

/** The language that code names in its first line, and the code without that line, unless it belongs to it. */
export function codeHeader(code: string): { readonly language: string; readonly code: string } | undefined {
  const [first = "", ...rest] = code.split("\n");
  const [, path, name = ""] = header.exec(first) ?? [];
  const language = name.toLowerCase();
  if (languageName(language) === undefined) return undefined;
  return { language, code: path === undefined ? rest.join("\n").replace(/^\n+/, "") : code };
}
