import { Placeholders } from "../../../../util/placeholders.ts";
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
  const kept = new Placeholders();
  const marked = Placeholders.clean(text)
    .replace(/<([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, target: string, label = "") =>
      kept.keep(reference(target, label, nameOf)),
    )
    .replace(BOLD, (_, inner: string) => kept.keep("**") + inner + kept.keep("**"))
    .replace(ITALIC, (_, inner: string) => `*${inner}*`)
    .replace(STRIKE, (_, inner: string) => `~~${inner}~~`);
  return kept.putBack(unescaped(marked));
}

/** Converts the text between < and > to Markdown: a link, a time, or the name of a user, channel or group. */
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
  // Wildcard and group mentions become plain text that notifies no one.
  return `@${label.replace(/^@/, "") || rest.replace(/^subteam\^/, "")}`;
}

export const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
