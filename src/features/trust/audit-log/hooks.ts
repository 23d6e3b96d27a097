import type { Actor } from "../../../protocol/actor.ts";
import { hook } from "../../../realm/realm.ts";

/** Whether a user can read the audit log. Handled by a higher feature that knows the organization's settings. */
export const readsAuditLogHook = hook<[actor: Actor], boolean>("reads audit log");

/** Days after which entries lose their address, or are deleted (`entry`). Null means never. */
export const auditPeriodsHook = hook<[], { readonly address: number; readonly entry: number | null }>("audit periods");

/** Runs within the change that wrote an entry. */
export const entryWrittenHook = hook<[id: number]>("audit entry written");
