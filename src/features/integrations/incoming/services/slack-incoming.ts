import { integration, SILENT } from "../integration.ts";
import { code, codeBlock, cut, lines, link, paragraphs, quote, time, webUrl } from "../render/compose.ts";
import type { Payload } from "../render/payload.ts";

/** What other programs send to incoming webhooks of Slack (webhooks.md 2). */
export const slackIncoming = integration({
  name: "slack_incoming",
  title: "Slack",
  category: "general",
  events: [],
  answersAsSlack: true,
  signature: {
    by: "hmac",
    header: "X-Slack-Signature",
    time: { header: "X-Slack-Request-Timestamp" },
    signed: "v0:{time}:{body}",
  },
  render({ payload }) {
    payload.checkObject();
    const blocks = payload.list("blocks").map(block);
    const text = mrkdwn(payload.text("text", "").trim());
    const attachments = payload.list("attachments").map(attachment);
    // Slack shows the text above attachments, and blocks instead of it.
    const said = blocks.length > 0 ? paragraphs(...blocks) || text : text;
    const icon = payload.line("icon_emoji", "");
    const isBare = blocks.length === 0 && attachments.length === 0;
    const content = paragraphs(isBare && said !== "" && icon !== "" ? `${icon} ${said}` : said, ...attachments);
    const topic = payload.line("channel", "").replace(/^[@#]/, "");
    return content === "" ? SILENT : { topic, content };
  },
});

/** An attachment: the older way to lay out a message. */
function attachment(item: Payload): string {
  const title = item.line("title", "");
  const author = item.line("author_name", "");
  const footer = mrkdwn(item.text("footer", ""));
  const at = item.line("ts", "");
  const image = item.line("image_url", "");
  const content = paragraphs(
    author !== "" && link(author, item.line("author_link", "")),
    title !== "" && `## ${link(unescaped(title), item.line("title_link", ""))}`,
    mrkdwn(item.text("pretext", "")),
    mrkdwn(item.text("text", "")),
    lines(...item.list("fields").map(attachmentField)),
    ...item.list("blocks").map(block),
    image !== "" && link("Image", image),
    lines(footer, at !== "" && time(at)),
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
      // A kind that is newer than this: its text is better than nothing.
      return item.has("text") ? textObject(item.at("text")) : "";
  }
}

function image(item: Payload): string {
  const title = item.has("title.text") ? item.line("title.text", "") : item.line("title", "");
  const url = item.oneOf(["image_url", "slack_file.url"], "");
  return link(unescaped(title || item.line("alt_text", "") || "Image"), url);
}

/** What stands beside a section: an image, or a button that leads somewhere. */
function accessory(item: Payload): string {
  if (item.line("type", "") === "image") return image(item);
  return item.has("url") ? link(textObject(item.at("text")), item.line("url", "")) : "";
}

/** Fields in two columns, as Slack shows them. */
function table(fields: readonly string[]): string {
  const [only] = fields;
  if (only === undefined || fields.length === 1) return only ?? "";
  const cells = fields.map((field) => field.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|"));
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => {
    return `| ${cells[2 * row] ?? ""} | ${cells[2 * row + 1] ?? ""} |`;
  });
  return lines("| | |", "|-|-|", ...rows);
}

function textObject(text: Payload): string {
  const shown = typeof text.value === "string" ? text.value : text.text("text", "");
  return text.line("type", "") === "plain_text" ? shown.trim() : mrkdwn(shown.trim());
}

/** Elements of rich text: sections, lists, quotes and preformatted text. */
function richText(item: Payload): string {
  const parts = item.list("elements");
  switch (item.line("type", "")) {
    case "rich_text_list": {
      const indent = " ".repeat(2 * Math.min(6, Math.max(0, item.number("indent", 0))));
      const isOrdered = item.line("style", "") === "ordered";
      return lines(...parts.map((part, index) => `${indent}${isOrdered ? `${index + 1}.` : "*"} ${richText(part)}`));
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
      return styled(text, item);
  }
}

function styled(text: string, item: Payload): string {
  if (text.trim() === "") return text;
  if (item.is("style.code")) return code(text);
  const marks = `${item.is("style.bold") ? "**" : ""}${item.is("style.italic") ? "*" : ""}${item.is("style.strike") ? "~~" : ""}`;
  if (marks === "") return text;
  const [, before = "", core = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return before + marks + core + [...marks].reverse().join("") + after;
}

const MOST_MRKDWN = 12_000;
const AROUND = "[\\s({\\[\"'.,:;!?>*_~-]";
const emphasis = (mark: string) =>
  new RegExp(
    `(?<=^|${AROUND})${mark}(?=\\S)([^${mark}\\n]{0,500}[^${mark}\\s])${mark}(?=$|[\\s)}\\]"'.,:;!?<*_~-])`,
    "gm",
  );
const [BOLD, ITALIC, STRIKE] = [emphasis("\\*"), emphasis("_"), emphasis("~")];

/** Slack's markup as Markdown. Code stays as it is. */
function mrkdwn(text: string): string {
  const parts = cut(text, MOST_MRKDWN).split(/(```[\s\S]*?```|`[^`\n]+`)/);
  const made = parts.map((part, index) => (index % 2 === 1 ? verbatim(part) : prose(part))).join("");
  return made.replace(/\n{2,}~~~/g, "\n~~~").trim();
}

function verbatim(part: string): string {
  const inside = unescaped(part);
  return inside.startsWith("```") ? `\n${codeBlock(inside.slice(3, -3).replace(/^\n/, ""))}\n` : inside;
}

function prose(text: string): string {
  const linked: string[] = [];
  const keep = (made: string) => `\u0001${linked.push(made) - 1}\u0002`;
  const held = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they mark places, and no text keeps its own
    .replace(/[\u0001\u0002]/g, "")
    .replace(/<([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, target: string, label = "") => keep(reference(target, label)));
  const marked = held
    .replace(BOLD, (_, inner: string) => keep("**") + inner + keep("**"))
    .replace(ITALIC, (_, inner: string) => `*${inner}*`)
    .replace(STRIKE, (_, inner: string) => `~~${inner}~~`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  return unescaped(marked).replace(/\u0001(\d+)\u0002/g, (_, index: string) => linked[Number(index)] ?? "");
}

/** What stands between < and >: a link, or the name of a person, a channel, a group or a moment. */
function reference(target: string, label: string): string {
  const [, kind, rest = ""] = /^([!@#])(.*)$/.exec(target) ?? [];
  if (kind === undefined) {
    const url = unescaped(target);
    const shown = unescaped(label);
    if (webUrl(url) !== undefined) return shown === "" ? url : link(shown, url);
    return shown === "" ? url : shown;
  }
  if (kind === "@") return `@${label || rest}`;
  if (kind === "#") return `#${label || rest}`;
  const [, moment] = /^date\^(\d+)/.exec(rest) ?? [];
  if (moment !== undefined) return time(moment);
  // Wildcards stay without effect, as text.
  return `@${label.replace(/^@/, "") || rest.replace(/^subteam\^/, "")}`;
}

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
