import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { dayOf, type Seconds } from "../../../util/time.ts";
import { peopleAwaySince } from "./rows.ts";

/**
 * Returns the next people after an id, at most `most`, who haven't been active since the day of a given time. Anyone
 * who was never active counts from the day they joined.
 */
export const awayFor = (
  realm: Realm,
  { since, after, most }: { readonly since: Seconds; readonly after: number; readonly most: number },
): UserId[] => peopleAwaySince.all(realm.sql, { day: dayOf(since), after, most }).map(({ id }) => toUserId(id));
