import * as v from "valibot";
import { cardsHtml } from "../../../markup/index.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { emitRendered } from "../editing/emit-updated.ts";
import { cardOf, keepCard } from "../link-cards/link-cards.ts";
import { messageInRealm, withContentInRealm } from "../messages/store/access-to-change.ts";
import { writeRendering } from "../messages/store/write-edit.ts";
import { fetchCard } from "./fetch-card.ts";
import { endWaiting, FETCH_CARDS_JOB, isAnyWaiting, longestWaiting, pagesAwaited } from "./waiting.ts";

/**
 * Adds to a message the cards of the pages that it links to, and tells its readers: not as an edit, its text is the same.
 * One that has been edited meanwhile, and links to other pages, goes on waiting.
 */
function showCards(realm: Realm, id: MessageId): void {
  const pages = pagesAwaited(realm, id);
  const cards = pages && cardsHtml(pages, (page) => cardOf(realm, page));
  if (cards === undefined) return;
  const place = placeOfMessage(realm, id);
  const [held] = place === undefined ? [] : withContentInRealm(realm, [place]);
  // A message that is not held was moved or edited while it was loaded: the next time it is there.
  if (place !== undefined && held === undefined) return;
  endWaiting(realm, [id]);
  if (held === undefined || cards === "") return;
  const { content, html, is_me } = messageInRealm(realm, held);
  const rendered_content = `${html}\n${cards}`;
  writeRendering(realm, id, rendered_content);
  emitRendered(realm, held, { content, rendered_content, is_me_message: is_me === 1 });
}

/** Pages are asked at the same time, so that slow ones hold up what else follows changes only for a few seconds. */
const MESSAGES_AT_ONCE = 8;
const PAGES_AT_ONCE = 16;
const FETCH_DELAY_MS = milliseconds(500);

/**
 * The job that asks linked pages what they say of themselves, and then shows it in the messages that wait for it. To repeat
 * it is harmless: what is known is not asked again, and what is shown waits no more.
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

/** Messages stay without cards whose pages have twice ended the server. */
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
