import { Buffer } from "node:buffer";
import { type PageContext, page } from "../../../api/page.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { OutsideRefused } from "../../../outbound-http/refused.ts";
import { notFoundFailure } from "../../../protocol/envelope.ts";

interface Media {
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

const mediaOf = (url: string): Media => (/\.(?:mp4|mov|webm)$/i.test(URL.parse(url)?.pathname ?? "") ? film : picture);

/** A longer response isn't buffered in memory, so it isn't cached. */
const MAX_BYTES = 1_048_576;

/**
 * Returns a response from the nearest Cloudflare cache, or a new one, which is cached if it is complete and short. A
 * cached response was authorized when it was created, and its signed URL determines its content. On your own machine
 * nothing is cached, because the cache would have no limit there.
 */
async function answerFromCache({ request, env }: PageContext, answer: () => Promise<Response>): Promise<Response> {
  if (env.OUTSIDE !== undefined || request.method !== "GET") return answer();
  const cache = caches.default;
  const known = await cache.match(request);
  // Headers of cached responses are immutable.
  if (known !== undefined) return new Response(known.body, known);
  const made = await answer();
  const length = Number(made.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (made.status !== 200 || request.headers.has("range") || length > MAX_BYTES) return made;
  const bytes = await made.arrayBuffer();
  const whole = new Response(bytes, made);
  await cache.put(request.url, whole.clone());
  return whole;
}

/** Prevents another site's content from doing anything but being displayed as a picture or video. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Pictures at a URL rarely change. */
const CACHING = "public, max-age=86400";
const USER_AGENT = "Parley (shows pictures in messages)";

/** Pictures and videos of other sites in messages, fetched by the server on behalf of readers. */
export const externalPage = page(
  "GET /external_content/:digest/:hex",
  async (context) => {
    const { digest = "", hex = "" } = context.variables;
    const url = addressIn(hex);
    if (url === undefined) return notFoundFailure();
    const answer = async () => {
      const allowed = await context.call(`GET /external_content/${encodeURIComponent(digest)}`, { url });
      return allowed.ok ? fetched(context, url) : allowed;
    };
    try {
      return await answerFromCache(context, answer);
    } catch (error) {
      if (error instanceof OutsideRefused) return nothing();
      throw error;
    }
  },
  { crossOrigin: true },
);

function addressIn(hex: string): string | undefined {
  if (!/^(?:[\da-f]{2})+$/.test(hex)) return undefined;
  const url = Buffer.from(hex, "hex").toString();
  return URL.canParse(url) ? url : undefined;
}

async function fetched({ request, env, config }: PageContext, url: string): Promise<Response> {
  const media = mediaOf(url);
  const range = media.takesRanges ? request.headers.get("range") : null;
  const headers = { Accept: media.accept, "User-Agent": USER_AGENT, ...(range === null ? {} : { Range: range }) };
  const answer = await askOutside({ env, config }, url, { ...media.bounds, headers });
  const type = media.typeOf(answer.headers);
  const isWanted = (answer.status === 200 || (range !== null && answer.status === 206)) && type !== undefined;
  if (!isWanted || isTooLong(answer.headers, media)) {
    await answer.body.cancel();
    return nothing();
  }
  return new Response(answer.body, { status: answer.status, headers: headersFor(answer.headers, type) });
}

/** Response if the other site is unreachable, or doesn't send a picture or video. */
function nothing(): Response {
  const response = notFoundFailure();
  response.headers.set("Cache-Control", "no-store");
  return response;
}

const isTooLong = (headers: Headers, { bounds }: Media): boolean =>
  Number(headers.get("content-length") ?? 0) > bounds.mostBytes;

function headersFor(given: Headers, type: string): Headers {
  const headers = new Headers({
    "Cache-Control": CACHING,
    "Content-Security-Policy": POLICY,
    "Content-Type": type,
  });
  // A content length is only passed on if the other site didn't compress the content.
  const isPacked = given.has("content-encoding");
  for (const name of ["accept-ranges", "content-range", ...(isPacked ? [] : ["content-length"])]) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
