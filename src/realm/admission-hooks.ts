import type { Actor } from "../protocol/actor.ts";
import type { UserId } from "../protocol/ids.ts";
import type { GrantCredentials, KeyCredentials, RunCredentials, SessionCredentials } from "../rpc/credentials.ts";
import { hook } from "./realm.ts";

/** Finds the account of an API key, or throws. One feature handles this hook. */
export const authenticateKeyHook = hook<[credentials: KeyCredentials], Actor>("authenticate key");

/** Finds the account of a browser session, or throws. One feature handles this hook. */
export const resumeSessionHook = hook<[credentials: SessionCredentials], Actor>("resume session");

/** Finds the account an assistant acts for, with its permissions, or throws. One feature handles this hook. */
export const authenticateGrantHook = hook<[credentials: GrantCredentials], Actor>("authenticate grant");

/**
 * Returns the assistant that requested a deferred action (such as a scheduled message), with its current permissions.
 * Throws if it is no longer allowed to. One feature handles this hook.
 */
export const grantActsHook = hook<[grant: { readonly id: number; readonly user_id: UserId }], Actor>("grant acts");

/**
 * Finds the account of a bot whose script is running, or throws if the run has ended. One feature handles this hook.
 */
export const authenticateRunHook = hook<[credentials: RunCredentials], Actor>("authenticate run");

/** Runs when an assistant's grant is ended. Pending and scheduled actions of the grant must then be dropped. */
export const grantEndedHook = hook<[grant: { readonly id: number; readonly user_id: UserId }]>("grant ended");

/**
 * Runs after an account's credentials were found valid, with the caller's network address if known. Handlers can throw
 * to refuse the call.
 */
export const beforeAdmissionHook = hook<[actor: Actor, ip: string | undefined]>("before admission");

/** Whether an account belongs to a person outside, who can only use few endpoints. */
export const isOutsideHook = hook<[user: UserId], boolean>("is outside");

/** Whether the organization is deactivated. If so, no one is admitted. */
export const isDeactivatedHook = hook<[], boolean>("is deactivated");

/** Whether an import is changing the organization. Until it ends, only owners are admitted. */
export const isImportingHook = hook<[], boolean>("is importing");

/** Whether requests without an account can read public content. */
export const admitsSpectatorsHook = hook<[], boolean>("admits spectators");

/** Runs, within the refused change, when a caller lacks the role that an endpoint or its parameters require. */
export const roleRefusedHook = hook<[route: string]>("role refused");
