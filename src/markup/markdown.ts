import MarkdownIt from "markdown-it";

/** The rules limit depth themselves: content nested too deep becomes text, whereas markdown-it would drop it. */
const noLimit = 100_000;

/**
 * Uses markdown-it only as a rule engine: it starts without rules, and grammar.ts adds those of Zulip's dialect.
 * Zulip's servers use Python-Markdown, whose dialect no JavaScript library supports.
 */
export const markdown = new MarkdownIt("zero", { maxNesting: noLimit });

/** Decodes backslash escapes and character entities. */
export const { unescapeAll } = markdown.utils;
