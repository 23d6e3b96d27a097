import { htmlToMarkdown } from "./html/html-to-markdown.ts";
import type { MailOptions } from "./mail-address.ts";
import { isForward, isReplySubject } from "./mail-topic.ts";
import type { ReadMail } from "./read-mail.ts";
import { withoutQuotes } from "./text/cut-quotes.ts";
import { withoutSignature } from "./text/cut-signature.ts";

const NO_BODY = "(No email body)";
/** The characters that are read: a message would have nothing of what is longer anyway. */
const MAX_CHARACTERS = 100_000;

/** The message that a mail makes, by the options of the address that it came to (webhooks.md 6). */
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

/** A name that is shown as it is, and mentions nobody. */
const quiet = (name: string) => name.replace(/[*_`~[\]\\#|@](?![\w.-]+>?$)/g, (character) => `\\${character}`);
