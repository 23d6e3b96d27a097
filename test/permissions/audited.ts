import type { AuditAction } from "../../src/features/trust/audit-log/actions.ts";
import { changeRealm } from "../support/object.ts";
import type { Person } from "../support/person.ts";

/** Reasons why a changing endpoint isn't in the audit log. */
const OWN = "concerns nobody but the caller";
const CONTENT = "what people write and react to is there for all who may read it";
const NO_CHANGE = "changes nothing that anybody else sees";
const OF_SERVER = "concerns the server, or all of its organizations";
const AT_TEST = "exists on servers for developers alone";
const WAITS = "changes nothing by itself: what it begins is recorded when it is done";
type Reason = typeof OWN | typeof CONTENT | typeof NO_CHANGE | typeof OF_SERVER | typeof AT_TEST | typeof WAITS;

/** Reasons that are acceptable for an administrators' endpoint. */
export const OF_NOBODY: readonly string[] = [NO_CHANGE, WAITS];

/** The actions an endpoint records: `always` with every success, others with some. */
interface Recorded {
  readonly always?: readonly AuditAction[];
  readonly some?: readonly AuditAction[];
}
const always = (...actions: AuditAction[]): Recorded => ({ always: actions });
const some = (...actions: AuditAction[]): Recorded => ({ some: actions });

const LOGIN = ["login.succeeded", "login.failed"] as const;
/** Changes that a login can make to an account by its claims. */
const GRANTED = ["user.role_changed", "group.member_added", "group.member_removed"] as const;
const SUBSCRIBED = ["channel.created", "channel.subscribed_by_other", "channel.left_by_other"] as const;
const USER = [
  ...(["user.role_changed", "user.name_changed_by_other", "user.email_changed"] as const),
  ...(["group.member_added", "group.member_removed", "login.ended"] as const),
];

/** Actions recorded when a directory changes an account or group. */
const OF_DIRECTORY = [
  ...USER,
  ...(["user.deactivated", "user.reactivated", "login.ended", "login.key_ended"] as const),
  "channel.subscribed_by_other",
] as const;
const OF_GROUP = [
  ...(["group.renamed", "group.permission_changed", "group.member_added", "group.member_removed"] as const),
  ...(["user.role_changed", "channel.subscribed_by_other"] as const),
] as const;

/** All endpoints that change something. */
export const AUDITED: Readonly<Record<string, Recorded | Reason>> = {
  "POST /streams/:stream_id/voice_room": some("channel.voice_room_added"),
  "DELETE /streams/:stream_id/voice_room": some("channel.voice_room_removed"),
  "POST /streams/:stream_id/voice_room/enter": OWN,
  "POST /streams/:stream_id/pins": always("channel.board_changed"),
  "PATCH /streams/:stream_id/pins/:pin_id": always("channel.board_changed"),
  "DELETE /streams/:stream_id/pins/:pin_id": always("channel.board_changed"),
  "PATCH /streams/:stream_id/page": always("channel.board_changed"),
  "GET /audit_log": some("audit.read"),
  "GET /holds": some("hold.read"),
  "POST /holds": always("hold.created"),
  "PATCH /holds/:hold_id": always("hold.changed"),
  "DELETE /holds/:hold_id": { ...always("hold.released"), ...some("compliance_export.deleted") },
  "POST /audit_log/tokens": always("audit.token_created"),
  "DELETE /audit_log/tokens/:audit_token_id": always("audit.token_ended"),
  "DELETE /users/me/assistants/:grant_id": always("assistant.revoked"),
  "PATCH /users/me/assistants/:grant_id": some("assistant.rules_changed"),
  "DELETE /users/me/assistants": some("assistant.revoked"),
  "DELETE /realm/assistants/:grant_id": always("assistant.revoked"),
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
  "POST /audit_log/destination": always("audit.destination_created"),
  "PATCH /audit_log/destination": some("audit.destination_changed"),
  "DELETE /audit_log/destination": always("audit.destination_ended"),
  // Files and integrations.
  "DELETE /attachments/:attachment_id": OWN,
  "POST /user_uploads": OWN,
  "POST /user_uploads/:realm_id/:folder/:key/:name/voice": CONTENT,
  "POST /user_uploads/:realm_id/:folder/:key/:name/transcript": NO_CHANGE,
  "POST /resumable_uploads": OWN,
  "DELETE /resumable_uploads/:token": OWN,
  "POST /resumable_uploads/:token/turn": OWN,
  "POST /resumable_uploads/:token/progress": OWN,
  "POST /resumable_uploads/:token/finish": OWN,
  "POST /mail/mailbox": NO_CHANGE,
  "POST /mail/messages": CONTENT,
  "POST /external/:integration": CONTENT,
  "POST /external/slack": CONTENT,
  "POST /external/template": CONTENT,
  // Bots.
  "PUT /bot_storage": OWN,
  "DELETE /bot_storage": OWN,
  "POST /bots": always("bot.created"),
  "PATCH /bots/:bot_id": some(
    "bot.setting_changed",
    "bot.owner_changed",
    "user.name_changed_by_other",
    "user.email_changed",
    "user.role_changed",
  ),
  "DELETE /bots/:bot_id": some("user.deactivated"),
  "POST /bots/:bot_id/api_key/regenerate": always("login.key_renewed"),
  "POST /bots/:bot_id/token/regenerate": always("bot.token_renewed"),
  "PUT /bots/:bot_id/commands": some("bot.setting_changed"),
  "PATCH /bots/:bot_id/program": some(
    "bot.setting_changed",
    "bot.program_changed",
    "bot.hosts_changed",
    "bot.switched_on",
    "bot.switched_off",
  ),
  "POST /bots/:bot_id/program/try": NO_CHANGE,
  "PATCH /bots/:bot_id/webhook": some("bot.setting_changed"),
  "POST /bots/:bot_id/webhook/try": NO_CHANGE,
  "PUT /bots/me/commands": some("bot.setting_changed"),
  // Calls.
  "POST /calls": CONTENT,
  "POST /calls/:call_id/decline": CONTENT,
  "POST /calls/:call_id/end": some("call.ended_by_other"),
  "POST /calls/:call_id/report": some("call.ended_by_other", "call.member_removed", "call.member_muted"),
  "POST /calls/:call_id/ticket": NO_CHANGE,
  "POST /calls/constructorgroups/create": NO_CHANGE,
  "POST /calls/nextcloud_talk/create": NO_CHANGE,
  "POST /calls/test": NO_CHANGE,
  "POST /calls/webex/create": NO_CHANGE,
  "POST /calls/zoom/create": NO_CHANGE,
  // Channels.
  "PATCH /channel_folders": always("organization.folder_changed"),
  "PATCH /channel_folders/:channel_folder_id": some("organization.folder_changed"),
  "POST /channel_folders/create": always("organization.folder_changed"),
  "POST /channels/create": some(...SUBSCRIBED, "organization.default_channels_changed"),
  "DELETE /default_stream_groups/:group_id": always("organization.default_channels_changed"),
  "PATCH /default_stream_groups/:group_id": always("organization.default_channels_changed"),
  "PATCH /default_stream_groups/:group_id/streams": always("organization.default_channels_changed"),
  "POST /default_stream_groups/create": always("organization.default_channels_changed"),
  "DELETE /default_streams": some("organization.default_channels_changed"),
  "POST /default_streams": some("organization.default_channels_changed"),
  "DELETE /streams/:stream_id": some("channel.archived", "organization.default_channels_changed"),
  "PATCH /streams/:stream_id": some(
    ...(["channel.renamed", "channel.access_changed", "channel.permission_changed"] as const),
    ...(["channel.assistants_changed", "channel.retention_changed", "channel.unarchived"] as const),
    "organization.default_channels_changed",
  ),
  "DELETE /streams/:stream_id/email_address": NO_CHANGE,
  "POST /streams/:stream_id/delete_topic": some("topic.deleted"),
  "DELETE /users/me/subscriptions": some(...SUBSCRIBED),
  "PATCH /users/me/subscriptions": some(...SUBSCRIBED),
  "POST /users/me/subscriptions": some(...SUBSCRIBED),
  "PATCH /users/me/subscriptions/:stream_id": OWN,
  "PATCH /users/me/subscriptions/muted_topics": OWN,
  "POST /users/me/subscriptions/properties": OWN,
  "POST /user_topics": OWN,
  // Messages.
  "POST /messages": CONTENT,
  "PATCH /messages/:message_id": some("message.moved_by_other"),
  "DELETE /messages/:message_id": some("message.deleted_by_other"),
  "POST /messages/:message_id/reactions": CONTENT,
  "DELETE /messages/:message_id/reactions": CONTENT,
  "POST /messages/:message_id/report": always("report.made"),
  "POST /messages/:message_id/typing": NO_CHANGE,
  "POST /messages/flags": OWN,
  "POST /messages/flags/narrow": OWN,
  "POST /messages/render": NO_CHANGE,
  "POST /mark_all_as_read": OWN,
  "POST /mark_stream_as_read": OWN,
  "POST /mark_topic_as_read": OWN,
  "POST /submessage": CONTENT,
  "POST /typing": NO_CHANGE,
  "POST /zcommand": OWN,
  "POST /drafts": OWN,
  "DELETE /drafts/:draft_id": OWN,
  "PATCH /drafts/:draft_id": OWN,
  "POST /reminders": OWN,
  "DELETE /reminders/:reminder_id": OWN,
  "POST /saved_snippets": OWN,
  "DELETE /saved_snippets/:saved_snippet_id": OWN,
  "PATCH /saved_snippets/:saved_snippet_id": OWN,
  "POST /scheduled_messages": OWN,
  "DELETE /scheduled_messages/:scheduled_message_id": OWN,
  "PATCH /scheduled_messages/:scheduled_message_id": OWN,
  "POST /navigation_views": OWN,
  "DELETE /navigation_views/:fragment+": OWN,
  "PATCH /navigation_views/:fragment+": OWN,
  // Events and devices.
  "DELETE /events": OWN,
  "POST /register": OWN,
  "POST /mobile_push/e2ee/test_notification": NO_CHANGE,
  "POST /mobile_push/register": OWN,
  "POST /mobile_push/test_notification": NO_CHANGE,
  "POST /register_client_device": OWN,
  "POST /remove_client_device": OWN,
  "POST /users/me/android_gcm_reg_id": OWN,
  "DELETE /users/me/android_gcm_reg_id": OWN,
  "POST /users/me/apns_device_token": OWN,
  "DELETE /users/me/apns_device_token": OWN,
  "POST /users/me/web_push_devices": OWN,
  "DELETE /users/me/web_push_devices/:device_id": OWN,
  "POST /users/me/web_push_devices/test": NO_CHANGE,
  // Login and registration.
  "POST /dev_fetch_api_key": some(...LOGIN),
  "POST /fetch_api_key": some(...LOGIN, "second_factor.recovery_code_used", ...GRANTED),
  "POST /jwt/fetch_api_key": some(...LOGIN),
  "POST /login": some(...LOGIN, "second_factor.recovery_code_used"),
  "POST /login/passkey": some(...LOGIN),
  "POST /login/passkey/begin": NO_CHANGE,
  "POST /login/second_factor": some(...LOGIN, "second_factor.recovery_code_used"),
  "POST /logout": some("login.ended"),
  "POST /join/:key": some("user.joined", "login.succeeded"),
  "POST /join/:key/email": WAITS,
  "POST /outside_access/:key": some("user.joined", "login.succeeded"),
  "POST /outside_links": always("outside_link.created"),
  "PATCH /outside_links/:link_id": always("outside_link.changed"),
  "DELETE /outside_links/:link_id": some("outside_link.ended", "user.deactivated", "login.ended"),
  "POST /realm/login_domains": always("organization.domain_changed"),
  "POST /realm/login_domains/:login_domain_id/check": some("organization.domain_changed"),
  "DELETE /realm/login_domains/:login_domain_id": always("organization.domain_changed"),
  "POST /company_login": NO_CHANGE,
  "POST /external_login/:provider/begin": NO_CHANGE,
  "POST /external_login/:provider/complete": some(...LOGIN, "external_login.linked", ...GRANTED),
  "POST /external_login/:provider/second_factor": some(...LOGIN, "second_factor.recovery_code_used"),
  "POST /external_login/:provider/join": some("user.joined", "login.succeeded", "external_login.linked", ...GRANTED),
  "POST /external_login/:provider/logout": some("login.ended"),
  "POST /external_login/:provider/end_session": NO_CHANGE,
  "POST /desktop_login/:token": some(...LOGIN),
  "POST /unsubscribe/:token": OWN,
  "POST /device_link/:key": some("login.succeeded"),
  "POST /password_reset": some("password.reset_requested"),
  "POST /password_reset/:key": some("password.changed", "login.ended", "login.key_ended", "login.succeeded"),
  "POST /confirm_new_email/:key": some("user.email_changed"),
  "POST /invites": some("invitation.created"),
  "DELETE /invites/:invite_id": some("invitation.revoked"),
  "POST /invites/:invite_id/resend": NO_CHANGE,
  "POST /invites/multiuse": always("invitation.created"),
  "DELETE /invites/multiuse/:invite_id": always("invitation.revoked"),
  // The organization.
  "PATCH /realm": some("organization.setting_changed", "group.member_added", "group.member_removed"),
  "POST /realm/deactivate": always("organization.deactivated"),
  "POST /realm/domains": always("organization.domain_changed"),
  "DELETE /realm/domains/:domain": always("organization.domain_changed"),
  "PATCH /realm/domains/:domain": always("organization.domain_changed"),
  "POST /realm/emoji/:emoji_name": always("organization.emoji_added"),
  "DELETE /realm/emoji/:emoji_name": always("organization.emoji_removed"),
  "POST /realm/filters": always("organization.linkifier_changed"),
  "DELETE /realm/filters/:filter_id": always("organization.linkifier_changed"),
  "PATCH /realm/filters/:filter_id": always("organization.linkifier_changed"),
  "PATCH /realm/linkifiers": always("organization.linkifier_changed"),
  "POST /realm/icon": always("organization.setting_changed"),
  "DELETE /realm/icon": some("organization.setting_changed"),
  "POST /realm/logo": always("organization.setting_changed"),
  "DELETE /realm/logo": some("organization.setting_changed"),
  "POST /realm/login_connections": always("sso.connection_created"),
  "DELETE /realm/login_connections/:connection_id": always("sso.connection_deleted"),
  "PATCH /realm/login_connections": some("sso.connection_changed"),
  "PATCH /realm/login_connections/:connection_id": some("sso.connection_changed"),
  "POST /realm/playgrounds": always("organization.playground_changed"),
  "DELETE /realm/playgrounds/:playground_id": always("organization.playground_changed"),
  "PATCH /realm/profile_fields": always("organization.profile_field_changed"),
  "POST /realm/profile_fields": always("organization.profile_field_changed"),
  "DELETE /realm/profile_fields/:field_id": always("organization.profile_field_changed"),
  "PATCH /realm/profile_fields/:field_id": always("organization.profile_field_changed"),
  "POST /realm/test_welcome_bot_custom_message": NO_CHANGE,
  "PATCH /realm/user_settings_defaults": some("organization.setting_changed"),
  // Accounts and groups.
  "POST /users": always("user.created"),
  "PATCH /users/:email": some(...USER),
  "PATCH /users/:user_id": some(...USER),
  "DELETE /users/:user_id": { always: ["user.deactivated"], some: ["user.messages_deleted"] },
  "POST /users/:user_id/erase": some("user.erasure_ordered", "user.erasure_requested", "user.deactivated"),
  "DELETE /users/:user_id/erase": some("user.erasure_undone", "user.erasure_refused"),
  "POST /users/:user_id/password_link": some("password.link_made"),
  "POST /users/:user_id/reactivate": some("user.reactivated", "bot.owner_changed"),
  "DELETE /users/:user_id/logins": always("login.ended_by_other"),
  "DELETE /realm/logins": always("login.ended_by_other"),
  "PATCH /realm/allowed_networks": some("organization.setting_changed"),
  "DELETE /users/:user_id/second_factor": { always: ["second_factor.removed"], some: ["login.ended"] },
  "POST /users/:user_id/status": some("user.status_changed_by_other"),
  "POST /user_groups/create": always("group.created"),
  "PATCH /user_groups/:user_group_id": some("group.renamed", "group.reactivated", "group.permission_changed"),
  "POST /user_groups/:user_group_id/deactivate": always("group.deactivated"),
  "POST /user_groups/:user_group_id/members": some("group.member_added", "group.member_removed"),
  "POST /user_groups/:user_group_id/subgroups": some("group.member_added", "group.member_removed"),
  // Directories.
  "POST /scim/connections": always("scim.connection_created", "scim.token_made"),
  "PATCH /scim/connections/:connection_id": some(
    "scim.connection_changed",
    "user.role_changed",
    "channel.subscribed_by_other",
  ),
  "DELETE /scim/connections/:connection_id": always("scim.connection_ended"),
  "POST /scim/connections/:connection_id/tokens": always("scim.token_made"),
  "DELETE /scim/connections/:connection_id/tokens/:token_id": always("scim.token_ended"),
  "POST /scim/users": some(...OF_DIRECTORY, "user.created", "scim.user_linked"),
  "PUT /scim/users/:id": some(...OF_DIRECTORY, "scim.user_linked"),
  "PATCH /scim/users/:id": some(...OF_DIRECTORY, "scim.user_linked"),
  "DELETE /scim/users/:id": some(...OF_DIRECTORY, "scim.user_unlinked"),
  "POST /scim/groups": some(...OF_GROUP, "group.created", "group.reactivated", "scim.group_linked"),
  "PUT /scim/groups/:id": some(...OF_GROUP),
  "PATCH /scim/groups/:id": some(...OF_GROUP),
  "DELETE /scim/groups/:id": some(...OF_GROUP, "group.deactivated", "scim.group_unlinked"),
  // The caller's own account.
  "PATCH /settings": some("password.changed", "user.email_changed", "login.ended", "login.key_ended"),
  "PATCH /settings/display": some("password.changed", "user.email_changed"),
  "PATCH /settings/notifications": some("password.changed", "user.email_changed"),
  "DELETE /users/me": always("user.deactivated"),
  "DELETE /users/me/alert_words": OWN,
  "POST /users/me/alert_words": OWN,
  "POST /users/me/api_key/regenerate": always("login.key_renewed"),
  "DELETE /users/me/api_keys": some("login.key_ended"),
  "DELETE /users/me/api_keys/:key_id": always("login.key_ended"),
  "DELETE /users/me/avatar": OWN,
  "POST /users/me/avatar": OWN,
  "POST /users/me/external_logins": some("external_login.linked"),
  "DELETE /users/me/external_logins/:login_id": some("external_login.unlinked"),
  "DELETE /users/me/muted_users/:muted_user_id": OWN,
  "POST /users/me/muted_users/:muted_user_id": OWN,
  "POST /users/me/onboarding_steps": OWN,
  "POST /users/me/passkeys": some("passkey.added"),
  "DELETE /users/me/passkeys/:passkey_id": some("passkey.removed"),
  "PATCH /users/me/passkeys/:passkey_id": OWN,
  "POST /users/me/passkeys/begin": NO_CHANGE,
  "POST /users/me/presence": OWN,
  "DELETE /users/me/profile_data": OWN,
  "PATCH /users/me/profile_data": OWN,
  "POST /users/me/device_link": some("login.link_created"),
  "POST /users/me/second_factor": WAITS,
  "POST /users/me/second_factor/confirm": some("second_factor.set_up"),
  "POST /users/me/second_factor/recovery_codes": some("second_factor.recovery_codes_made"),
  "DELETE /users/me/second_factor": some("second_factor.removed"),
  "DELETE /users/me/sessions": some("login.ended"),
  "DELETE /users/me/sessions/:session_id": some("login.ended"),
  "POST /users/me/status": OWN,
  // Archives.
  "POST /compliance_exports": some("compliance_export.requested", "compliance_export.started"),
  "POST /compliance_exports/:export_id/confirm": always("compliance_export.confirmed", "compliance_export.started"),
  "DELETE /compliance_exports/:export_id": always("compliance_export.deleted"),
  "POST /users/me/export": always("user.exported"),
  "POST /export/realm": always("export.started"),
  "DELETE /export/realm/:export_id": always("export.deleted"),
  "POST /imports": WAITS,
  "DELETE /imports/:import_id": WAITS,
  "POST /imports/:import_id/cancel": some("organization.import_cancelled"),
  "POST /imports/:import_id/check": WAITS,
  "PUT /imports/:import_id/parts/:part": WAITS,
  "POST /imports/:import_id/start": always("organization.imported"),
  // Server operators.
  "POST /organizations": some("organization.created"),
  "POST /organizations/any_login": some("sso.connection_changed"),
  "POST /organizations/any_network": some("organization.setting_changed"),
  "POST /organizations/backup_warning": OF_SERVER,
  "POST /organizations/check/files": NO_CHANGE,
  "POST /organizations/check/identity": NO_CHANGE,
  "POST /organizations/check/rows": NO_CHANGE,
  "POST /organizations/deactivate": some("organization.deactivated"),
  "POST /organizations/delete": OF_SERVER,
  "POST /organizations/deletable": NO_CHANGE,
  "POST /organizations/describe": NO_CHANGE,
  "POST /organizations/disk_warning": OF_SERVER,
  "POST /organizations/export": some("operator.command"),
  "POST /organizations/export/end": NO_CHANGE,
  "POST /organizations/export/state": NO_CHANGE,
  "POST /organizations/list": NO_CHANGE,
  "POST /organizations/mail/try": NO_CHANGE,
  "POST /organizations/move": some("operator.command"),
  "POST /organizations/password": some("password.changed", "login.ended", "login.key_ended"),
  "POST /organizations/password_link": some("password.link_made"),
  "POST /organizations/people": NO_CHANGE,
  "POST /organizations/people/add": some("user.created", "password.link_made"),
  "POST /organizations/people/deactivate": some("user.deactivated"),
  "POST /organizations/people/erase_again": WAITS,
  "POST /organizations/people/erased": NO_CHANGE,
  "POST /organizations/people/end_logins": some("login.ended_by_other", "login.ended", "login.key_ended"),
  "POST /organizations/people/role": some("user.role_changed", "login.ended"),
  "POST /organizations/people/unlock": some("login.attempts_forgotten"),
  "POST /organizations/push/describe": NO_CHANGE,
  "POST /organizations/push/report": OF_SERVER,
  "POST /organizations/push/status": OF_SERVER,
  "POST /organizations/setup_tries": OF_SERVER,
  "POST /organizations/push/try": NO_CHANGE,
  "POST /organizations/push/verification": OF_SERVER,
  "POST /organizations/put_back": OF_SERVER,
  "POST /organizations/reactivate": some("organization.reactivated"),
  "POST /organizations/rename": some("organization.setting_changed"),
  "POST /organizations/repair": some("operator.command"),
  "POST /organizations/repair/end": NO_CHANGE,
  "POST /organizations/second_factor/reset": some("second_factor.removed", "login.ended"),
  "POST /organizations/stores": NO_CHANGE,
};

/** Actions of jobs, refusals and pages, in addition to those of endpoints. */
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
/** The actions that an endpoint can record. */
export const auditedBy = (route: string): AuditAction[] => [
  ...(listed(route).always ?? []),
  ...(listed(route).some ?? []),
];
/** Whether every success of an endpoint is recorded. */
export const isRecordedEachTime = (route: string): boolean => listed(route).always !== undefined;

/** The actions that a request recorded in a user's organization. */
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
