import { concatBytes } from "../../../util/join-bytes.ts";
import type { Milliseconds } from "../../../util/time.ts";
import { END, lines, mailboxOf, quotedPrintable, unstructured } from "../../email/mime.ts";

/** A file attached to an email. */
interface Enclosed {
  readonly key: string;
  readonly name: string;
  readonly type: string;
}

interface JournalEmail {
  /** Consists of letters and digits. */
  readonly id: string;
  readonly host: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Empty if there are too many recipients for a header. */
  readonly to: readonly { readonly name: string; readonly address: string }[];
  readonly subject: string;
  readonly date: Milliseconds;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly files: readonly Enclosed[];
}

const encoder = new TextEncoder();
/** Number of bytes per line of Base64 (RFC 2045). */
const LINE_BYTES = 57;
/** Longer file names are truncated, because an encoded header line can have at most 998 characters. */
const MAX_NAME_LENGTH = 60;

/** Encodes a conversation's day as an email (RFC 5322) with its files, only a part of which is in memory at a time. */
export async function* encodeJournalEmail(email: JournalEmail, store: R2Bucket): AsyncGenerator<Uint8Array> {
  const { id, host, from, to, subject, date, headers, text, files } = email;
  // This text can't occur in quoted-printable or Base64 content.
  const boundary = `=_${id}`;
  const head = {
    From: mailboxOf(from),
    To: to.length === 0 ? "undisclosed-recipients:;" : to.map(mailboxOf).join(", "),
    Subject: unstructured(subject),
    Date: new Date(date).toUTCString().replace("GMT", "+0000"),
    "Message-ID": `<${id}@${host}>`,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, unstructured(value)])),
    "MIME-Version": "1.0",
    "Content-Type": `multipart/mixed; boundary="${boundary}"`,
  };
  const textHead = { "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "quoted-printable" };
  yield encoder.encode(`${lines(head)}${END}--${boundary}${END}${lines(textHead)}${END}${quotedPrintable(text)}${END}`);
  for (const file of files) {
    const found = await store.get(file.key);
    if (found === null) continue;
    yield encoder.encode(`--${boundary}${END}${fileHead(file)}${END}`);
    yield* inBase64(found.body);
  }
  yield encoder.encode(`--${boundary}--${END}`);
}

function fileHead({ name, type }: Enclosed): string {
  const shown = encodeURIComponent([...name.toWellFormed()].slice(-MAX_NAME_LENGTH).join("")).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return lines({
    "Content-Type": /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream",
    "Content-Transfer-Encoding": "base64",
    "Content-Disposition": `attachment; filename*=UTF-8''${shown}`,
  });
}

async function* inBase64(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    const bytes = concatBytes([rest, chunk]);
    const whole = bytes.length - (bytes.length % LINE_BYTES);
    if (whole > 0) yield encoder.encode(encodeBase64Lines(bytes.subarray(0, whole)));
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield encoder.encode(encodeBase64Lines(rest));
}

function encodeBase64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64");
  return text.replace(/.{1,76}/g, (line: string) => line + END);
}
