import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { findHold } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { letGoOfFile } from "./keep-files.ts";
import { addCoveredPages, letGoOfPages } from "./keep-pages.ts";
import { letGoOfPeople } from "./keep-people.ts";
import * as rows from "./rows.ts";
import { addVersions, removeVersions } from "./sums.ts";

export const REVIEW_TIMER = "holds-review";

/** Maximum number of versions reviewed per step. Between two steps, the realm serves other requests. */
const MAX_AT_ONCE = 500;
/** Lower, because for each person and hold, up to a thousand messages and all retained additions are checked. */
const MAX_PEOPLE_AT_ONCE = 5;
const STEP_INTERVAL_MS = milliseconds(50);

/** Schedules a review of all held versions. Called after a hold was created, changed or released. */
export const reviewSoon = (realm: Realm): void =>
  realm.timers.set(REVIEW_TIMER, after(realm.clock.milliseconds(), STEP_INTERVAL_MS));

/**
 * Runs on the timer: reviews the next versions for one hold. An active hold adds the versions it covers, and drops
 * none, because who received them was only known for certain when they were deleted. A released hold drops all of its
 * versions, and is then deleted. Each step is a change that stores its progress, so that a crash loses nothing.
 */
export function review(realm: Realm): void {
  const next = rows.holdToReview.first(realm.sql, {});
  if (next === undefined) return;
  const hold = findHold(realm, next.id);
  const places = rows.heldPlacesAfter.all(realm.sql, { after: next.reviewed, most: MAX_AT_ONCE });
  const ids = JSON.stringify(places.map(({ id }) => id));
  const kept = new Set(rows.keptAmong.all(realm.sql, { hold: next.id, ids }).map(({ held_id }) => held_id));
  if (hold === undefined) letGo(realm, next.id, [...kept]);
  else {
    const coverage = new Coverage(realm);
    const falling = places.filter((place) => coverage.falls({ ...place, id: place.message_id }, place.sent_at, hold));
    const added = falling.map(({ id }) => id).filter((id) => !kept.has(id));
    addVersions(realm, next.id, added);
  }
  const hasMorePages = hold === undefined ? letGoOfPages : addCoveredPages;
  const isDone =
    places.length < MAX_AT_ONCE &&
    !hasMorePages(realm, next.id, MAX_AT_ONCE) &&
    !(hold === undefined && letGoOfPeople(realm, next.id, MAX_PEOPLE_AT_ONCE));
  rows.setReviewed.run(realm.sql, { id: next.id, reviewed: isDone ? null : (places.at(-1)?.id ?? next.reviewed) });
  if (isDone && hold === undefined) rows.deleteHold.run(realm.sql, { id: next.id });
  if (rows.holdToReview.first(realm.sql, {}) !== undefined) reviewSoon(realm);
}

function letGo(realm: Realm, hold: number, versions: readonly number[]): void {
  removeVersions(realm, hold, versions);
  const gone = rows.deleteUnheld.all(realm.sql, { ids: JSON.stringify(versions) }).map(({ id }) => id);
  const paths = rows.deleteHeldFiles.all(realm.sql, { ids: JSON.stringify(gone) });
  for (const path of new Set(paths.map(({ path_id }) => path_id))) letGoOfFile(realm, path);
}
