import type { Actor } from "../protocol/actor.ts";
import type { UserId } from "../protocol/ids.ts";
import type { GrantCredentials, KeyCredentials, RunCredentials, SessionCredentials } from "../rpc/credentials.ts";
import { hook } from "./realm.ts";

/** Finds the account of an API key, or throws. One feature handles it. */
export const authenticateKeyHook = hook<[credentials: KeyCredentials], Actor>("authenticate key");

/** Finds the account of a browser's session, or throws. One feature handles it. */
export const resumeSessionHook = hook<[credentials: SessionCredentials], Actor>("resume session");

/** Finds the account that an assistant acts for, with what it may do, or throws. One feature handles it. */
export const authenticateGrantHook = hook<[credentials: GrantCredentials], Actor>("authenticate grant");

/**
 * The assistant that has asked earlier for something that is done now, as a scheduled message, with what it may do by now; throws
 * where it could not ask for it any more. One feature handles it.
 */
export const grantActsHook = hook<[grant: { readonly id: number; readonly user_id: UserId }], Actor>("grant acts");

/** Finds the account of a bot whose program runs, or throws where that run is over. One feature handles it. */
export const authenticateRunHook = hook<[credentials: RunCredentials], Actor>("authenticate run");

/** Runs when the grant of an assistant is ended: nothing more may be done by it, such as what waits or is scheduled. */
export const grantEndedHook = hook<[grant: { readonly id: number; readonly user_id: UserId }]>("grant ended");

/**
 * Runs when an account's credentials are good, with the network address that they come from, where that is known; a handler
 * throws to refuse them.
 */
export const beforeAdmissionHook = hook<[actor: Actor, ip: string | undefined]>("before admission");

/** Whether the organization is deactivated, so that it admits nobody. */
export const isDeactivatedHook = hook<[], boolean>("is deactivated");

/** Whether an import has begun to change the organization and has not ended: until then, it admits owners alone. */
export const isImportingHook = hook<[], boolean>("is importing");

/** Whether a request without an account may read what is public on the web. */
export const admitsSpectatorsHook = hook<[], boolean>("admits spectators");

/** Runs when somebody lacks the role that an endpoint needs, or what they ask of it, within the change that is refused. */
export const roleRefusedHook = hook<[route: string]>("role refused");
