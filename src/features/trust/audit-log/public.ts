export { type AuditAction, auditActions } from "./actions.ts";
export {
  accountEntity,
  audit,
  auditHashes,
  auditHead,
  auditIfRefused,
  entityTypes,
  organizationEntity,
} from "./audit.ts";
export { type EntryObject, entryObject } from "./entry-object.ts";
export { erasePerson } from "./erasure.ts";
export { findEntries } from "./find-entries.ts";
export { noteReading } from "./note-reading.ts";
