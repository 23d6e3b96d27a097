import { emojiOfShortName } from "../short-names.ts";
import { listAt, numberAt, textAt, valueAt } from "../text/loose-json.ts";
import { markdownLink } from "../text/markdown-link.ts";
import { fenced, type SlackNames, slackText, unescaped } from "./slack-text.ts";

/** The blocks of a message or attachment as Markdown, for messages that have no text beside them. */
export const blocksText = (message: unknown, names: SlackNames): string =>
  listAt(message, "blocks")
    .map((block) => blockText(block, names))
    .filter((text) => text.trim() !== "")
    .join("\n\n");

function blockText(block: unknown, names: SlackNames): string {
  const elements = listAt(block, "elements");
  switch (textAt(block, "type")) {
    case "rich_text":
      return elements.map((element) => richText(element, names)).join("\n");
    case "section":
      return [
        plainOrMarked(valueAt(block, "text"), names),
        ...listAt(block, "fields").map((field) => plainOrMarked(field, names)),
      ]
        .filter((text) => text !== "")
        .join("\n");
    case "header":
      return `**${unescaped(textAt(block, "text", "text"))}**`;
    case "context":
      return elements
        .map((element) => (textAt(element, "type") === "image" ? "" : plainOrMarked(element, names)))
        .filter((text) => text !== "")
        .join(" ");
    case "image":
      return markdownLink(textAt(block, "title", "text") || textAt(block, "alt_text"), textAt(block, "image_url"));
    case "divider":
      return "---";
    default:
      return plainOrMarked(valueAt(block, "text"), names);
  }
}

const plainOrMarked = (text: unknown, names: SlackNames): string =>
  textAt(text, "type") === "plain_text" ? unescaped(textAt(text, "text")) : slackText(textAt(text, "text"), names);

/** A part of a rich text: a section, a list, a quote or code. */
function richText(part: unknown, names: SlackNames): string {
  const elements = listAt(part, "elements");
  const line = () => elements.map((element) => richElement(element, names)).join("");
  switch (textAt(part, "type")) {
    case "rich_text_list": {
      const indent = Math.min(8, Math.max(0, numberAt(part, "indent") ?? 0));
      const isOrdered = textAt(part, "style") === "ordered";
      return elements
        .map((item, index) => `${"  ".repeat(indent)}${isOrdered ? `${index + 1}.` : "*"} ${richText(item, names)}`)
        .join("\n");
    }
    case "rich_text_quote":
      return `${line().replace(/^/gm, "> ")}\n`;
    case "rich_text_preformatted":
      return fenced(elements.map((element) => textAt(element, "text") || textAt(element, "url")).join(""));
    default:
      return line();
  }
}

function richElement(element: unknown, names: SlackNames): string {
  const text = textAt(element, "text");
  switch (textAt(element, "type")) {
    case "user":
      return names.user(textAt(element, "user_id"), "");
    case "channel":
      return names.channel(textAt(element, "channel_id"), "");
    case "broadcast":
      return "@**all**";
    case "emoji": {
      const name = textAt(element, "name");
      return `:${emojiOfShortName(name)?.emoji_name ?? name}:`;
    }
    case "link":
      return markdownLink(text, textAt(element, "url"));
    case "date":
      return textAt(element, "fallback");
    case "usergroup":
      return `@${textAt(element, "usergroup_id")}`;
    default:
      return styled(text, element);
  }
}

/** A text with its style. Marks stand at words, and space outside of them. */
function styled(text: string, element: unknown): string {
  const has = (name: string) => valueAt(valueAt(element, "style"), name) === true;
  const [, before = "", core = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (core === "") return text;
  if (has("code")) return `${before}\`${core}\`${after}`;
  const marks = [has("bold") && "**", has("italic") && "*", has("strike") && "~~"].filter((mark) => mark !== false);
  return before + marks.join("") + core + marks.reverse().join("") + after;
}
