export interface Media {
  readonly accept: string;
  readonly takesRanges: boolean;
  readonly bounds: { readonly timeoutMs: number; readonly mostBytes: number };
  /** Returns the Content-Type to relay, or undefined for content that isn't relayed, such as HTML and SVG. */
  readonly typeOf: (headers: Headers) => string | undefined;
}

const MIB = 1_048_576;

/** Types that browsers display without running anything in them. */
const PICTURES = new Set([
  "image/avif",
  "image/bmp",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/vnd.microsoft.icon",
  "image/webp",
  "image/x-icon",
]);
const FILMS = new Set(["video/mp4", "video/ogg", "video/quicktime", "video/webm"]);

const among = (types: ReadonlySet<string>) => (headers: Headers) => {
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase().replace("image/jpg", "image/jpeg");
  return type !== undefined && types.has(type) ? type : undefined;
};

const picture: Media = {
  accept: [...PICTURES].join(", "),
  takesRanges: false,
  bounds: { timeoutMs: 20_000, mostBytes: 10 * MIB },
  typeOf: among(PICTURES),
};

/** Videos are streamed in the byte ranges the browser requests. */
const film: Media = {
  accept: [...FILMS].join(", "),
  takesRanges: true,
  bounds: { timeoutMs: 600_000, mostBytes: 500 * MIB },
  typeOf: among(FILMS),
};

export const mediaOf = (url: string): Media =>
  /\.(?:mp4|mov|webm)$/i.test(URL.parse(url)?.pathname ?? "") ? film : picture;
