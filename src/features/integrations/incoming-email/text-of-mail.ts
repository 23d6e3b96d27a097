import { htmlToMarkdown } from "./html/html-to-markdown.ts";
import type { MailOptions } from "./mail-address.ts";
import { isForward, isReplySubject } from "./mail-topic.ts";
import type { ReadMail } from "./read-mail.ts";
import { withoutQuotes } from "./text/cut-quotes.ts";
import { withoutSignature } from "./text/cut-signature.ts";

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

/** Escapes a name so that it is shown literally, and mentions no one. */
const quiet = (name: string) => name.replace(/[*_`~[\]\\#|@](?![\w.-]+>?$)/g, (character) => `\\${character}`);
