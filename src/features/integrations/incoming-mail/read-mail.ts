import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { limits } from "../../../protocol/limit-table.ts";
import { machineRandom, randomToken } from "../../../util/random.ts";
import { LETTER_MARK } from "../../mail/compose.ts";
import { decoded } from "./decode-part.ts";
import { lightened, markOf } from "./light-mail.ts";

/** A mail that came in, as far as a message is made of it. */
export interface ReadMail {
  readonly id: string | null;
  readonly subject: string;
  /** The name and the address of who it says that it is from. */
  readonly from: string;
  readonly text: string;
  readonly html: string;
  /** Whether its headers say that it answers another mail. */
  readonly isAnswer: boolean;
  /** Whether a program has written it by itself, such as while somebody is away. */
  readonly isAutomatic: boolean;
  /** Whether it is a letter of such a server as this one. */
  readonly isOwnLetter: boolean;
  /** The files that a message can have, and whether the mail has more. */
  readonly files: readonly File[];
  readonly hasMoreFiles: boolean;
}

/** Parts within parts go no deeper than this, and all headers together have so many bytes. */
const BOUNDS = { maxNestingDepth: 50, maxHeadersSize: 262_144, forceRfc822Attachments: true } as const;
const MAX_ID = 480;
const DASH = 0x2d;
const LINE_FEED = 0x0a;

export class UnreadableMail extends Error {}

/** The size from which the parser sees only a part of a mail, and few are in memory at once. */
export const LARGE_BYTES = 1_048_576;

/** Reads the bytes of a mail, however they were made. Throws UnreadableMail where they are none, or too much of one. */
export async function readMail(raw: Uint8Array, isLarge = raw.length > LARGE_BYTES): Promise<ReadMail> {
  checkShape(raw);
  const { mail, contentOf } = await parsed(raw, isLarge);
  const header = headersOf(mail);
  const named = mail.attachments.flatMap(namedFile);
  const files: File[] = [];
  for (const { attachment, name } of named.slice(0, limits.message.mail_files))
    files.push(new File(await contentOf(attachment), name, { type: attachment.mimeType }));
  return {
    id: mail.messageId?.trim().slice(0, MAX_ID) || null,
    subject: mail.subject ?? "",
    from: nameOf(mail.from ?? mail.sender),
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

/** The parts of a mail. The files of a large one are decoded when they are asked for. */
async function parsed(raw: Uint8Array, isLarge: boolean): Promise<Parsed> {
  if (!isLarge) return { mail: await parse(raw), contentOf: async (one) => [bytesIn(one)] };
  const token = randomToken(machineRandom, TOKEN_LENGTH);
  const { rest, places } = lightened(raw, token);
  const marks = new Map(places.map((place, index) => [markOf(token, index), place]));
  await scheduler.wait(0);
  const mail = await parse(rest);
  const placeOf = (one: Attachment) => marks.get(markIn(one));
  // The parser alone can read such a structure, which would keep others waiting.
  if (mail.attachments.filter(placeOf).length < places.length) throw new UnreadableMail("Too large for its structure");
  const contentOf = async (one: Attachment) => {
    const place = placeOf(one);
    return place === undefined ? [bytesIn(one)] : decoded(raw, place);
  };
  return { mail, contentOf };
}

function markIn(attachment: Attachment): string {
  const bytes = bytesIn(attachment);
  return bytes.length > TOKEN_LENGTH * 3 ? "" : new TextDecoder().decode(bytes).trim();
}

const parse = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(bufferOf(raw), BOUNDS).catch((error: unknown) => {
    throw new UnreadableMail("The message cannot be read", { cause: error });
  });

const TOKEN_LENGTH = 24;

/** Refuses mail of so many lines, or parts, that to read it would take too much memory. */
function checkShape(raw: Uint8Array): void {
  const { mail_lines, mail_separators } = limits.request;
  let [lines, separators] = [0, 0];
  for (let at = 0; at >= 0 && at < raw.length; ) {
    lines += 1;
    // Lines that separate parts begin so.
    if (raw[at] === DASH && raw[at + 1] === DASH) separators += 1;
    const end = raw.indexOf(LINE_FEED, at);
    at = end < 0 ? -1 : end + 1;
  }
  if (lines > mail_lines) throw new UnreadableMail("Too many lines");
  if (separators > mail_separators) throw new UnreadableMail("Too many parts");
}

/** The bytes as a buffer of their own; they are not copied, unless they are a part of another one. */
const bufferOf = (raw: Uint8Array): ArrayBuffer =>
  raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength ? raw.buffer : raw.slice().buffer;

type HeaderReader = (name: string) => string;

function headersOf({ headers }: Email): HeaderReader {
  const byName = new Map(headers.toReversed().map(({ key, value }) => [key, value.trim().toLowerCase()]));
  return (name) => byName.get(name) ?? "";
}

/** Whether a program has sent it, by the headers of RFC 3834, and those that programs have used before it. */
function isAutomatic(header: HeaderReader): boolean {
  const submitted = header("auto-submitted");
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (/^(?:auto_reply|bulk|junk)$/.test(header("precedence"))) return true;
  if (["x-autoreply", "x-autorespond", "x-autoresponse"].some((name) => /^(?!no|false|$)/.test(header(name))))
    return true;
  return header("return-path") === "<>" || header("content-type").startsWith("multipart/report");
}

function nameOf(from: Address | undefined): string {
  const { name = "", address = "" } = from ?? {};
  const line = (text: string) =>
    text
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, 200);
  if (line(name) === "" || line(name) === line(address)) return line(address);
  return address === "" ? line(name) : `${line(name)} <${line(address)}>`;
}

/** Parts that programs add for other programs. */
const FOR_PROGRAMS = new Set([
  "application/ms-tnef",
  "application/vnd.ms-tnef",
  "application/pgp-signature",
  "application/pgp-keys",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
]);

/** A part with a name, a picture of the text or a forwarded mail is a file; nothing of any other part. */
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
