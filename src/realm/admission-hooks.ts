import type { Actor } from "../protocol/actor.ts";
import type { UserId } from "../protocol/ids.ts";
import type { GrantCredentials, KeyCredentials, RunCredentials, SessionCredentials } from "../rpc/credentials.ts";
import { hook } from "./realm.ts";

/** Returns the account that an API key belongs to. Throws if the key isn't valid. One feature handles this hook. */
export const authenticateKeyHook = hook<[credentials: KeyCredentials], Actor>("authenticate key");

/** Returns the account of a browser session. Throws if the session isn't valid. One feature handles this hook. */
export const resumeSessionHook = hook<[credentials: SessionCredentials], Actor>("resume session");

/**
 * Returns the account that an assistant acts for, with the assistant's permissions. Throws if the assistant isn't
 * authorized. One feature handles this hook.
 */
export const authenticateGrantHook = hook<[credentials: GrantCredentials], Actor>("authenticate grant");

/**
 * Returns the assistant that requested a deferred action (such as a scheduled message), with its current permissions.
 * Throws if the assistant may no longer act. One feature handles this hook.
 */
export const grantActsHook = hook<[grant: { readonly id: number; readonly user_id: UserId }], Actor>("grant acts");

/** Returns the account of a bot whose script is running. Throws if the run has ended. One feature handles this hook. */
export const authenticateRunHook = hook<[credentials: RunCredentials], Actor>("authenticate run");

/** Runs when an assistant's grant ends. Handlers must drop the grant's pending and scheduled actions. */
export const grantEndedHook = hook<[grant: { readonly id: number; readonly user_id: UserId }]>("grant ended");

/**
 * Runs after an account's credentials were found valid, with the caller's network address if known. Handlers can throw
 * to refuse the call.
 */
export const beforeAdmissionHook = hook<[actor: Actor, ip: string | undefined]>("before admission");

/** Whether an account belongs to someone from outside the organization, who can use only a few endpoints. */
export const isOutsideHook = hook<[user: UserId], boolean>("is outside");

/** Whether the organization is deactivated. If so, no one is admitted. */
export const isDeactivatedHook = hook<[], boolean>("is deactivated");

/** Whether an import is changing the organization. Until it ends, only owners are admitted. */
export const isImportingHook = hook<[], boolean>("is importing");

/** Whether requests without an account can read public content. */
export const admitsSpectatorsHook = hook<[], boolean>("admits spectators");

/** Runs within the refused change when a caller lacks the role that an endpoint or its parameters require. */
export const roleRefusedHook = hook<[route: string]>("role refused");
