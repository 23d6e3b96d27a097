import { Placeholders } from "../../util/placeholders.ts";
import { markdownLink } from "../markdown/markdown-link.ts";
import { emojiOfShortName } from "../short-names.ts";

export interface SlackNames {
  user(id: string, label: string): string;
  channel(id: string, label: string): string;
  group(id: string, label: string): string;
  /** Called for unknown parts of messages. */
  strange(type: string): void;
}

const CODE = /\n?```([\s\S]*?)```\n?|`([^`\n]+)`/g;
const ANGLES = /<([^<>\n]+)>/g;
/** A formatting mark at a word boundary, and the text it formats. */
const MARKED = /(?<![\p{L}\p{N}*_~])([*_~])(?=\S)((?:(?!\1)[^\n])*?(?!\1)\S)\1(?![\p{L}\p{N}*_~])/gu;
const MARKDOWN_MARKS: Readonly<Record<string, string>> = { "*": "**", _: "*", "~": "~~" };
const EMOJI = /:([\p{L}\p{N}_+'-]+(?:::skin-tone-\d)?):/gu;

export function slackText(text: string, names: SlackNames): string {
  const kept = new Placeholders();
  const held = Placeholders.clean(text.replace(/\r\n?/g, "\n"))
    .replace(CODE, (_, block: string | undefined, inline = "") =>
      block === undefined ? kept.keep(`\`${verbatim(inline)}\``) : `\n${kept.keep(fenced(verbatim(block)))}\n`,
    )
    .replace(ANGLES, (_, inside: string) => kept.keep(reference(inside, names)));
  return kept
    .putBack(unescaped(withEmoji(quoted(emphasized(held)))))
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Replaces emoji names with the ones used here. */
export const withEmoji = (text: string): string =>
  text.replace(EMOJI, (whole, name: string) => {
    const emoji = emojiOfShortName(name);
    return emoji === undefined ? whole.replace(/::skin-tone-\d:$/, ":") : `:${emoji.emoji_name}:`;
  });

/** Unescapes the three characters that Slack escapes, in code as well. */
export const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Converts code: unescapes it, and replaces URLs in angle brackets. It has no other Slack syntax. */
const verbatim = (code: string): string =>
  unescaped(
    code.replace(/<((?:https?|mailto):[^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, url: string, label?: string) => label ?? url),
  );

export function fenced(code: string): string {
  // In a loop, because a text can have more fences than a `Math.max` call can take arguments.
  let longest = 2;
  for (const [, fence = ""] of code.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) longest = Math.max(longest, fence.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code.replace(/^\n|\n$/g, "")}\n${fence}`;
}

function emphasized(text: string): string {
  return text.replace(MARKED, (_, mark: string, inner: string) => {
    const marks = MARKDOWN_MARKS[mark] ?? "";
    return marks + emphasized(inner) + marks;
  });
}

/** Converts `>` quotes. Slack ends them at the end of the line, Markdown at an empty line. */
function quoted(text: string): string {
  const lines: string[] = [];
  let isQuote = false;
  for (const line of text.split("\n")) {
    const [, inner] = /^&gt; ?(.*)$/.exec(line) ?? [];
    if (isQuote && inner === undefined && line.trim() !== "") lines.push("");
    isQuote = inner !== undefined;
    lines.push(inner === undefined ? line : `> ${inner}`);
  }
  return lines.join("\n");
}

/** Converts the content of angle brackets: a person, a channel, a wildcard, a time, or a link. */
function reference(inside: string, names: SlackNames): string {
  const [target = "", ...rest] = inside.split("|");
  const label = unescaped(rest.join("|"));
  const id = target.slice(1);
  if (target.startsWith("@")) return names.user(id, label);
  if (target.startsWith("#")) return names.channel(id, label);
  if (/^!(?:here|channel|everyone)$/.test(target)) return "@**all**";
  if (target.startsWith("!subteam^")) return names.group(target.slice("!subteam^".length), label);
  if (target.startsWith("!")) return label || `@${id.split("^")[0] ?? ""}`;
  const url = unescaped(target);
  if (url.startsWith("mailto:")) return label || url.slice("mailto:".length);
  return label === "" ? url : markdownLink(label, url);
}
