import { languageName } from "../data/languages.ts";
import { element, escapeCode } from "../html/html.ts";

/** The display name of the language that a fence names; an unknown one keeps its name. */
export function displayLanguage(language: string): string {
  return languageName(language) ?? language;
}

/** A code block whose content is finished HTML; the empty span is part of the protocol (markdown.md 1, "Code"). */
export function codeBlock(language: string | undefined, html: string): string {
  const attributes = {
    class: "codehilite",
    "data-code-language": language === undefined ? undefined : displayLanguage(language),
  };
  return `${element("div", attributes, `<pre><span></span><code>${html}\n</code></pre>`)}\n`;
}

/** A code block without highlighting. */
export function plainCodeBlock(language: string | undefined, code: string): string {
  return codeBlock(language, escapeCode(code));
}
