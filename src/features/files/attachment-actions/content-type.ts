/** Types that browsers display without running scripts in them. */
const SHOWN = new Set([
  "audio/aac",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/vnd.wave",
  "audio/wav",
  "audio/webm",
  "audio/x-wav",
  "image/avif",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/plain",
  "video/mp4",
  "video/quicktime",
  "video/webm",
]);

/** Types by file extension, for uploads that don't declare one. */
const BY_EXTENSION = new Map(
  Object.entries({
    aac: "audio/aac",
    avif: "image/avif",
    csv: "text/csv",
    flac: "audio/flac",
    htm: "text/html",
    html: "text/html",
    json: "application/json",
    log: "text/plain",
    m4a: "audio/mp4",
    md: "text/markdown",
    mov: "video/quicktime",
    mp3: "audio/mpeg",
    mp4: "video/mp4",
    ogg: "audio/ogg",
    pdf: "application/pdf",
    svg: "image/svg+xml",
    txt: "text/plain",
    wav: "audio/wav",
    weba: "audio/webm",
    webm: "video/webm",
    zip: "application/zip",
  }),
);

const UNKNOWN = "application/octet-stream";

/**
 * Returns a file's media type without parameters: the declared one, or if that is missing or overlong, the type for the
 * name.
 */
export function contentType(declared: string, name: string): string {
  const [, type] = /^\s*([a-z]{1,127}\/[a-z0-9.+-]{1,127})\s*(?:;|$)/i.exec(declared) ?? [];
  if (type !== undefined && type.toLowerCase() !== UNKNOWN) return type.toLowerCase();
  return BY_EXTENSION.get(name.split(".").at(-1)?.toLowerCase() ?? "") ?? UNKNOWN;
}

/** Whether browsers may display files of a type instead of downloading them. */
export const isShown = (type: string): boolean => SHOWN.has(type);

export const storedType = (type: string): string => (type.startsWith("text/") ? `${type}; charset=utf-8` : type);
