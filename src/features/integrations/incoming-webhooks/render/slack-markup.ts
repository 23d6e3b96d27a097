import type { SignatureForm } from "../signature.ts";
import { codeBlock, link, time, truncate, webUrl } from "./compose.ts";

/** How Slack signs its events, and its apps' requests. */
export const SLACK_SIGNATURE: SignatureForm = {
  by: "hmac",
  header: "X-Slack-Signature",
  time: { header: "X-Slack-Request-Timestamp" },
  signed: "v0:{time}:{body}",
};

/** Returns a user's or channel's name by id, or the id itself if unknown. */
type NameOf = (id: string) => string;
const unnamed: NameOf = (id) => id;

const MAX_MRKDWN = 12_000;
const AROUND = "[\\s({\\[\"'.,:;!?>*_~-]";
const emphasis = (mark: string) =>
  new RegExp(
    `(?<=^|${AROUND})${mark}(?=\\S)([^${mark}\\n]{0,500}[^${mark}\\s])${mark}(?=$|[\\s)}\\]"'.,:;!?<*_~-])`,
    "gm",
  );
const [BOLD, ITALIC, STRIKE] = [emphasis("\\*"), emphasis("_"), emphasis("~")];

/** Converts Slack's markup to Markdown. Code stays unchanged. */
export function mrkdwn(text: string, nameOf: NameOf = unnamed): string {
  const parts = truncate(text, MAX_MRKDWN).split(/(```[\s\S]*?```|`[^`\n]+`)/);
  const made = parts.map((part, index) => (index % 2 === 1 ? verbatim(part) : prose(part, nameOf))).join("");
  return made.replace(/(?<!\n)\n{2,}~~~/g, "\n~~~").trim();
}

function verbatim(part: string): string {
  const inside = unescaped(part);
  return inside.startsWith("```") ? `\n${codeBlock(inside.slice(3, -3).replace(/^\n/, ""))}\n` : inside;
}

function prose(text: string, nameOf: NameOf): string {
  const linked: string[] = [];
  const keep = (made: string) => `\u0001${linked.push(made) - 1}\u0002`;
  const held = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they mark places, and no text keeps its own
    .replace(/[\u0001\u0002]/g, "")
    .replace(/<([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, target: string, label = "") =>
      keep(reference(target, label, nameOf)),
    );
  const marked = held
    .replace(BOLD, (_, inner: string) => keep("**") + inner + keep("**"))
    .replace(ITALIC, (_, inner: string) => `*${inner}*`)
    .replace(STRIKE, (_, inner: string) => `~~${inner}~~`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  return unescaped(marked).replace(/\u0001(\d+)\u0002/g, (_, index: string) => linked[Number(index)] ?? "");
}

/** Converts the text between < and > to Markdown: a link, or the name of a user, channel, group or time. */
function reference(target: string, label: string, nameOf: NameOf): string {
  const [, kind, rest = ""] = /^([!@#])(.*)$/.exec(target) ?? [];
  if (kind === undefined) {
    const url = unescaped(target);
    const shown = unescaped(label);
    if (webUrl(url) !== undefined) return shown === "" ? url : link(shown, url);
    return shown === "" ? url : shown;
  }
  if (kind === "@") return `@${unescaped(label) || nameOf(rest)}`;
  if (kind === "#") return `#${unescaped(label) || nameOf(rest)}`;
  const [, moment] = /^date\^(\d+)/.exec(rest) ?? [];
  if (moment !== undefined) return time(moment);
  // Wildcards remain as plain text without effect.
  return `@${label.replace(/^@/, "") || rest.replace(/^subteam\^/, "")}`;
}

export const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
