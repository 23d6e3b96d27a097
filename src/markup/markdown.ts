import MarkdownIt from "markdown-it";

/** The rules limit depth themselves, where they can turn what is too deep into text instead of dropping it. */
const noLimit = 100_000;

/** The library's parser without any rules of its own. */
export const markdown = new MarkdownIt("zero", { maxNesting: noLimit });

/** Backslash escapes and character entities to characters. */
export const { unescapeAll } = markdown.utils;
