import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/**
 * Returns the path for a browser that logged out of a session started at another service, if it isn't the login page.
 */
export const logoutPathHook = hook<
  [session: { readonly issuer: string; readonly id_token?: string }],
  string | undefined
>("logout path");

/** Runs when someone has logged out of a browser, which is named by the hash of its mark. */
export const loggedOutHook = hook<[user: UserId, browser: string | undefined]>("logged out");

export const sessionsEndedHook = hook<[user: UserId]>("sessions ended");
