const LONGEST = 255;
const LONGEST_IN_ADDRESS = 120;

/** What a file is called: the last part of a path, of one line. */
export function fileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? "";
  const [base, extension] = parts(last.replace(/\p{Cc}/gu, "").trim());
  return shortened(base, extension, LONGEST) || "file";
}

/**
 * A file's name as the last part of its address: of letters, digits and little else, so that it stands in links and
 * headers as it is.
 */
export function addressName(name: string): string {
  const [base, extension] = parts(name);
  const plain = base
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  return shortened(plain || "file", extension, LONGEST_IN_ADDRESS);
}

/** A name in a header, whatever characters it is made of (RFC 6266). */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${addressName(name)}"; filename*=UTF-8''${encoded}`;
}

/** A name without its extension, and that with its dot. */
function parts(name: string): [base: string, extension: string] {
  const [extension = ""] = /(?<=.)\.[A-Za-z0-9]{1,10}$/s.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}

const shortened = (base: string, extension: string, most: number): string =>
  [...base].slice(0, most - extension.length).join("") + extension;
