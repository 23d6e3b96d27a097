import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { cardsHtml, vimeoId } from "../../../markup/index.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { readText } from "../../../outbound-http/bounded-body.ts";
import type { AllowedHosts } from "../../../outbound-http/check-address.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { messageInRealm, withContentInRealm } from "../core/store/access-to-change.ts";
import { loadReadable } from "../core/store/load-readable.ts";
import { writeRendering } from "../core/store/write-edit.ts";
import { emitRendered } from "../editing/emit-updated.ts";
import { cardOf, keepCard, type PageCard } from "../link-cards/link-cards.ts";
import { pictureAt, plain, readPage } from "./read-page.ts";
import { endWaiting, FETCH_CARDS_JOB, isAnyWaiting, longestWaiting, pagesAwaited } from "./waiting.ts";

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
async function fetchCard(asking: Asking, url: string): Promise<PageCard | null> {
  try {
    return await (vimeoId(url) === undefined ? pageCard(asking, url) : vimeoCard(asking, url));
  } catch {
    // The URL can't be requested, the response was aborted, or its encoding is unreadable.
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

/** Vimeo describes its videos through oEmbed (https://oembed.com). Its pages need scripts. */
async function vimeoCard(asking: Asking, url: string): Promise<PageCard | null> {
  const address = `https://vimeo.com/api/oembed.json?url=${encodeURIComponent(url)}`;
  const headers = { Accept: "application/json", "User-Agent": USER_AGENT };
  const answer = await askOutside(asking, address, { headers, timeoutMs: TIMEOUT_MS, mostBytes: MAX_OEMBED_BYTES });
  const { title, thumbnail_url } = v.parse(oembedSchema, await readText(answer.body));
  const image = pictureAt(thumbnail_url, answer.url);
  return image === undefined ? null : { title: plain(title, MAX_TITLE), description: "", image };
}

/**
 * Adds the cards of linked pages to a message, and sends them to its readers. This isn't an edit, because the text is
 * unchanged. A message that was meanwhile edited to link to other pages keeps waiting.
 */
function showCards(realm: Realm, id: MessageId): void {
  const pages = pagesAwaited(realm, id);
  const cards = pages && cardsHtml(pages, (page) => cardOf(realm, page));
  if (cards === undefined) return;
  const place = placeOfMessage(realm, id);
  const [held] = place === undefined ? [] : withContentInRealm(realm, [place]);
  // A message whose text isn't in the realm gets no cards.
  endWaiting(realm, [id]);
  if (held === undefined || cards === "") return;
  const { content, html, is_me } = messageInRealm(realm, held);
  const rendered_content = `${html}\n${cards}`;
  writeRendering(realm, id, rendered_content);
  emitRendered(realm, held, { content, rendered_content, is_me_message: is_me === 1 });
}

/** Pages are fetched concurrently, so that slow ones delay other previews only for a few seconds. */
const MESSAGES_AT_ONCE = 8;
const PAGES_AT_ONCE = 16;
const FETCH_DELAY_MS = milliseconds(500);

/**
 * Job: fetches link previews and adds them to the messages waiting for them. Safe to repeat: known pages aren't fetched
 * again.
 */
export const fetchCards = job(v.object({}), async ({ realm, env }) => {
  const waiting = longestWaiting(realm, MESSAGES_AT_ONCE);
  const wanted = [...new Set(waiting.flatMap(({ pages }) => pages))]
    .filter((page) => cardOf(realm, page) === undefined)
    .slice(0, PAGES_AT_ONCE);
  const asked = wanted.map(async (page) => ({ page, card: await fetchCard({ env, config: realm.config }, page) }));
  const answers = await Promise.all(asked);
  realm.change(() => {
    for (const { page, card } of answers) keepCard(realm, page, card);
  });
  const ids = waiting.map(({ id }) => id);
  const loaded = await loadReadable(realm, ids, { event: "preview_text_missing", job: FETCH_CARDS_JOB });
  try {
    realm.change(() => {
      for (const id of ids) showCards(realm, id);
      scheduleNext(realm);
    });
  } finally {
    loaded.release();
  }
});

/** Gives up on the cards of the messages waiting longest, after fetching their pages crashed the server twice. */
export function cardsLost(realm: Realm): void {
  const waiting = longestWaiting(realm, MESSAGES_AT_ONCE);
  endWaiting(
    realm,
    waiting.map(({ id }) => id),
  );
  scheduleNext(realm);
}

function scheduleNext(realm: Realm): void {
  if (isAnyWaiting(realm)) realm.outbox.add(FETCH_CARDS_JOB, {}, after(realm.clock.milliseconds(), FETCH_DELAY_MS));
}
