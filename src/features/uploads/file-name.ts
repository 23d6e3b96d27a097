const LONGEST = 120;

/**
 * A file's name as the last part of its address: of letters, digits and little else, so that it stands in links and
 * headers as it is. What it is called in full is kept beside it.
 */
export function addressName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  const [, base = "", extension = ""] = /^(.*?)((?:\.[A-Za-z0-9]{1,10})?)$/.exec(plain) ?? [];
  return `${base.slice(0, LONGEST - extension.length) || "file"}${extension}`;
}

/** What a file is called: the last part of a path, of one line. */
export const fileName = (sent: string): string =>
  (sent.split(/[/\\]/).at(-1) ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 255) || "file";

/** A name in a header, whatever characters it is made of (RFC 6266). */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${addressName(name)}"; filename*=UTF-8''${encoded}`;
}
