import * as v from "valibot";
import { cardsHtml } from "../../../markup/index.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { messageInRealm, withContentInRealm } from "../core/store/access-to-change.ts";
import { writeRendering } from "../core/store/write-edit.ts";
import { emitRendered } from "../editing/emit-updated.ts";
import { cardOf, keepCard } from "../link-cards/link-cards.ts";
import { fetchCard } from "./fetch-card.ts";
import { endWaiting, FETCH_CARDS_JOB, isAnyWaiting, longestWaiting, pagesAwaited } from "./waiting.ts";

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
  // If the message isn't held here, it was moved or edited while it was being loaded. The next run will load it.
  if (place !== undefined && held === undefined) return;
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
  const loaded = await realm.loadMessages(waiting.map(({ id }) => id));
  try {
    realm.change(() => {
      for (const { id } of waiting) showCards(realm, id);
      scheduleNext(realm);
    });
  } finally {
    loaded.release();
  }
});

/** Gives up the cards of the messages waiting longest, after fetching their pages crashed the server twice. */
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
