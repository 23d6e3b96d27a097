import MarkdownIt from "markdown-it";

/** The rules limit depth themselves: what is too deep becomes text, where markdown-it would drop it. */
const noLimit = 100_000;

/**
 * markdown-it as a runner of rules and no more: it starts without rules, and grammar.ts puts in those of Zulip's
 * dialect. Zulip's servers use Python-Markdown, for whose language there is no library in JavaScript.
 */
export const markdown = new MarkdownIt("zero", { maxNesting: noLimit });

/** Backslash escapes and character entities to characters. */
export const { unescapeAll } = markdown.utils;
