import type { Token } from "markdown-it";
import { markdown } from "../markdown.ts";
import { fenceRule } from "./blocks/fence.ts";
import { headingRule } from "./blocks/heading.ts";
import { listRule } from "./blocks/list.ts";
import { paragraphRule } from "./blocks/paragraph.ts";
import { quoteRule } from "./blocks/quote.ts";
import { tableRule } from "./blocks/table.ts";
import { delimiterRule, pairDelimiters } from "./inline/emphasis.ts";
import { linkRule } from "./inline/link.ts";
import { channelRule, mentionRule } from "./inline/mention.ts";
import { codeRule, escapeRule, mathRule, newlineRule, timeRule } from "./inline/simple.ts";
import { textRule } from "./inline/text.ts";

/** Replaces markdown-it's rules with those of Zulip's dialect. */
function installRules(): void {
  const { block, inline } = markdown;
  block.ruler.at("table", tableRule);
  block.ruler.at("fence", fenceRule, { alt: ["paragraph", "blockquote", "list", "table"] });
  block.ruler.at("blockquote", quoteRule, { alt: ["paragraph", "list"] });
  block.ruler.at("list", listRule, { alt: ["paragraph", "blockquote"] });
  block.ruler.at("heading", headingRule, { alt: ["paragraph", "blockquote", "list"] });
  block.ruler.at("paragraph", paragraphRule);
  block.ruler.enableOnly(["table", "code", "fence", "blockquote", "hr", "list", "heading", "paragraph"]);

  inline.ruler.at("text", textRule);
  inline.ruler.at("newline", newlineRule);
  inline.ruler.at("escape", escapeRule);
  inline.ruler.at("backticks", codeRule);
  inline.ruler.at("emphasis", delimiterRule);
  inline.ruler.at("link", linkRule);
  inline.ruler.after("link", "mention", mentionRule);
  inline.ruler.after("mention", "channel", channelRule);
  inline.ruler.after("channel", "math", mathRule);
  inline.ruler.after("math", "time", timeRule);
  inline.ruler.enableOnly([
    "text",
    "newline",
    "escape",
    "backticks",
    "emphasis",
    "link",
    "mention",
    "channel",
    "math",
    "time",
  ]);
  inline.ruler2.push("delimiters", pairDelimiters);
  inline.ruler2.enableOnly(["delimiters"]);
}

installRules();

/** Returns the block tokens of a source. Parse the content of each `inline` token with `inlineTokens`. */
export function blockTokens(source: string): Token[] {
  const tokens: Token[] = [];
  markdown.block.parse(source, markdown, {}, tokens);
  return tokens;
}

/** Returns the inline tokens of text. With `inLink`, it is a link's text, which can't contain links. */
export function inlineTokens(text: string, inLink = false): Token[] {
  const tokens: Token[] = [];
  markdown.inline.parse(text, markdown, { inLink }, tokens);
  return tokens;
}
