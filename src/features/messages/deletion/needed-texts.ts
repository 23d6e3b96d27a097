import * as v from "valibot";
import { messageIdSchema } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, MINUTE_MS } from "../../../util/time.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { textsNeededHook } from "../messages/hooks.ts";
import { withContentInRealm } from "../messages/store/access-to-change.ts";
import { deletionStepsHook } from "./deletion.ts";

export const LOAD_TEXTS_JOB = "load-for-deletion";

/** The most texts that are loaded for one request, or for one step of a long deletion. */
const MAX_LOADED = 500;

/** The messages among some that cannot be deleted yet: their texts are needed, and in D1 alone. */
export function withoutNeededText(realm: Realm, places: readonly MessageIndexRow[]): readonly MessageIndexRow[] {
  const needed = new Set(realm.collect(textsNeededHook, places).flat());
  if (needed.size === 0) return [];
  const wanted = places.filter(({ id }) => needed.has(id));
  const there = new Set(withContentInRealm(realm, wanted).map(({ id }) => id));
  return wanted.filter(({ id }) => !there.has(id));
}

/** The texts to load before messages are deleted: those of the newest ones first. */
export const textsToLoad = (realm: Realm, places: readonly MessageIndexRow[]) =>
  withoutNeededText(realm, places)
    .slice(-MAX_LOADED)
    .map(({ id }) => id);

/** Until when long deletions wait for texts. */
const waitingKey = cacheKey<{ until: number }>("texts for a deletion");

/** Whether a long deletion waits for texts. */
export const waitsForTexts = (realm: Realm): boolean =>
  (realm.peek(waitingKey)?.until ?? 0) > realm.clock.milliseconds();

/** The first of some messages that can be deleted now. The texts that the next ones need are loaded, and a step follows. */
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
 * The job that loads texts and has deletions go on while they are there. Where D1 is away, the deletion asks again; where D1 has
 * not all of them, it does so after a pause, for they may never come.
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
