const MAX_NAME_BYTES = 255;
const MAX_LENGTH_IN_URL = 120;

/** Returns the name of an uploaded file: the last segment of the sent path, without control characters. */
export function fileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? "";
  const [base, extension] = parts(last.replace(/\p{Cc}/gu, "").trim());
  return shortened(base, extension, MAX_NAME_BYTES) || "file";
}

/** Returns a file's name as a URL segment: ASCII letters, digits and little else, so that nothing needs escaping. */
export function addressName(name: string): string {
  const [base, extension] = parts(name);
  const plain = base
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  return shortened(plain || "file", extension, MAX_LENGTH_IN_URL);
}

/** Returns a Content-Disposition header for a name with any characters (RFC 6266). */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${addressName(name)}"; filename*=UTF-8''${encoded}`;
}

/** Splits a name into base and extension. The extension includes the dot. */
function parts(name: string): [base: string, extension: string] {
  const [extension = ""] = /(?<=.)\.[A-Za-z0-9]{1,10}$/s.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}

const shortened = (base: string, extension: string, most: number): string =>
  [...base].slice(0, most - extension.length).join("") + extension;
