import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { allHolds } from "./rows.ts";
import { type Hold, holdOf } from "./terms.ts";

const activeKey = cacheKey<readonly Hold[]>("active holds");

/** The holds that have not been released. */
export const activeHolds = (realm: Realm): readonly Hold[] =>
  realm.cached(activeKey, () =>
    allHolds
      .all(realm.sql, {})
      .filter(({ released_at }) => released_at === null)
      .map(holdOf),
  );

/** The hold with an id, unless it has been released. */
export const findHold = (realm: Realm, id: number): Hold | undefined =>
  activeHolds(realm).find((hold) => hold.id === id);

/** Called when holds are made, changed, or released. */
export const forgetHolds = (realm: Realm): void => realm.forget(activeKey);
