import type { Milliseconds } from "../../util/time.ts";
import type { Mail } from "./compose.ts";

/*
 * Formats emails for mail servers (RFC 5322, 2045 to 2047): only ASCII, in lines of at most 76 characters where they
 * can be broken. Nodemailer's writer does the same in 140 kB, because it also supports attachments, files and streams.
 * This server's emails have none of those. Exported emails are built from these parts, too.
 */

/** Properties of an email that stay the same when it is sent again. */
export interface Stamp {
  /** Letters and digits that identify an email delivered twice. */
  readonly id: string;
  readonly date: Milliseconds;
}

export const END = "\r\n";
const MAX_LINE_LENGTH = 76;
/** Longest unencoded word in a header. Lines are limited to 998 characters. */
const MAX_WORD_LENGTH = 900;
/** Bytes of an encoded word that fit into one line along with the header name. */
const WORD_BYTES = 39;

export function mimeOf({ from, to, replyTo, subject, text, html, headers }: Mail, { id, date }: Stamp): string {
  const boundary = `=_${id}`;
  const domain = withAsciiDomain(readMailbox(from).address).split("@").at(-1);
  const head = {
    From: mailbox(from),
    To: mailbox(to),
    ...(replyTo !== undefined && { "Reply-To": mailbox(replyTo) }),
    Subject: unstructured(subject),
    Date: new Date(date).toUTCString().replace("GMT", "+0000"),
    "Message-ID": `<${id}@${domain}>`,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, unstructured(value)])),
    "MIME-Version": "1.0",
    "Content-Type": `multipart/alternative; boundary="${boundary}"`,
  };
  const parts = [part("plain", text), part("html", html)].map((each) => `--${boundary}${END}${each}${END}`);
  return `${lines(head)}${END}${parts.join("")}--${boundary}--${END}`;
}

function part(subtype: string, content: string): string {
  const head = { "Content-Type": `text/${subtype}; charset=utf-8`, "Content-Transfer-Encoding": "quoted-printable" };
  return `${lines(head)}${END}${quotedPrintable(content)}`;
}

/** Returns header lines, folding long ones. */
export const lines = (head: Record<string, string>): string =>
  Object.entries(head)
    .map(([name, value]) => folded(name, value) + END)
    .join("");

/** Folds a header line at spaces, never before its first word. */
function folded(name: string, value: string): string {
  let length = name.length + 1;
  let isFirst = true;
  return value.split(" ").reduce((line, word) => {
    const breaks = !isFirst && word !== "" && length + 1 + word.length > MAX_LINE_LENGTH;
    length = (breaks ? 0 : length) + 1 + word.length;
    if (word !== "") isFirst = false;
    return `${line}${breaks ? END : ""} ${word}`;
  }, `${name}:`);
}

/** Parses a mailbox as users write it: `chat@example.org`, or `Chat <chat@example.org>`. */
export function readMailbox(text: string): { readonly name: string; readonly address: string } {
  const [, name = "", address = text.trim()] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const [, quoted] = /^"(.*)"$/.exec(name) ?? [];
  return { name: quoted?.replace(/\\(.)/g, "$1") ?? name, address };
}

const mailbox = (text: string): string => mailboxOf(readMailbox(text));

/** Converts the domain name of an address to ASCII, if necessary (RFC 5891). */
export function withAsciiDomain(address: string): string {
  const domain = address.split("@").at(-1) ?? "";
  const ascii = /^[ -~]*$/.test(domain) ? domain : (URL.parse(`http://${domain}`)?.hostname ?? domain);
  return address.slice(0, address.length - domain.length) + ascii;
}

export function mailboxOf(box: { readonly name: string; readonly address: string }): string {
  const { name } = box;
  const address = withAsciiDomain(box.address);
  if (name === "") return address;
  if (!isPlain(name)) return `${encodedWords(name)} <${address}>`;
  // Only atoms and spaces need no quotes.
  return /^[\w!#$%&'*+/=?^`{|}~ -]+$/.test(name)
    ? `${name} <${address}>`
    : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}

/** Encodes the value of a free-text header, such as a subject. */
export const unstructured = (text: string): string => (isPlain(text) ? text : encodedWords(text));

const isPlain = (text: string): boolean =>
  /^[ -~]*$/.test(text) && !text.includes("=?") && text.split(" ").every(({ length }) => length <= MAX_WORD_LENGTH);

/**
 * Encodes a text as encoded words that don't split characters. Spaces between encoded words aren't part of the text.
 */
function encodedWords(text: string): string {
  const words = [""];
  for (const character of text) {
    const longer = (words.at(-1) ?? "") + character;
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character);
    else words.splice(-1, 1, longer);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

export const quotedPrintable = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => quotedLine(Buffer.from(line)))
    .join(END);

function quotedLine(bytes: Uint8Array): string {
  let written = "";
  let length = 0;
  bytes.forEach((byte, at) => {
    const isSpace = byte === 0x20 || byte === 0x09;
    const isItself = isSpace ? at < bytes.length - 1 : byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    const next = isItself ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    if (length + next.length >= MAX_LINE_LENGTH) {
      written += `=${END}`;
      length = 0;
    }
    written += next;
    length += next.length;
  });
  return written;
}
