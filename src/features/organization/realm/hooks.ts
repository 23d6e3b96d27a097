import { hook } from "../../../realm/hook.ts";

/** Runs when the time for which the organization or a channel keeps messages has been set, as it is for a new channel. */
export const retentionChangedHook = hook<[]>("retention changed");
