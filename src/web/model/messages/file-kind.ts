/** Maximum length of a file name extension that is shown as a kind. */
const MAX_LENGTH = 4;

/** Returns a file's kind by the extension of its name, such as "PDF", or "" if it has no extension or a long one. */
export function fileKind(name: string): string {
  const [, extension = ""] = /\.(\w+)$/.exec(name) ?? [];
  return extension.length > MAX_LENGTH ? "" : extension.toUpperCase();
}
