import { languageName } from "../data/languages.ts";
import { element, escapeCode } from "../html/html.ts";

/** Returns the display name of a fence's language, or the given name if it is unknown. */
export function displayLanguage(language: string): string {
  return languageName(language) ?? language;
}

/** Wraps finished HTML in a code block. The empty span is part of the protocol (markdown.md 1, "Code"). */
export function codeBlock(language: string | undefined, html: string): string {
  const attributes = {
    class: "codehilite",
    "data-code-language": language === undefined ? undefined : displayLanguage(language),
  };
  return `${element("div", attributes, `<pre><span></span><code>${html}\n</code></pre>`)}\n`;
}

export function plainCodeBlock(language: string | undefined, code: string): string {
  return codeBlock(language, escapeCode(code));
}
