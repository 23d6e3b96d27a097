import * as v from "valibot";
import { messageIdSchema } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, MINUTE_MS } from "../../../util/time.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { textsNeededHook } from "../core/hooks.ts";
import { withContentInRealm } from "../core/store/access-to-change.ts";
import { deletionStepsHook } from "./message-deletion.ts";

export const LOAD_TEXTS_JOB = "load-for-deletion";

/** Maximum texts loaded per request, or per step of a long deletion. */
const MAX_LOADED = 500;

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

/** When long deletions stop waiting for texts. */
const waitingKey = cacheKey<{ until: number }>("texts for a deletion");

export const waitsForTexts = (realm: Realm): boolean =>
  (realm.peek(waitingKey)?.until ?? 0) > realm.clock.milliseconds();

/**
 * Returns the first messages that can be deleted now. Loads the texts that the next ones need, and then runs another
 * step.
 */
export function withNeededTexts(realm: Realm, places: readonly MessageIndexRow[]): readonly MessageIndexRow[] {
  const [first, ...rest] = withoutNeededText(realm, places);
  if (first === undefined) return places;
  if (!waitsForTexts(realm)) {
    realm.cached(waitingKey, () => ({ until: 0 })).until = Number.POSITIVE_INFINITY;
    realm.outbox.add(LOAD_TEXTS_JOB, { ids: [first, ...rest].slice(0, MAX_LOADED).map(({ id }) => id) });
  }
  return places.slice(0, places.indexOf(first));
}

/**
 * Job: loads texts, and runs the deletions that wait for them while they are held. If D1 is unavailable, the next step
 * of a deletion tries again. If D1 lacks some texts, it tries again after a pause, because they may never arrive.
 */
export const loadTexts = job(v.object({ ids: v.array(messageIdSchema) }), async ({ realm, log }, { ids }) => {
  try {
    const loaded = await realm.loadMessages(ids);
    try {
      realm.change(() => {
        const missing = withoutNeededText(realm, placesOfMessages(realm, ids));
        realm.forget(waitingKey);
        if (missing.length > 0) {
          realm.cached(waitingKey, () => ({ until: after(realm.clock.milliseconds(), MINUTE_MS) }));
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
