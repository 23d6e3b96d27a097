import { cacheKey, type Realm } from "../../../../realm/realm.ts";
import { insertLater, laterOf } from "../rows.ts";

/*
 * Ids of the messages to import, stored as ranges, one row per `PAGE` ids. Rows that refer to messages are ordered by
 * message id, so pages are read in sequence.
 */

const KIND = "message ids";
const PAGE = 1024;

interface IdPage {
  readonly number: number;
  /** First and last id of each range, in ascending order. */
  readonly ranges: [number, number][];
}

const pageKey = cacheKey<IdPage>("page of checked message ids");
const rangeText = /(\d+)-(\d+)/g;

function pageOf(realm: Realm, id: number): IdPage {
  const number = Math.floor(id / PAGE);
  const known = realm.peek(pageKey);
  if (known?.number === number) return known;
  realm.forget(pageKey);
  const text = laterOf.first(realm.sql, { kind: KIND, id: number })?.value ?? "";
  const ranges = [...text.matchAll(rangeText)].map(([, first, last]): [number, number] => [
    Number(first),
    Number(last),
  ]);
  return realm.cached(pageKey, () => ({ number, ranges }));
}

/** Records the ids of messages, which must ascend from call to call. */
export function noteMessages(realm: Realm, ids: readonly number[]): void {
  for (const [number, some] of Map.groupBy(ids, (id) => Math.floor(id / PAGE))) {
    const { ranges } = pageOf(realm, number * PAGE);
    for (const id of some) {
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === id - 1) last[1] = id;
      else ranges.push([id, id]);
    }
    const value = ranges.map((range) => range.join("-")).join(" ");
    insertLater.run(realm.sql, { kind: KIND, id: number, value });
  }
}

export const isMessageNoted = (realm: Realm, id: number): boolean =>
  pageOf(realm, id).ranges.some(([first, last]) => id >= first && id <= last);
