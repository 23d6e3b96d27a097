import { hook } from "../../../realm/realm.ts";

/** By the change in progress, other messages fall under a hold than before. */
export const holdCoverageChangedHook = hook<[id: number]>("hold coverage changed");

/** A hold is released, by the change in progress. */
export const holdReleasedHook = hook<[id: number]>("hold released");
