import { styledText } from "../../util/styled-text.ts";
import { listAt, numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { markdownLink } from "../markdown/markdown-link.ts";
import { emojiOfShortName } from "../short-names.ts";
import { fenced, type SlackNames, slackText, unescaped, withEmoji } from "./slack-text.ts";

/** True if a message has blocks that people can't type. Slack then shows the blocks, and not the text next to them. */
export const hasBlocksOfApps = (message: unknown): boolean =>
  listAt(message, "blocks").some((block) => textAt(block, "type") !== "rich_text");

export const blocksText = (message: unknown, names: SlackNames): string =>
  listAt(message, "blocks")
    .map((block) => blockText(block, names))
    .filter((text) => text.trim() !== "")
    .join("\n\n");

const joinTexts = (texts: readonly string[], between = "\n"): string =>
  texts.filter((text) => text.trim() !== "").join(between);

function blockText(block: unknown, names: SlackNames): string {
  const elements = listAt(block, "elements");
  const of = (key: string) => plainOrMarked(valueAt(block, key), names);
  const type = textAt(block, "type");
  switch (type) {
    case "rich_text":
      return elements.map((element) => richText(element, names)).join("\n");
    case "section":
      return joinTexts([
        of("text"),
        ...listAt(block, "fields").map((field) => plainOrMarked(field, names)),
        elementText(valueAt(block, "accessory"), names),
      ]);
    case "header":
      return `**${withEmoji(unescaped(textAt(block, "text", "text")))}**`;
    case "context":
    case "actions":
    case "context_actions":
      return joinTexts(
        elements.map((element) => elementText(element, names)),
        " ",
      );
    case "image":
      return imageLink(block);
    case "divider":
      return "---";
    case "markdown":
      return textAt(block, "text");
    case "input":
      return joinTexts([of("label"), elementText(valueAt(block, "element"), names), of("hint")]);
    case "video":
      return joinTexts([
        markdownLink(
          textAt(block, "title", "text") || textAt(block, "alt_text"),
          textAt(block, "title_url") || textAt(block, "video_url"),
        ),
        of("description"),
      ]);
    case "table":
      return tableText(block, names);
    // These are also part of the message's text and files.
    case "call":
    case "file":
      return "";
    default:
      names.strange(type.slice(0, 50) || "none");
      return joinTexts(textsIn(block).map((text) => plainOrMarked(text, names)));
  }
}

/** Converts a table, whose first row is the header. */
function tableText(block: unknown, names: SlackNames): string {
  const rows = listAt(block, "rows").map((row) =>
    (Array.isArray(row) ? row : []).map((cell: unknown) => {
      const isRich = textAt(cell, "type") === "rich_text";
      const text = isRich ? blockText(cell, names) : unescaped(textAt(cell, "text"));
      return text
        .trim()
        .replace(/(?<!\s)\s*\n\s*/g, " ")
        .replaceAll("|", "\\|");
    }),
  );
  const [head = [], ...rest] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return head.length === 0 ? "" : [line(head), line(head.map(() => "---")), ...rest.map(line)].join("\n");
}

const MAX_DEPTH = 20;

/** Collects all text objects within a block of unknown type. */
function textsIn(value: unknown, depth = 0): unknown[] {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  if (["plain_text", "mrkdwn"].includes(textAt(value, "type"))) return [value];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}

function richText(part: unknown, names: SlackNames): string {
  const elements = listAt(part, "elements");
  const line = () => elements.map((element) => richElement(element, names)).join("");
  switch (textAt(part, "type")) {
    case "rich_text_list": {
      const indent = Math.min(8, Math.max(0, numberAt(part, "indent") ?? 0));
      const isOrdered = textAt(part, "style") === "ordered";
      const first = 1 + Math.max(0, Math.trunc(numberAt(part, "offset") ?? 0));
      return elements
        .map((item, index) => `${"  ".repeat(indent)}${isOrdered ? `${first + index}.` : "*"} ${richText(item, names)}`)
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
      return textAt(element, "fallback") || formatDate(numberAt(element, "timestamp"));
    case "usergroup":
      return names.group(textAt(element, "usergroup_id"), "");
    case "color":
      return textAt(element, "value");
    case "team":
      return textAt(element, "team_id");
    default:
      return styledText(text, (style) => valueAt(valueAt(element, "style"), style) === true);
  }
}

const formatDate = (seconds: number | undefined): string =>
  seconds === undefined || Math.abs(seconds) > 8e12
    ? ""
    : new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");

const plainOrMarked = (text: unknown, names: SlackNames): string =>
  textAt(text, "type") === "plain_text"
    ? withEmoji(unescaped(textAt(text, "text")))
    : slackText(textAt(text, "text"), names);

/** Converts an image to a link. If it has no URL, returns its title, because it is among the message's files. */
const imageLink = (image: unknown): string => {
  const address = textAt(image, "image_url");
  const title = textAt(image, "title", "text") || textAt(image, "alt_text");
  return address === "" ? unescaped(title) : markdownLink(unescaped(title) || "image", address);
};

/** Returns text that replaces an interactive element of an app's message, which has no function here. */
function elementText(element: unknown, names: SlackNames): string {
  const type = textAt(element, "type");
  if (type === "") return "";
  if (type === "image") return imageLink(element);
  if (type === "plain_text" || type === "mrkdwn") return plainOrMarked(element, names);
  const label = plainOrMarked(valueAt(element, "text"), names);
  if (label !== "") return pressed(label, textAt(element, "url"));
  const chosen = listAt(element, "options").map((option) => plainOrMarked(valueAt(option, "text"), names));
  const shown = [plainOrMarked(valueAt(element, "placeholder"), names), ...chosen, ...initialOf(element)];
  return shown
    .filter((text) => text !== "")
    .map((text) => pressed(text, ""))
    .join(" ");
}

/** Converts a button to a link, or to its label in brackets if it has no URL. */
const pressed = (label: string, url: string): string => (url === "" ? `[${label}]` : markdownLink(label, url));

const initialOf = (element: unknown): string[] =>
  ["initial_date", "initial_time", "initial_value"].map((key) => textAt(element, key));
