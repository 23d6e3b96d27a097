/**
 * All actions recorded in the audit log: `area.verb`, in the past tense. The names in the API, the filter on the screen
 * and the documentation come from this table.
 *
 * - `says`: a sentence for people, without its subject. - `severity`: from 0, everyday, to 3, needs someone's
 * attention. - `slack`: the name of the same action in Slack's audit log, for programs that know those.
 */
const table = {
  "login.succeeded": { says: "logged in", severity: 0, slack: "user_login" },
  "login.failed": { says: "failed to log in", severity: 2, slack: "user_login_failed" },
  "login.ended": { says: "logged out", severity: 0, slack: "user_logout" },
  "login.ended_by_other": { says: "ended logins of a person", severity: 2, slack: "user_session_reset_by_admin" },
  "login.link_created": { says: "created a link to log in on another device", severity: 1 },
  "login.key_renewed": { says: "replaced API keys by a new one", severity: 1 },
  "login.attempts_forgotten": { says: "let a person try to log in again", severity: 1 },
  "login.key_ended": { says: "ended an API key", severity: 1 },
  "password.changed": { says: "changed a password", severity: 1 },
  "password.reset_requested": { says: "asked for an email about a new password", severity: 1 },
  "password.link_made": { says: "made a link for a new password", severity: 2 },
  "second_factor.set_up": { says: "set up a second factor", severity: 1 },
  "second_factor.removed": { says: "removed a second factor", severity: 2 },
  "second_factor.recovery_code_used": { says: "used a recovery code", severity: 2 },
  "second_factor.recovery_codes_made": { says: "made new recovery codes", severity: 1 },
  "passkey.added": { says: "added a passkey", severity: 1 },
  "passkey.removed": { says: "removed a passkey", severity: 1 },
  "external_login.linked": { says: "linked a login at another service", severity: 1 },
  "external_login.unlinked": { says: "unlinked a login at another service", severity: 1 },

  "user.created": { says: "created an account", severity: 1, slack: "user_created" },
  "user.joined": { says: "joined", severity: 1, slack: "user_created" },
  "user.role_changed": { says: "changed a role", severity: 2 },
  "user.deactivated": { says: "deactivated an account", severity: 2, slack: "user_deactivated" },
  "user.reactivated": { says: "reactivated an account", severity: 2, slack: "user_reactivated" },
  "user.email_changed": { says: "changed an email address", severity: 2, slack: "user_email_updated" },
  "user.name_changed_by_other": { says: "changed the name of a person", severity: 1 },
  "user.status_changed_by_other": { says: "changed the status of a person", severity: 1 },
  "user.exported": { says: "exported the data of their own account", severity: 2 },
  "user.messages_deleted": { says: "ordered the deletion of messages of an account", severity: 3 },
  "user.profile_deleted": { says: "deleted a profile for good", severity: 3 },
  "user.erasure_requested": { says: "asked for an account to be erased", severity: 2 },
  "user.erasure_refused": { says: "refused the erasure of an account", severity: 2 },
  "user.erasure_ordered": { says: "ordered the erasure of an account", severity: 3 },
  "user.erasure_undone": { says: "undid the erasure of an account before it began", severity: 2 },
  "user.erased": { says: "erased a person", severity: 3 },
  "bot.created": { says: "created a bot", severity: 1, slack: "app_installed" },
  "bot.owner_changed": { says: "changed the owner of a bot", severity: 1 },
  "bot.setting_changed": { says: "changed a setting of a bot", severity: 2 },
  "bot.token_renewed": { says: "made a new token for the service of a bot", severity: 1 },
  "bot.program_changed": { says: "changed the program of a bot", severity: 2 },
  "bot.hosts_changed": { says: "changed the hosts that the program of a bot can reach", severity: 2 },
  "bot.switched_on": { says: "switched on the program of a bot", severity: 1 },
  "bot.switched_off": { says: "switched off the program of a bot", severity: 1 },
  "invitation.created": { says: "invited people", severity: 1 },
  "invitation.revoked": { says: "revoked an invitation", severity: 1 },

  "group.created": { says: "created a group", severity: 1 },
  "group.renamed": { says: "renamed a group", severity: 1 },
  "group.deactivated": { says: "deactivated a group", severity: 1 },
  "group.reactivated": { says: "reactivated a group", severity: 1 },
  "group.member_added": { says: "added to a group", severity: 1 },
  "group.member_removed": { says: "removed from a group", severity: 1 },
  "group.permission_changed": { says: "changed who can change a group", severity: 1 },

  "channel.created": { says: "created a channel", severity: 1, slack: "public_channel_created" },
  "channel.archived": { says: "archived a channel", severity: 1, slack: "public_channel_archive" },
  "channel.unarchived": { says: "restored an archived channel", severity: 1, slack: "public_channel_unarchive" },
  "channel.renamed": { says: "renamed a channel", severity: 0, slack: "channel_renamed" },
  "channel.access_changed": { says: "changed who can see a channel", severity: 2 },
  "channel.permission_changed": { says: "changed what people can do in a channel", severity: 1 },
  "channel.assistants_changed": { says: "closed a channel to assistants, or opened it", severity: 2 },
  "channel.retention_changed": {
    says: "changed how long a channel keeps messages",
    severity: 2,
    slack: "channel_retention_changed",
  },
  "channel.board_changed": { says: "changed the board of a channel", severity: 0 },
  "channel.voice_room_added": { says: "opened a voice room in a channel", severity: 0 },
  "channel.voice_room_removed": { says: "removed the voice room of a channel", severity: 0 },
  "channel.subscribed_by_other": { says: "subscribed others to a channel", severity: 1 },
  "channel.left_by_other": { says: "removed others from a channel", severity: 1 },

  "message.deleted_by_other": { says: "deleted a message of another person", severity: 2, slack: "message_tombstoned" },
  "message.deleted_by_retention": { says: "deleted messages that were older than is kept", severity: 0 },
  "message.moved_by_other": { says: "moved messages of others", severity: 1 },
  "topic.deleted": { says: "deleted a topic", severity: 2 },
  "call.ended_by_other": { says: "ended a call of another person", severity: 1 },
  "call.member_removed": { says: "removed a person from a call", severity: 1 },
  "call.member_muted": { says: "muted a person in a call", severity: 0 },
  "report.made": { says: "reported a message", severity: 1, slack: "message_flagged" },

  "organization.created": { says: "created the organization", severity: 1 },
  "organization.setting_changed": { says: "changed a setting of the organization", severity: 2 },
  "organization.domain_changed": { says: "changed the domains of the organization", severity: 2 },
  "organization.emoji_added": { says: "added an emoji", severity: 0, slack: "emoji_added" },
  "organization.emoji_removed": { says: "removed an emoji", severity: 0, slack: "emoji_removed" },
  "organization.linkifier_changed": { says: "changed the linkifiers", severity: 1 },
  "organization.profile_field_changed": { says: "changed the profile fields", severity: 1 },
  "organization.playground_changed": { says: "changed the code playgrounds", severity: 0 },
  "organization.default_channels_changed": { says: "changed the channels of new people", severity: 1 },
  "organization.folder_changed": { says: "changed the channel folders", severity: 0 },
  "organization.deactivated": { says: "deactivated the organization", severity: 3 },
  "organization.reactivated": { says: "reactivated the organization", severity: 3 },
  "organization.put_back": { says: "was put back to an earlier state, and the log with it", severity: 3 },
  "organization.imported": { says: "imported an archive", severity: 3 },
  "organization.import_cancelled": { says: "cancelled an import, which is taken back", severity: 3 },
  "export.started": { says: "started an export", severity: 3, slack: "manual_export_started" },
  "export.finished": { says: "finished an export", severity: 1, slack: "manual_export_completed" },
  "export.downloaded": { says: "downloaded an export", severity: 3, slack: "manual_export_downloaded" },
  "export.deleted": { says: "deleted an export", severity: 1, slack: "manual_export_deleted" },

  "compliance_export.requested": { says: "asked for a compliance export", severity: 3 },
  "compliance_export.confirmed": { says: "confirmed a compliance export", severity: 3 },
  "compliance_export.started": { says: "started a compliance export", severity: 3 },
  "compliance_export.downloaded": { says: "downloaded a compliance export", severity: 3 },
  "compliance_export.deleted": { says: "deleted a compliance export", severity: 2 },

  "sso.connection_created": { says: "connected a login service", severity: 3 },
  "sso.connection_changed": { says: "changed the connection to a login service", severity: 3 },
  "sso.connection_deleted": { says: "removed the connection to a login service", severity: 3 },

  "assistant.client_registered": {
    says: "let a program of assistants in for the first time",
    severity: 2,
    slack: "app_installed",
  },
  "assistant.authorized": { says: "let an assistant act for them", severity: 2 },
  "assistant.scopes_changed": { says: "changed what an assistant can do", severity: 2, slack: "app_scopes_expanded" },
  "assistant.rules_changed": { says: "changed what an assistant asks about, and what is kept from it", severity: 1 },
  "assistant.revoked": { says: "ended the access of an assistant", severity: 1, slack: "app_uninstalled" },
  "assistant.token_reuse_detected": { says: "used a token of an assistant that was used before", severity: 3 },
  "assistant.read": { says: "read something by an assistant", severity: 0 },
  "assistant.write": { says: "wrote something by an assistant", severity: 0 },
  "assistant.approval_decided": { says: "decided what an assistant can write", severity: 0 },
  "assistant.refused": { says: "was asked before an assistant writes something", severity: 1 },

  "scim.connection_created": { says: "connected a directory", severity: 3 },
  "scim.connection_changed": { says: "changed the rules of a directory's connection", severity: 3 },
  "scim.connection_ended": { says: "disconnected a directory", severity: 3 },
  "scim.token_made": { says: "made a token for a directory", severity: 3 },
  "scim.token_ended": { says: "ended a token of a directory", severity: 2 },
  "scim.user_linked": { says: "linked an account to a directory", severity: 1 },
  "scim.user_unlinked": { says: "unlinked an account from a directory", severity: 1 },
  "scim.group_linked": { says: "linked a group to a directory", severity: 1 },
  "scim.group_unlinked": { says: "unlinked a group from a directory", severity: 1 },

  "hold.created": { says: "created a hold", severity: 3 },
  "hold.changed": { says: "changed a hold", severity: 3 },
  "hold.released": { says: "released a hold", severity: 3 },
  "hold.read": { says: "looked at the holds", severity: 1 },

  "access.denied": { says: "was refused for lack of rights", severity: 2 },
  "audit.read": { says: "read the audit log", severity: 1 },
  "audit.exported": { says: "exported the audit log", severity: 2 },
  "audit.token_created": { says: "made a token for programs that read the audit log", severity: 2 },
  "audit.token_ended": { says: "ended a token for programs that read the audit log", severity: 1 },
  "audit.destination_created": { says: "had the audit log sent to another program", severity: 3 },
  "audit.destination_changed": { says: "changed where the audit log is sent", severity: 3 },
  "audit.destination_ended": { says: "stopped sending the audit log to another program", severity: 3 },
  "operator.command": { says: "ran a command of the server", severity: 3 },
} as const satisfies Record<string, ActionDescription>;

interface ActionDescription {
  readonly says: string;
  readonly severity: 0 | 1 | 2 | 3;
  readonly slack?: string;
}

export type AuditAction = keyof typeof table;

export const auditActions: Readonly<Record<AuditAction, ActionDescription>> = table;

export const isAuditAction = (name: string): name is AuditAction => Object.hasOwn(table, name);
