import { hook } from "../../../realm/realm.ts";

/** Runs the next steps of long deletions, when texts for which one has waited are in the realm. */
export const deletionStepsHook = hook<[]>("deletion steps");
