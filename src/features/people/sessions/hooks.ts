import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { ServiceSession } from "./service-login.ts";

/** Returns where a browser goes after logging out of a session from another service, if not to the login page. */
export const logoutPathHook = hook<[user: UserId, session: ServiceSession], string | undefined>("logout path");

/** Runs when someone has logged out of a browser, given the hash of the browser's mark. */
export const loggedOutHook = hook<[user: UserId, browser: string | undefined]>("logged out");

export const sessionsEndedHook = hook<[user: UserId]>("sessions ended");
