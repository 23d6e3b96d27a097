/** The header fields of an email or one of its parts that determine how to read the content. */
export interface Head {
  readonly type: string;
  /** Displayed texts; files, including forwarded emails; and content that just separates other parts. */
  readonly kind: "plain" | "html" | "file" | "none";
  readonly encoding: "base64" | "quoted-printable" | "none";
  /** Boundary of a multipart; "" for a single part. */
  readonly boundary: string;
}

/** The parser refuses longer headers, and no program writes longer fields. */
const [MAX_HEAD, MAX_FIELD] = [262_144, 1000];

/** Parses a header like the parser: the first of several fields with the same name counts. */
export function parsePartHead(bytes: Uint8Array, isMessage: boolean): Head {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_HEAD)).replace(/\r*\n(?=[ \t])/g, "");
  const fieldOf = (name: string) =>
    new RegExp(`^[ \\t]*${name}[ \\t]*:(.*)$`, "im").exec(text)?.[1]?.slice(0, MAX_FIELD);
  const content = fieldOf("content-type") ?? (isMessage ? "message/rfc822" : "text/plain");
  const type = firstValue(content);
  const encoding = encodingOf(fieldOf("content-transfer-encoding") ?? "");
  if (type.startsWith("multipart/")) return { type, kind: "none", encoding, boundary: boundaryOf(content) };
  const isShown =
    /^text\/(?:plain|html)$/.test(type) && firstValue(fieldOf("content-disposition") ?? "") !== "attachment";
  return { type, kind: isShown ? (type === "text/html" ? "html" : "plain") : "file", encoding, boundary: "" };
}

const withoutComments = (field: string) =>
  field.replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, (part) => (part.startsWith("(") ? "" : part));
const firstValue = (field: string) =>
  (withoutComments(field).split(";", 1)[0] ?? "").replaceAll('"', "").trim().toLowerCase();

function encodingOf(field: string): Head["encoding"] {
  const [word = ""] = /[\w-]+/.exec(withoutComments(field)) ?? [];
  const [, known] = /(base64|quoted-printable)/i.exec(word) ?? [];
  return known === undefined ? "none" : known.toLowerCase() === "base64" ? "base64" : "quoted-printable";
}

function boundaryOf(field: string): string {
  const [, quoted, plain = ""] =
    /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(withoutComments(field)) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain.trim();
}
