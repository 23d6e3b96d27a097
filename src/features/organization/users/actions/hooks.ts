import type { UserId } from "../../../../protocol/ids.ts";
import { hook } from "../../../../realm/hook.ts";
import type { User } from "../users.ts";

/** Runs when an account has been created or reactivated, after its events. */
export const userActivatedHook = hook<[user: User]>("user activated");

/** Runs when an account has been deactivated, before its bots are. */
export const userDeactivatedHook = hook<[user: User]>("user deactivated");

/** Runs when a user has become an administrator, or is one no longer. */
export const administratorChangedHook = hook<[user: UserId]>("administrator changed");
