import type { LoginProvider } from "../../../config/login-providers.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { Granted } from "./attempt.ts";

/** Runs before somebody is let in whom a provider has named, with what that gives their account. */
export const grantedHook = hook<[provider: LoginProvider, user: UserId, granted: Granted]>("granted");
