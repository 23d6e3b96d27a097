export type { AuditAction } from "./actions.ts";
export { accountEntity, audit, auditIfRefused, organizationEntity } from "./audit.ts";
export { erasePerson } from "./erasure.ts";
