import type { Actor } from "../protocol/actor.ts";
import type { KeyCredentials, SessionCredentials } from "../rpc/credentials.ts";
import { hook } from "./realm.ts";

/** Finds the account of an API key, or throws. One feature handles it. */
export const authenticateKeyHook = hook<[credentials: KeyCredentials], Actor>("authenticate key");

/** Finds the account of a browser's session, or throws. One feature handles it. */
export const resumeSessionHook = hook<[credentials: SessionCredentials], Actor>("resume session");

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
