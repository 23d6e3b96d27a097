export { accessAuditLog } from "./access.ts";
export { type AuditAction, auditActions } from "./actions.ts";
export {
  accountEntity,
  audit,
  auditedAsService,
  auditHashes,
  auditHead,
  auditIfRefused,
  auditSize,
  entityTypes,
  organizationEntity,
  showsAddress,
} from "./audit.ts";
export { type EntryObject, entryObject } from "./entry-object.ts";
export { erasePerson } from "./erasure.ts";
export { expireSoon, expiryNow } from "./expiry.ts";
export { findEntries } from "./find-entries.ts";
export { heldEntries } from "./held-entries.ts";
export { auditPeriodsHook, entryWrittenHook, readsAuditLogHook } from "./hooks.ts";
export { noteReading } from "./note-reading.ts";
