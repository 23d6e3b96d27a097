import { hook } from "../../../realm/realm.ts";

/** A hold is released, by the change in progress. */
export const holdReleasedHook = hook<[id: number]>("hold released");
