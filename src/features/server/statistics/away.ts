import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { dayOf, type Seconds } from "../../../util/time.ts";
import { peopleAwaySince } from "./rows.ts";

/**
 * The next people after an id who have not been there since the day of a time, at most `most`. Who has never been there
 * counts from the day on which they joined.
 */
export const awayFor = (
  realm: Realm,
  { since, after, most }: { readonly since: Seconds; readonly after: number; readonly most: number },
): UserId[] => peopleAwaySince.all(realm.sql, { day: dayOf(since), after, most }).map(({ id }) => toUserId(id));
