import { codeSpan } from "./code-span.ts";

type Style = "bold" | "italic" | "strike" | "code";

/** Applies Markdown styles to each line of a text. Markup must touch words, so white space stays outside. */
export function styledText(text: string, has: (style: Style) => boolean): string {
  const marks = `${has("bold") ? "**" : ""}${has("italic") ? "*" : ""}${has("strike") ? "~~" : ""}`;
  return text.replace(/\S(?:.*\S)?/g, (core) =>
    has("code") ? codeSpan(core) : marks + core + [...marks].reverse().join(""),
  );
}
