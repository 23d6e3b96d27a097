import type { Actor } from "../../../protocol/actor.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { auditRefusal } from "./audit.ts";
import { readsAuditLogHook } from "./hooks.ts";

/** Throws unless the caller can read the whole audit log. */
export function accessAuditLog(realm: Realm, actor: Actor): void {
  if (realm.ask(readsAuditLogHook, actor)) return;
  auditRefusal(realm, "GET /audit_log");
  throw insufficientPermission();
}
