import type { AuditAction } from "../../src/features/trust/audit-log/actions.ts";

/** Reasons why an endpoint that changes something records nothing in the audit log. */
export const OWN = "concerns nobody but the caller";
export const CONTENT = "what people write and react to is there for all who may read it";
export const NO_CHANGE = "changes nothing that anybody else sees";
export const OF_SERVER = "concerns the server, or all of its organizations";
const AT_TEST = "exists on servers for developers alone";
export const WAITS = "changes nothing by itself: what it begins is recorded when it is done";
export type Reason = typeof OWN | typeof CONTENT | typeof NO_CHANGE | typeof OF_SERVER | typeof AT_TEST | typeof WAITS;

/** Reasons that are acceptable for an administrators' endpoint. */
export const OF_NOBODY: readonly string[] = [NO_CHANGE, WAITS];

/** The actions that an endpoint records: `always` on every success, `some` on some successes. */
export interface Recorded {
  readonly always?: readonly AuditAction[];
  readonly some?: readonly AuditAction[];
}
export const always = (...actions: AuditAction[]): Recorded => ({ always: actions });
export const some = (...actions: AuditAction[]): Recorded => ({ some: actions });

export const LOGIN = ["login.succeeded", "login.failed"] as const;
/** Changes that a login can make to an account by its claims. */
export const GRANTED = ["user.role_changed", "group.member_added", "group.member_removed"] as const;
export const SUBSCRIBED = ["channel.created", "channel.subscribed_by_other", "channel.left_by_other"] as const;
export const USER = [
  ...(["user.role_changed", "user.name_changed_by_other", "user.email_changed"] as const),
  ...(["user.profile_changed_by_other", "group.member_added", "group.member_removed", "login.ended"] as const),
];

/** Actions recorded when a directory changes an account or group. */
export const OF_DIRECTORY = [
  ...USER,
  ...(["user.deactivated", "user.reactivated", "login.ended", "login.key_ended"] as const),
  "channel.subscribed_by_other",
] as const;
export const OF_GROUP = [
  ...(["group.renamed", "group.permission_changed", "group.member_added", "group.member_removed"] as const),
  ...(["user.role_changed", "channel.subscribed_by_other"] as const),
] as const;
