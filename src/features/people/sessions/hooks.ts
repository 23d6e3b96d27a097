import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { ServiceSession } from "./service-login.ts";

/** Returns where to redirect a browser after it logs out of a login service's session. Undefined for the login page. */
export const logoutPathHook = hook<[user: UserId, session: ServiceSession], string | undefined>("logout path");

/** Runs when someone has logged out of a browser, given the hash of the cookie that identifies the browser. */
export const loggedOutHook = hook<[user: UserId, browser: string | undefined]>("logged out");

export const sessionsEndedHook = hook<[user: UserId]>("sessions ended");
