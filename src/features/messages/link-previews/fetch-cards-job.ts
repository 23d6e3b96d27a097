import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { cardOf, keepCard } from "../link-cards/public.ts";
import { fetchCard } from "./fetch-card.ts";
import { showCards } from "./show-cards.ts";
import { endWaiting, FETCH_CARDS_JOB, isAnyWaiting, longestWaiting } from "./waiting.ts";

/** Pages are asked at the same time, so that slow ones hold up other cards only for a few seconds. */
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
      goOn(realm);
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
  goOn(realm);
}

function goOn(realm: Realm): void {
  if (isAnyWaiting(realm)) realm.outbox.add(FETCH_CARDS_JOB, {}, after(realm.clock.milliseconds(), FETCH_DELAY_MS));
}
