import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** Runs when sessions of an account have ended. */
export const sessionsEndedHook = hook<[user: UserId]>("sessions ended");
