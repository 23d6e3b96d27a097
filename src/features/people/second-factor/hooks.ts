import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** Runs when second factor and passkeys were taken off an account by somebody else. */
export const secondFactorResetHook = hook<[user: UserId]>("second factor reset");
