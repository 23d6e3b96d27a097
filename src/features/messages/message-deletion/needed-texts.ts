import * as v from "valibot";
import { isBulkDamage } from "../../../database/store-failure.ts";
import { type MessageId, messageIdSchema } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, HOUR_MS, type Milliseconds } from "../../../util/time.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { textsNeededHook } from "../core/hooks.ts";
import { withContentInRealm } from "../core/store/access-to-change.ts";
import { deletionStepsHook } from "./message-deletion.ts";

export const LOAD_TEXTS_JOB = "load-for-deletion";

/** Maximum texts loaded per request, or per step of a long deletion. */
const MAX_LOADED = 500;
/** Maximum texts read one by one per step, because the free plan allows 50 calls per invocation. */
const READ_ALONE = 30;

/** Returns messages that can't be deleted yet, because their texts are needed but only in D1. */
export function withoutNeededText(realm: Realm, places: readonly MessageIndexRow[]): readonly MessageIndexRow[] {
  const needed = new Set(realm.collect(textsNeededHook, places).flat());
  if (needed.size === 0) return [];
  const wanted = places.filter(({ id }) => needed.has(id));
  const there = new Set(withContentInRealm(realm, wanted).map(({ id }) => id));
  return wanted.filter(({ id }) => !there.has(id));
}

/** Returns which texts to load before deleting messages, newest first. */
export const textsToLoad = (realm: Realm, places: readonly MessageIndexRow[]) =>
  withoutNeededText(realm, places)
    .slice(-MAX_LOADED)
    .map(({ id }) => id);

/** Set while long deletions wait for texts. */
const waitingKey = cacheKey<true>("texts for a deletion");

export const waitsForTexts = (realm: Realm): boolean => realm.peek(waitingKey) === true;

/** Messages whose texts D1 lacks, and when to look for them again. */
const lostKey = cacheKey<{ readonly ids: Set<MessageId>; readonly until: Milliseconds }>("texts that D1 lacks");

/**
 * Leaves out messages whose needed texts D1 lacks, because they may never arrive. Long deletions skip these messages.
 */
export function withoutLostTexts(realm: Realm, places: readonly MessageIndexRow[]): readonly MessageIndexRow[] {
  const lost = realm.peek(lostKey);
  if (lost === undefined || lost.until <= realm.clock.milliseconds()) return places;
  if (!places.some(({ id }) => lost.ids.has(id))) return places;
  const needed = new Set(withoutNeededText(realm, places).map(({ id }) => id));
  return places.filter(({ id }) => !lost.ids.has(id) || !needed.has(id));
}

function noteLostTexts(realm: Realm, places: readonly MessageIndexRow[]): void {
  const now = realm.clock.milliseconds();
  if ((realm.peek(lostKey)?.until ?? 0) <= now) realm.forget(lostKey);
  const { ids } = realm.cached(lostKey, () => ({ ids: new Set(), until: after(now, HOUR_MS) }));
  for (const { id } of places) ids.add(id);
}

/**
 * Returns the first messages that can be deleted now. Loads the texts that the next ones need, and then runs another
 * step.
 */
export function withNeededTexts(realm: Realm, places: readonly MessageIndexRow[]): readonly MessageIndexRow[] {
  const [first, ...rest] = withoutNeededText(realm, places);
  if (first === undefined) return places;
  if (!waitsForTexts(realm)) {
    realm.cached(waitingKey, () => true as const);
    realm.outbox.add(LOAD_TEXTS_JOB, { ids: [first, ...rest].slice(0, MAX_LOADED).map(({ id }) => id) });
  }
  return places.slice(0, places.indexOf(first));
}

/** Loads texts: all, or the first ones that a damaged D1 can still read. `tried` are the messages it tried to load. */
async function loadReadableTexts(realm: Realm, ids: readonly MessageId[]) {
  try {
    const { release } = await realm.loadMessages(ids);
    return { tried: ids, release };
  } catch (error) {
    if (!isBulkDamage(error)) throw error;
    realm.log.trouble("texts_not_loaded", error);
    const tried = ids.slice(0, READ_ALONE);
    const loads = await Promise.allSettled(tried.map((id) => realm.loadMessages([id])));
    return {
      tried,
      release() {
        for (const one of loads) if (one.status === "fulfilled") one.value.release();
      },
    };
  }
}

/**
 * Job: loads texts and, while the realm holds them, runs the deletions that wait for them. If D1 is unavailable, the
 * next step of a deletion tries again.
 */
export const loadTexts = job(v.object({ ids: v.array(messageIdSchema) }), async ({ realm, log }, { ids }) => {
  try {
    const loaded = await loadReadableTexts(realm, ids);
    try {
      realm.change(() => {
        const missing = withoutNeededText(realm, placesOfMessages(realm, loaded.tried));
        realm.forget(waitingKey);
        if (missing.length > 0) {
          noteLostTexts(realm, missing);
          log.trouble("texts_missing", new Error(`${missing.length} messages have no text, from ${missing[0]?.id} on`));
        }
        realm.run(deletionStepsHook);
      });
    } finally {
      loaded.release();
    }
  } catch (error) {
    realm.forget(waitingKey);
    log.trouble("texts_not_loaded", error);
  }
});
