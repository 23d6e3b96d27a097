export type { AuditAction } from "./actions.ts";
export { accountEntity, audit, auditIfRefused, organizationEntity } from "./audit.ts";
