import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { vimeoId } from "../../../markup/index.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { readText } from "../../../outbound-http/bounded-body.ts";
import type { AllowedHosts } from "../../../outbound-http/check-address.ts";
import type { PageCard } from "../link-cards/link-cards.ts";
import { pictureAt, plain, readPage } from "./read-page.ts";

interface Asking {
  readonly env: Env;
  readonly config: AllowedHosts;
}

const TIMEOUT_MS = 5000;
/** Bytes read from a page. Its metadata is at the beginning. */
const MAX_PAGE_BYTES = 300_000;
const MAX_OEMBED_BYTES = 50_000;
const MAX_TITLE = 200;
const USER_AGENT = "Mozilla/5.0 (compatible; Parley; link previews)";

/** Fetches a page's card. Returns null if it has none, or doesn't respond. */
export async function fetchCard(asking: Asking, url: string): Promise<PageCard | null> {
  try {
    return await (vimeoId(url) === undefined ? pageCard(asking, url) : vimeoCard(asking, url));
  } catch {
    // A URL that can't be requested, an aborted page, or an unreadable encoding.
    return null;
  }
}

async function pageCard(asking: Asking, url: string): Promise<PageCard | null> {
  const headers = { Accept: "text/html, application/xhtml+xml", "User-Agent": USER_AGENT };
  const bounds = { timeoutMs: TIMEOUT_MS, mostBytes: MAX_PAGE_BYTES, tooLong: "cut" } as const;
  const answer = await askOutside(asking, url, { headers, ...bounds });
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    await answer.body.cancel();
    return null;
  }
  return readPage(new Response(answer.body, { headers: { "Content-Type": type } }), answer.url);
}

const oembedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ title: v.optional(v.string(), ""), thumbnail_url: v.string() }),
);

/** Vimeo describes its videos by oEmbed (https://oembed.com), and by a page that needs scripts. */
async function vimeoCard(asking: Asking, url: string): Promise<PageCard | null> {
  const address = `https://vimeo.com/api/oembed.json?url=${encodeURIComponent(url)}`;
  const headers = { Accept: "application/json", "User-Agent": USER_AGENT };
  const answer = await askOutside(asking, address, { headers, timeoutMs: TIMEOUT_MS, mostBytes: MAX_OEMBED_BYTES });
  const { title, thumbnail_url } = v.parse(oembedSchema, await readText(answer.body));
  const image = pictureAt(thumbnail_url, answer.url);
  return image === undefined ? null : { title: plain(title, MAX_TITLE), description: "", image };
}
