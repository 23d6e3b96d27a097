import { htmlToMarkdown } from "./html/html-to-markdown.ts";
import type { MailOptions } from "./mail-address.ts";
import { isForward, isReplySubject } from "./mail-topic.ts";
import type { ReadMail } from "./read-mail.ts";
import { withoutQuotes } from "./text/cut-quotes.ts";

/** Footers that phones and some programs add to each email. */
const ADVERTISEMENT =
  /^(?:sent (?:from|via|with) (?:my )?(?:iphone|ipad|android|samsung|galaxy|huawei|pixel|phone|mobile|blackberry|mail for|outlook|yahoo|proton|aol|gmail|fairphone)\b.{0,80}|get outlook for \S.{0,60}|holen sie sich outlook für \S.{0,60}|(?:von|aus|mit) mein(?:em|er) .{1,60} gesendet\.?|gesendet (?:von|mit|aus) .{1,80}|diese nachricht wurde von mein\S+ .{1,80} gesendet.{0,40}|envoyé (?:de|depuis) mon .{1,60}|enviado desde mi .{1,60}|inviato da(?:l mio)? .{1,60})$/i;

/** Maximum length of such a footer line, even with a link. */
const MAX_LINE_LENGTH = 4000;

/**
 * Removes an email's signature: everything after the only line with two dashes (webhooks.md 6), and a last line in
 * which a program names itself. If nothing would remain, returns the whole text.
 */
function withoutSignature(text: string): string {
  const lines = text.split("\n");
  const dashes = lines.flatMap((line, at) => (/^--\s*$/.test(line) ? [at] : []));
  const [only] = dashes;
  const cut = dashes.length === 1 && only !== undefined ? lines.slice(0, only) : lines;
  const own = withoutAdvertisement(cut).join("\n").trim();
  return own === "" ? text : own;
}

function withoutAdvertisement(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if ((lines[last] ?? "").length > MAX_LINE_LENGTH) return lines;
  const line = plain(lines[last] ?? "");
  // Without a blank line above, the line is part of the sender's text.
  const isAlone = last > 0 && (lines[last - 1] ?? "").trim() === "";
  return isAlone && line.length < 120 && ADVERTISEMENT.test(line) ? lines.slice(0, last) : lines;
}

const plain = (line: string) => line.trim().replace(/\[([^\]]{0,200})\]\([^)]{0,2000}\)/g, "$1");

const NO_BODY = "(No email body)";
/** Characters read. Longer text wouldn't fit into a message anyway. */
const MAX_CHARACTERS = 100_000;

/** Converts an email to a message, according to the options of its address (webhooks.md 6). */
export function textOfMail(mail: ReadMail, options: MailOptions): string {
  const whole = bodyOf(mail, options).slice(0, MAX_CHARACTERS).toWellFormed();
  const isReply = mail.isAnswer || isReplySubject(mail.subject);
  const own = options.keepsQuotes || isForward(mail.subject) ? whole : withoutQuotes(whole, { isReply });
  const text = (options.keepsFooter ? own : withoutSignature(own)).replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  const body = text.trim() === "" ? NO_BODY : text;
  return options.showsSender && mail.from !== "" ? `From: ${quiet(mail.from)}\n${body}` : body;
}

function bodyOf({ text, html }: ReadMail, { prefersHtml }: MailOptions): string {
  if (html.trim() !== "" && (prefersHtml || text.trim() === "")) return htmlToMarkdown(html).replaceAll("\0", "");
  return text.replaceAll("\0", "").replace(/\r\n?/g, "\n").replaceAll("\u00a0", " ");
}

/** Escapes a name so that it is displayed literally and mentions no one. */
const quiet = (name: string) => name.replace(/[*_`~[\]\\#|@](?![\w.-]+>?$)/g, (character) => `\\${character}`);
