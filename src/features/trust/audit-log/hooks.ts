import type { Actor } from "../../../protocol/actor.ts";
import { hook } from "../../../realm/realm.ts";

/** The times after which entries lose something, in days; null for never. */
interface AuditPeriods {
  readonly address: number;
  readonly entry: number | null;
}

/** Whether somebody may read the audit log. The organization's settings say so, which are in a higher feature. */
export const readsAuditLogHook = hook<[actor: Actor], boolean>("reads audit log");

/** The times that the organization's settings say. */
export const auditPeriodsHook = hook<[], AuditPeriods>("audit periods");

/** An entry was written, within the change that it is of. */
export const entryWrittenHook = hook<[id: number]>("audit entry written");
