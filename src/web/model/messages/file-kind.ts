/** Longest file name extension that names a kind. */
const MAX_LENGTH = 4;

/** The kind of a file by its name's extension, such as "PDF", or "" if it has none. */
export function fileKind(name: string): string {
  const [, extension = ""] = /\.(\w+)$/.exec(name) ?? [];
  return extension.length > MAX_LENGTH ? "" : extension.toUpperCase();
}
