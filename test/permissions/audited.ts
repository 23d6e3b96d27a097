import type { AuditAction } from "../../src/features/trust/audit-log/actions.ts";
import { changeRealm } from "../support/object.ts";
import type { Person } from "../support/person.ts";
import { OPERATIONS } from "./operations.ts";
import {
  CONTENT,
  GRANTED,
  LOGIN,
  NO_CHANGE,
  OF_DIRECTORY,
  OF_GROUP,
  OF_SERVER,
  OWN,
  type Reason,
  type Recorded,
  some,
  WAITS,
} from "./recorded.ts";

/** Endpoints that only the Worker calls. They aren't in the table of operations. */
const INTERNAL: Readonly<Record<string, Recorded | Reason>> = {
  "POST /assistants/clients": NO_CHANGE,
  "PATCH /assistants/messages": some("assistant.write", "assistant.refused", "assistant.approval_decided"),
  "POST /assistants/messages": some("assistant.write", "assistant.refused", "assistant.approval_decided"),
  "POST /assistants/questions": OWN,
  "POST /assistants/marks": some("assistant.refused", "assistant.approval_decided"),
  "POST /assistants/reads": some("assistant.read"),
  "POST /assistants/calls": NO_CHANGE,
  "POST /assistants/calls/end": NO_CHANGE,
  "POST /assistants/streams": NO_CHANGE,
  "POST /assistants/consent": some(
    ...(["assistant.client_registered", "assistant.authorized", "assistant.scopes_changed"] as const),
    "assistant.rules_changed",
  ),
  "POST /assistants/tokens": some("assistant.token_reuse_detected", "assistant.revoked"),
  "POST /assistants/tokens/revoke": some("assistant.revoked"),
  "POST /resumable_uploads": OWN,
  "DELETE /resumable_uploads/:token": OWN,
  "POST /resumable_uploads/:token/turn": OWN,
  "POST /resumable_uploads/:token/progress": OWN,
  "POST /resumable_uploads/:token/finish": OWN,
  "POST /mail/mailbox": NO_CHANGE,
  "POST /mail/messages": CONTENT,
  "POST /calls/:call_id/report": some(
    ...(["call.ended_by_other", "call.member_removed", "call.member_muted"] as const),
    ...(["call.encryption_turned_off", "call.encryption_turned_on"] as const),
  ),
  "POST /company_login": NO_CHANGE,
  "POST /external_login/:provider/begin": NO_CHANGE,
  "POST /external_login/:provider/complete": some(...LOGIN, "external_login.linked", ...GRANTED),
  "POST /external_login/:provider/second_factor": some(...LOGIN, "second_factor.recovery_code_used"),
  "POST /external_login/:provider/join": some("user.joined", "login.succeeded", "external_login.linked", ...GRANTED),
  "POST /external_login/:provider/end_session": NO_CHANGE,
  "POST /desktop_login/:token": some(...LOGIN),
  "POST /unsubscribe/:token": OWN,
  "POST /scim/users": some(...OF_DIRECTORY, "user.created", "scim.user_linked"),
  "PUT /scim/users/:id": some(...OF_DIRECTORY, "scim.user_linked"),
  "PATCH /scim/users/:id": some(...OF_DIRECTORY, "scim.user_linked"),
  "DELETE /scim/users/:id": some(...OF_DIRECTORY, "scim.user_unlinked"),
  "POST /scim/groups": some(...OF_GROUP, "group.created", "group.reactivated", "scim.group_linked"),
  "PUT /scim/groups/:id": some(...OF_GROUP),
  "PATCH /scim/groups/:id": some(...OF_GROUP),
  "DELETE /scim/groups/:id": some(...OF_GROUP, "group.deactivated", "scim.group_unlinked"),
  "POST /organizations/any_login": some("sso.connection_changed"),
  "POST /organizations/any_network": some("organization.setting_changed"),
  "POST /organizations/deactivate": some("organization.deactivated"),
  "POST /organizations/deletable": NO_CHANGE,
  "POST /organizations/describe": NO_CHANGE,
  "POST /organizations/password": some("password.changed", "login.ended", "login.key_ended"),
  "POST /organizations/people": NO_CHANGE,
  "POST /organizations/people/add": some("user.created", "password.link_made"),
  "POST /organizations/people/deactivate": some("user.deactivated"),
  "POST /organizations/people/erase_again": WAITS,
  "POST /organizations/people/erased": NO_CHANGE,
  "POST /organizations/people/end_logins": some("login.ended_by_other", "login.ended", "login.key_ended"),
  "POST /organizations/people/role": some("user.role_changed", "login.ended"),
  "POST /organizations/people/unlock": some("login.attempts_forgotten"),
  "POST /organizations/push/describe": NO_CHANGE,
  "POST /organizations/push/status": OF_SERVER,
  "POST /organizations/setup_tries": OF_SERVER,
  "POST /organizations/rename": some("organization.setting_changed"),
};

/** What each endpoint that changes something records, or why it records nothing. */
export const AUDITED: Readonly<Record<string, Recorded | Reason>> = {
  ...INTERNAL,
  ...Object.fromEntries(OPERATIONS.flatMap(({ route, audited }) => (audited === undefined ? [] : [[route, audited]]))),
};

/** Actions that jobs, refusals and pages record, rather than endpoints. */
export const BY_OTHERS: readonly AuditAction[] = [
  ...(["user.profile_deleted", "user.erased", "organization.put_back", "audit.exported"] as const),
  "access.denied",
  ...(["compliance_export.downloaded", "export.downloaded", "export.finished"] as const),
  "message.deleted_by_retention",
];

const listed = (route: string): Recorded => {
  const found = AUDITED[route];
  return found === undefined || typeof found === "string" ? {} : found;
};
/** Returns the actions that an endpoint can record. */
export const auditedBy = (route: string): AuditAction[] => [
  ...(listed(route).always ?? []),
  ...(listed(route).some ?? []),
];
/** True if every successful request to an endpoint is recorded. */
export const isRecordedEachTime = (route: string): boolean => listed(route).always !== undefined;

/** Returns the actions that a request recorded in a user's organization. */
export async function recordedBy(person: Person, request: string): Promise<string[]> {
  let actions: string[] = [];
  await changeRealm(person, ({ sql }) => {
    const query = "SELECT action FROM audit_entries WHERE context ->> '$.fields.request_id' = ?1";
    actions = sql
      .exec(query, request)
      .toArray()
      .map(({ action }) => String(action));
  });
  return actions;
}
