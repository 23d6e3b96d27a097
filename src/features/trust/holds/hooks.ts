import { hook } from "../../../realm/realm.ts";

/** A hold is changed, by the change in progress, so that other messages fall under it than before. */
export const holdCoverageChangedHook = hook<[id: number]>("hold coverage changed");

/** A hold is released, by the change in progress. */
export const holdReleasedHook = hook<[id: number]>("hold released");
