import type { Address, Attachment, Email } from "postal-mime";
import { limits } from "../../../protocol/limit-table.ts";
import { machineRandom, randomToken } from "../../../util/random.ts";
import { LETTER_MARK } from "../../email/compose.ts";
import { decodePart } from "./decode-part.ts";
import { lightened, markOf } from "./light-mail.ts";

/** The parts of an incoming email that become a message. */
export interface ReadMail {
  readonly id: string | null;
  readonly subject: string;
  /** Name and address of the purported sender. */
  readonly from: string;
  readonly text: string;
  readonly html: string;
  /** Whether the email's headers mark it as a reply. */
  readonly isAnswer: boolean;
  /** Whether the email was generated automatically, such as an out-of-office reply. */
  readonly isAutomatic: boolean;
  /** Whether the email is a notification from a Parley server. */
  readonly isOwnLetter: boolean;
  /** Files that a message can have, and whether the email has more. */
  readonly files: readonly File[];
  readonly hasMoreFiles: boolean;
}

/** Maximum nesting of parts, and maximum bytes of all headers together. */
const BOUNDS = { maxNestingDepth: 50, maxHeadersSize: 262_144, forceRfc822Attachments: true } as const;
const MAX_ID = 480;
const DASH = 0x2d;
const LINE_FEED = 0x0a;

export class UnreadableMail extends Error {}

/** Larger emails are reduced before parsing, and only a few are in memory at once. */
export const LARGE_BYTES = 1_048_576;

/** Parses an email, however malformed. Throws UnreadableMail if it isn't one, or exceeds the limits. */
export async function readMail(raw: Uint8Array, isLarge = raw.length > LARGE_BYTES): Promise<ReadMail> {
  checkShape(raw);
  const { mail, contentOf } = await parseMail(raw, isLarge);
  const header = headersOf(mail);
  const named = mail.attachments.flatMap(namedFile);
  const files: File[] = [];
  for (const { attachment, name } of named.slice(0, limits.message.mail_files))
    files.push(new File(await contentOf(attachment), name, { type: attachment.mimeType }));
  return {
    id: mail.messageId?.trim().slice(0, MAX_ID) || null,
    subject: mail.subject ?? "",
    from: senderName(mail.from ?? mail.sender),
    text: mail.text ?? "",
    html: mail.html ?? "",
    isAnswer: header("in-reply-to") !== "" || header("references") !== "",
    isAutomatic: isAutomatic(header),
    isOwnLetter: header(LETTER_MARK.toLowerCase()) !== "",
    files,
    hasMoreFiles: named.length > files.length,
  };
}

interface Parsed {
  readonly mail: Email;
  readonly contentOf: (attachment: Attachment) => Promise<Uint8Array[]>;
}

/** Parses an email's parts. The files of a large one are decoded on demand. */
async function parseMail(raw: Uint8Array, isLarge: boolean): Promise<Parsed> {
  if (!isLarge) return { mail: await parse(raw), contentOf: async (one) => [bytesIn(one)] };
  const token = randomToken(machineRandom, TOKEN_LENGTH);
  const { rest, places } = lightened(raw, token);
  const marks = new Map(places.map((place, index) => [markOf(token, index), place]));
  await scheduler.wait(0);
  const mail = await parse(rest);
  const placeOf = (one: Attachment) => marks.get(markIn(one));
  // If placeholders are missing, only the full parser can read the email's structure, and it would block other
  // requests.
  if (mail.attachments.filter(placeOf).length < places.length) throw new UnreadableMail("Too large for its structure");
  const contentOf = async (one: Attachment) => {
    const place = placeOf(one);
    return place === undefined ? [bytesIn(one)] : decodePart(raw, place);
  };
  return { mail, contentOf };
}

function markIn(attachment: Attachment): string {
  const bytes = bytesIn(attachment);
  return bytes.length > TOKEN_LENGTH * 3 ? "" : new TextDecoder().decode(bytes).trim();
}

async function parse(raw: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(bufferOf(raw), BOUNDS).catch((error: unknown) => {
    throw new UnreadableMail("The message cannot be read", { cause: error });
  });
}

const TOKEN_LENGTH = 24;

/** Throws if an email has too many lines or parts, because parsing it would take too much memory. */
function checkShape(raw: Uint8Array): void {
  const { mail_lines, mail_separators } = limits.request;
  let [lines, separators] = [0, 0];
  for (let at = 0; at >= 0 && at < raw.length; ) {
    lines += 1;
    // Boundary lines start like this.
    if (raw[at] === DASH && raw[at + 1] === DASH) separators += 1;
    const end = raw.indexOf(LINE_FEED, at);
    at = end < 0 ? -1 : end + 1;
  }
  if (lines > mail_lines) throw new UnreadableMail("Too many lines");
  if (separators > mail_separators) throw new UnreadableMail("Too many parts");
}

/** Returns the bytes as an ArrayBuffer. Copies them only if they are part of a larger buffer. */
const bufferOf = (raw: Uint8Array): ArrayBuffer =>
  raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength ? raw.buffer : raw.slice().buffer;

type HeaderReader = (name: string) => string;

function headersOf({ headers }: Email): HeaderReader {
  const byName = new Map(headers.toReversed().map(({ key, value }) => [key, value.trim().toLowerCase()]));
  return (name) => byName.get(name) ?? "";
}

/** Whether an email was sent automatically, according to the headers of RFC 3834 and older conventions. */
function isAutomatic(header: HeaderReader): boolean {
  const submitted = header("auto-submitted");
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (/^(?:auto_reply|bulk|junk)$/.test(header("precedence"))) return true;
  if (["x-autoreply", "x-autorespond", "x-autoresponse"].some((name) => /^(?!no|false|$)/.test(header(name))))
    return true;
  return header("return-path") === "<>" || header("content-type").startsWith("multipart/report");
}

function senderName(from: Address | undefined): string {
  const { name = "", address = "" } = from ?? {};
  const line = (text: string) => [...text.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, 200).join("");
  if (line(name) === "" || line(name) === line(address)) return line(address);
  return address === "" ? line(name) : `${line(name)} <${line(address)}>`;
}

/** Content types of parts that are for email programs instead of readers. */
const FOR_PROGRAMS = new Set([
  "application/ms-tnef",
  "application/vnd.ms-tnef",
  "application/pgp-signature",
  "application/pgp-keys",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
]);

/** Counts a part as a file if it has a name, or is an inline picture or a forwarded email. Other parts are dropped. */
function namedFile(attachment: Attachment): { readonly attachment: Attachment; readonly name: string }[] {
  const { filename, mimeType, content, related } = attachment;
  if (FOR_PROGRAMS.has(mimeType) || /^winmail\.dat$/i.test(filename ?? "")) return [];
  const name = filename || nameInstead(mimeType, related === true);
  if (name === undefined || typeof content === "string") return [];
  return [{ attachment, name: name.toWellFormed() }];
}

function bytesIn({ content }: Attachment): Uint8Array {
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  return typeof content === "string" ? new TextEncoder().encode(content) : content.slice();
}

function nameInstead(type: string, isRelated: boolean): string | undefined {
  if (type === "message/rfc822") return "message.eml";
  const [, kind] = /^image\/(png|jpeg|gif|webp)$/.exec(type) ?? [];
  return isRelated && kind !== undefined ? `image.${kind}` : undefined;
}
