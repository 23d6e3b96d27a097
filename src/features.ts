import { assistantWriting } from "./features/assistants/approvals/index.ts";
import { assistantAccess } from "./features/assistants/grant-lists/index.ts";
import { assistants } from "./features/assistants/mcp/index.ts";
import { assistantGrants } from "./features/assistants/oauth-grants/index.ts";
import { channelsActions } from "./features/channels/channel-actions/index.ts";
import { channelFolders } from "./features/channels/channel-folders/index.ts";
import { channels } from "./features/channels/channels/index.ts";
import { subscriptions } from "./features/channels/subscriptions/index.ts";
import { topicPreferences } from "./features/channels/topic-visibility/index.ts";
import { conversations } from "./features/conversations/index.ts";
import { mail } from "./features/email/index.ts";
import { attachmentsActions } from "./features/files/attachment-actions/index.ts";
import { attachments } from "./features/files/attachments/index.ts";
import { externalContent } from "./features/files/media-proxy/index.ts";
import { files } from "./features/files/storage/index.ts";
import { resumableUploads } from "./features/files/tus-uploads/index.ts";
import { voiceMessages } from "./features/files/voice-messages/index.ts";
import { botCommands } from "./features/integrations/bot-commands/index.ts";
import { hostedBots } from "./features/integrations/hosted-bots/index.ts";
import { incomingMail } from "./features/integrations/incoming-email/index.ts";
import { incomingWebhooks } from "./features/integrations/incoming-webhooks/index.ts";
import { outgoingWebhooks } from "./features/integrations/outgoing-webhooks/index.ts";
import { boards } from "./features/messages/boards/index.ts";
import { videoCalls } from "./features/messages/call-providers/index.ts";
import { calls } from "./features/messages/calls/index.ts";
import { messages } from "./features/messages/core/index.ts";
import { accountDeletion } from "./features/messages/deleted-accounts/index.ts";
import { drafts } from "./features/messages/drafts/index.ts";
import { editHistory } from "./features/messages/edit-history/index.ts";
import { editing } from "./features/messages/editing/index.ts";
import { emailNotifications } from "./features/messages/email-notifications/index.ts";
import { linkCards } from "./features/messages/link-cards/index.ts";
import { linkPreviews } from "./features/messages/link-previews/index.ts";
import { deletion } from "./features/messages/message-deletion/index.ts";
import { reports } from "./features/messages/message-reports/index.ts";
import { navigationViews } from "./features/messages/navigation-views/index.ts";
import { outsideLinks } from "./features/messages/outside-links/index.ts";
import { presses } from "./features/messages/presses/index.ts";
import { push } from "./features/messages/push-notifications/index.ts";
import { reactions } from "./features/messages/reactions/index.ts";
import { readReceipts } from "./features/messages/read-receipts/index.ts";
import { reminders } from "./features/messages/reminders/index.ts";
import { retention } from "./features/messages/retention/index.ts";
import { savedSnippets } from "./features/messages/saved-snippets/index.ts";
import { scheduledMessages } from "./features/messages/scheduled-messages/index.ts";
import { commands } from "./features/messages/slash-commands/index.ts";
import { typing } from "./features/messages/typing/index.ts";
import { voiceRooms } from "./features/messages/voice-rooms/index.ts";
import { widgetsActions } from "./features/messages/widget-actions/index.ts";
import { widgets } from "./features/messages/widgets/index.ts";
import { usersActions } from "./features/organization/account-actions/index.ts";
import { users } from "./features/organization/accounts/index.ts";
import { domains } from "./features/organization/email-domains/index.ts";
import { emoji } from "./features/organization/emoji/index.ts";
import { groupsActions } from "./features/organization/group-actions/index.ts";
import { branding } from "./features/organization/icon-and-logos/index.ts";
import { linkifiers } from "./features/organization/linkifiers/index.ts";
import { realmActions } from "./features/organization/organization-actions/index.ts";
import { organizations } from "./features/organization/organization-settings/index.ts";
import { playgrounds } from "./features/organization/playgrounds/index.ts";
import { profileFields } from "./features/organization/profile-fields/index.ts";
import { notices } from "./features/organization/system-messages/index.ts";
import { groups } from "./features/organization/user-groups/index.ts";
import { alertWords } from "./features/people/alert-words/index.ts";
import { avatars } from "./features/people/avatars/index.ts";
import { botStorage } from "./features/people/bot-storage/index.ts";
import { deviceLinks } from "./features/people/device-links/index.ts";
import { unsubscribing } from "./features/people/email-unsubscribe/index.ts";
import { invitations } from "./features/people/invitations/index.ts";
import { allowedNetworks } from "./features/people/ip-allowlist/index.ts";
import { loginAlerts } from "./features/people/login-alerts/index.ts";
import { mutedUsers } from "./features/people/muted-users/index.ts";
import { onboarding } from "./features/people/onboarding/index.ts";
import { passkeysActions } from "./features/people/passkey-actions/index.ts";
import { passkeys } from "./features/people/passkeys/index.ts";
import { passwordReset } from "./features/people/password-reset/index.ts";
import { presence } from "./features/people/presence/index.ts";
import { endingLogins } from "./features/people/session-revocation/index.ts";
import { logins } from "./features/people/sessions/index.ts";
import { loginConnections } from "./features/people/sso-connections/index.ts";
import { externalLogins } from "./features/people/sso-login/index.ts";
import { secondFactor } from "./features/people/two-factor/index.ts";
import { secondFactorActions } from "./features/people/two-factor-actions/index.ts";
import { settings } from "./features/people/user-settings/index.ts";
import { settingsActions } from "./features/people/user-settings-actions/index.ts";
import { status } from "./features/people/user-status/index.ts";
import { loginDomains } from "./features/people/verified-domains/index.ts";
import { erasureFeature } from "./features/server/account-erasure/index.ts";
import { auditFeeds } from "./features/server/audit-streaming/index.ts";
import { complianceExports } from "./features/server/compliance-exports/index.ts";
import { repair } from "./features/server/consistency-check/index.ts";
import { digest } from "./features/server/email-digest/index.ts";
import { queuesFeature } from "./features/server/event-queues/index.ts";
import { exports } from "./features/server/exports/index.ts";
import { imports } from "./features/server/imports/index.ts";
import { openapiFeature } from "./features/server/openapi/index.ts";
import { deletionFeature } from "./features/server/organization-deletion/index.ts";
import { setup } from "./features/server/organization-setup/index.ts";
import { ownDataFeature } from "./features/server/personal-data-export/index.ts";
import { pushRegistration } from "./features/server/push-registration/index.ts";
import { information } from "./features/server/server-info/index.ts";
import { statistics } from "./features/server/statistics/index.ts";
import { testingFeature } from "./features/server/test-hooks/index.ts";
import { unsupported } from "./features/server/unsupported-state/index.ts";
import { webClient } from "./features/server/web-client/index.ts";
import { auditLog } from "./features/trust/audit-log/index.ts";
import { holds } from "./features/trust/legal-holds/index.ts";
import { scim } from "./features/trust/scim/index.ts";

/** The server's features, lowest first: each imports only those before it. */
const capabilities = [
  // The audit log, email and conversations, which most other features use.
  auditLog,
  mail,
  conversations,
  // Files
  files,
  attachments,
  attachmentsActions,
  resumableUploads,
  externalContent,
  voiceMessages,
  // The organization
  users,
  notices,
  groups,
  organizations,
  emoji,
  linkifiers,
  playgrounds,
  domains,
  profileFields,
  groupsActions,
  usersActions,
  realmActions,
  branding,
  // Channels
  channels,
  topicPreferences,
  channelFolders,
  subscriptions,
  channelsActions,
  // People
  settings,
  unsubscribing,
  alertWords,
  mutedUsers,
  onboarding,
  botStorage,
  passkeys,
  secondFactor,
  logins,
  loginAlerts,
  passkeysActions,
  secondFactorActions,
  passwordReset,
  deviceLinks,
  endingLogins,
  allowedNetworks,
  invitations,
  externalLogins,
  loginConnections,
  loginDomains,
  avatars,
  presence,
  status,
  settingsActions,
  // Messages
  widgets,
  linkCards,
  messages,
  deletion,
  retention,
  accountDeletion,
  editing,
  editHistory,
  linkPreviews,
  reactions,
  widgetsActions,
  presses,
  readReceipts,
  reports,
  scheduledMessages,
  reminders,
  boards,
  drafts,
  savedSnippets,
  typing,
  navigationViews,
  push,
  emailNotifications,
  commands,
  videoCalls,
  calls,
  outsideLinks,
  voiceRooms,
  // Integrations
  incomingWebhooks,
  botCommands,
  outgoingWebhooks,
  incomingMail,
  // Assistants
  assistantGrants,
  assistantWriting,
  assistantAccess,
  assistants,
  // Scripted bots, which can use the tools of assistants.
  hostedBots,
  // Trust: account and login administration, and legal holds.
  scim,
  holds,
  // The server
  auditFeeds,
  exports,
  complianceExports,
  imports,
  statistics,
  digest,
  information,
  webClient,
  setup,
  pushRegistration,
  repair,
  unsupported,
] as const;

/** Features described in the OpenAPI document. */
const documented = [
  ...capabilities,
  ownDataFeature(capabilities),
  erasureFeature(capabilities),
  deletionFeature(capabilities),
  queuesFeature(capabilities),
] as const;

/**
 * All features. The last two are built from the others, because they need a list of the others' endpoints, events and
 * tables.
 */
export const features = [...documented, openapiFeature(documented), testingFeature(documented)] as const;
