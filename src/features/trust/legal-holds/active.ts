import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { allHolds } from "./rows.ts";
import { type Hold, holdOf } from "./terms.ts";

const activeKey = cacheKey<readonly Hold[]>("active holds");

export const activeHolds = (realm: Realm): readonly Hold[] =>
  realm.cached(activeKey, () =>
    allHolds
      .all(realm.sql, {})
      .filter(({ released_at }) => released_at === null)
      .map(holdOf),
  );

export const findHold = (realm: Realm, id: number): Hold | undefined =>
  activeHolds(realm).find((hold) => hold.id === id);

/** Call when holds are created, changed or released. */
export const forgetHolds = (realm: Realm): void => realm.forget(activeKey);
