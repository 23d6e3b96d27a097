import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { dayOf, type Seconds } from "../../../util/time.ts";
import { peopleAwaySince } from "./rows.ts";

/**
 * Returns up to `most` users after an id who were last active before the day of `since`. Users who were never active
 * count as active on the day they joined.
 */
export const awayFor = (
  realm: Realm,
  { since, after, most }: { readonly since: Seconds; readonly after: number; readonly most: number },
): UserId[] => peopleAwaySince.all(realm.sql, { day: dayOf(since), after, most }).map(({ id }) => toUserId(id));
