import { styledText } from "../../../../../util/styled-text.ts";
import { integration, jsonSample, RefusedPayload, SILENT } from "../../integration.ts";
import { codeBlock, lines, link, paragraphs, quote, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { offeredIn } from "../../render/slack-actions.ts";
import { mrkdwn, SLACK_SIGNATURE, unescaped } from "../../render/slack-markup.ts";

/** Fields that can make up a message. If all are missing, Slack answers `no_text`. */
const SAID = ["text", "blocks", "attachments"];

/** Integration for programs that send to Slack's incoming webhooks (webhooks.md 2). */
export const slackIncoming = integration({
  name: "slack_incoming",
  title: "Slack",
  answersAsSlack: true,
  payloadInAddress: true,
  signature: SLACK_SIGNATURE,
  render({ payload }) {
    payload.checkObject();
    if (!SAID.some((name) => payload.at(name).value !== undefined)) throw new RefusedPayload("no_text");
    const blocks = payload.list("blocks").map(block);
    const text = mrkdwn(payload.text("text", "").trim());
    const attachments = payload.list("attachments").map(attachment);
    // Slack shows blocks instead of the text, and attachments below either.
    const said = blocks.length > 0 ? paragraphs(...blocks) || text : text;
    const icon = payload.line("icon_emoji", "");
    const isBare = blocks.length === 0 && attachments.length === 0;
    const content = paragraphs(isBare && said !== "" && icon !== "" ? `${icon} ${said}` : said, ...attachments);
    const topic = payload.line("channel", "").replace(/^[@#]/, "");
    const offered = offeredIn(payload.list("blocks"));
    if (offered === undefined) return content === "" ? SILENT : { topic, content };
    const labels = offered.buttons?.map(({ label }) => label).join(" / ") ?? offered.form?.submit ?? "";
    return { topic, content: content === "" ? labels : content, offered };
  },
  sample: jsonSample({ text: "*Nest* is open: see <https://nest.example.com/lid|the lid>." }),
});

/** Renders an attachment, Slack's older way to lay out messages. */
function attachment(item: Payload): string {
  const title = item.line("title", "");
  const author = item.line("author_name", "");
  const footer = mrkdwn(item.text("footer", ""));
  const image = item.line("image_url", "");
  const content = paragraphs(
    author !== "" && link(author, item.line("author_link", "")),
    title !== "" && `## ${link(unescaped(title), item.line("title_link", ""))}`,
    mrkdwn(item.text("pretext", "")),
    mrkdwn(item.text("text", "")),
    lines(...item.list("fields").map(attachmentField)),
    ...item.list("blocks").map(block),
    image !== "" && link("Image", image),
    lines(footer, time(item.line("ts", ""))),
  );
  return content === "" ? mrkdwn(item.text("fallback", "")) : content;
}

function attachmentField(field: Payload): string {
  const [title, value] = [unescaped(field.line("title", "")), mrkdwn(field.text("value", "").trim())];
  return title !== "" && value !== "" ? `*${title}*: ${value}` : title === "" ? value : `*${title}*`;
}

function block(item: Payload): string {
  switch (item.line("type", "")) {
    case "section":
      return paragraphs(
        textObject(item.at("text")),
        table(item.list("fields").map(textObject)),
        accessory(item.at("accessory")),
      );
    case "header":
      return `## ${textObject(item.at("text")).replace(/\s+/g, " ")}`;
    case "divider":
      return "----";
    case "context":
      return lines(
        ...item.list("elements").map((one) => (one.line("type", "") === "image" ? image(one) : textObject(one))),
      );
    case "image":
      return image(item);
    case "actions":
      return lines(...item.list("elements").map(accessory));
    case "input":
      return "";
    case "rich_text":
      return paragraphs(...item.list("elements").map(richText));
    default:
      // Blocks of unknown, newer types are reduced to their text.
      return item.has("text") ? textObject(item.at("text")) : "";
  }
}

function image(item: Payload): string {
  const title = item.has("title.text") ? item.line("title.text", "") : item.line("title", "");
  const url = item.oneOf(["image_url", "slack_file.url"], "");
  return link(unescaped(title || item.line("alt_text", "") || "Image"), url);
}

/** Renders the image next to a section, or the button that links to a page. */
function accessory(item: Payload): string {
  if (item.line("type", "") === "image") return image(item);
  return item.has("url") ? link(textObject(item.at("text")), item.line("url", "")) : "";
}

function table(fields: readonly string[]): string {
  const [only] = fields;
  if (only === undefined || fields.length === 1) return only ?? "";
  const cells = fields.map((field) => field.replace(/(?<!\s)\s*\n\s*/g, " ").replaceAll("|", "\\|"));
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => {
    return `| ${cells[2 * row] ?? ""} | ${cells[2 * row + 1] ?? ""} |`;
  });
  return lines("| | |", "|-|-|", ...rows);
}

function textObject(text: Payload): string {
  const shown = typeof text.value === "string" ? text.value : text.text("text", "");
  return text.line("type", "") === "plain_text" ? shown.trim() : mrkdwn(shown.trim());
}

/** Renders rich text elements: sections, lists, quotes and preformatted text. */
function richText(item: Payload): string {
  const parts = item.list("elements");
  switch (item.line("type", "")) {
    case "rich_text_list": {
      const indent = " ".repeat(2 * Math.min(6, Math.max(0, item.number("indent", 0))));
      const isOrdered = item.line("style", "") === "ordered";
      const first = 1 + Math.max(0, Math.trunc(item.number("offset", 0)));
      return lines(
        ...parts.map((part, index) => `${indent}${isOrdered ? `${first + index}.` : "*"} ${richText(part)}`),
      );
    }
    case "rich_text_quote":
      return quote(parts.map(richElement).join(""));
    case "rich_text_preformatted":
      return codeBlock(parts.map((part) => part.text("text", part.text("url", ""))).join(""));
    default:
      return parts.map(richElement).join("").trimEnd();
  }
}

function richElement(item: Payload): string {
  const text = item.text("text", "");
  switch (item.line("type", "")) {
    case "link":
      return link(text || item.line("url", ""), item.line("url", ""));
    case "emoji":
      return `:${item.line("name", "")}:`;
    case "user":
      return `@${item.line("user_id", "")}`;
    case "channel":
      return `#${item.line("channel_id", "")}`;
    case "broadcast":
      return `@${item.line("range", "")}`;
    case "date":
      return time(item.line("timestamp", ""));
    default:
      return styledText(text, (style) => item.is(`style.${style}`));
  }
}
