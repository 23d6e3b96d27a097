import { assistantAccess } from "./features/assistants/access/index.ts";
import { assistantGrants } from "./features/assistants/grants/index.ts";
import { assistants } from "./features/assistants/mcp/index.ts";
import { assistantWriting } from "./features/assistants/writing/index.ts";
import { channelsActions } from "./features/channels/channels/actions/index.ts";
import { channels } from "./features/channels/channels/index.ts";
import { channelFolders } from "./features/channels/folders/index.ts";
import { subscriptions } from "./features/channels/subscriptions/index.ts";
import { topicPreferences } from "./features/channels/topic-preferences/index.ts";
import { conversations } from "./features/conversations/index.ts";
import { attachmentsActions } from "./features/files/attachments/actions/index.ts";
import { attachments } from "./features/files/attachments/index.ts";
import { externalContent } from "./features/files/external-content/index.ts";
import { resumableUploads } from "./features/files/resumable-uploads/index.ts";
import { files } from "./features/files/storage/index.ts";
import { voiceMessages } from "./features/files/voice-messages/index.ts";
import { botCommands } from "./features/integrations/bot-commands/index.ts";
import { hostedBots } from "./features/integrations/hosted-bots/index.ts";
import { incomingWebhooks } from "./features/integrations/incoming/index.ts";
import { incomingMail } from "./features/integrations/incoming-mail/index.ts";
import { outgoingWebhooks } from "./features/integrations/outgoing/index.ts";
import { mail } from "./features/mail/index.ts";
import { accountDeletion } from "./features/messages/account-deletion/index.ts";
import { calls } from "./features/messages/calls/index.ts";
import { commands } from "./features/messages/commands/index.ts";
import { deletion } from "./features/messages/deletion/index.ts";
import { drafts } from "./features/messages/drafts/index.ts";
import { editHistory } from "./features/messages/edit-history/index.ts";
import { editing } from "./features/messages/editing/index.ts";
import { letters } from "./features/messages/letters/index.ts";
import { linkCards } from "./features/messages/link-cards/index.ts";
import { linkPreviews } from "./features/messages/link-previews/index.ts";
import { messages } from "./features/messages/messages/index.ts";
import { navigationViews } from "./features/messages/navigation-views/index.ts";
import { push } from "./features/messages/push/index.ts";
import { reactions } from "./features/messages/reactions/index.ts";
import { readReceipts } from "./features/messages/read-receipts/index.ts";
import { reminders } from "./features/messages/reminders/index.ts";
import { reports } from "./features/messages/reports/index.ts";
import { retention } from "./features/messages/retention/index.ts";
import { savedSnippets } from "./features/messages/saved-snippets/index.ts";
import { scheduledMessages } from "./features/messages/scheduled-messages/index.ts";
import { typing } from "./features/messages/typing/index.ts";
import { videoCalls } from "./features/messages/video-calls/index.ts";
import { widgetsActions } from "./features/messages/widgets/actions/index.ts";
import { widgets } from "./features/messages/widgets/index.ts";
import { branding } from "./features/organization/branding/index.ts";
import { domains } from "./features/organization/domains/index.ts";
import { emoji } from "./features/organization/emoji/index.ts";
import { groupsActions } from "./features/organization/groups/actions/index.ts";
import { groups } from "./features/organization/groups/index.ts";
import { linkifiers } from "./features/organization/linkifiers/index.ts";
import { notices } from "./features/organization/notices/index.ts";
import { playgrounds } from "./features/organization/playgrounds/index.ts";
import { profileFields } from "./features/organization/profile-fields/index.ts";
import { realmActions } from "./features/organization/realm/actions/index.ts";
import { organizations } from "./features/organization/realm/index.ts";
import { usersActions } from "./features/organization/users/actions/index.ts";
import { users } from "./features/organization/users/index.ts";
import { alertWords } from "./features/people/alert-words/index.ts";
import { allowedNetworks } from "./features/people/allowed-networks/index.ts";
import { avatars } from "./features/people/avatars/index.ts";
import { botStorage } from "./features/people/bot-storage/index.ts";
import { endingLogins } from "./features/people/ending-logins/index.ts";
import { externalLogins } from "./features/people/external-logins/index.ts";
import { invitations } from "./features/people/invitations/index.ts";
import { loginConnections } from "./features/people/login-connections/index.ts";
import { loginDomains } from "./features/people/login-domains/index.ts";
import { loginLetters } from "./features/people/login-letters/index.ts";
import { logins } from "./features/people/logins/index.ts";
import { mutedUsersActions } from "./features/people/muted-users/actions/index.ts";
import { mutedUsers } from "./features/people/muted-users/index.ts";
import { onboarding } from "./features/people/onboarding/index.ts";
import { passkeysActions } from "./features/people/passkeys/actions/index.ts";
import { passkeys } from "./features/people/passkeys/index.ts";
import { passwordReset } from "./features/people/password-reset/index.ts";
import { presence } from "./features/people/presence/index.ts";
import { secondFactorActions } from "./features/people/second-factor/actions/index.ts";
import { secondFactor } from "./features/people/second-factor/index.ts";
import { settingsActions } from "./features/people/settings/actions/index.ts";
import { settings } from "./features/people/settings/index.ts";
import { status } from "./features/people/status/index.ts";
import { unsubscribing } from "./features/people/unsubscribing/index.ts";
import { auditFeeds } from "./features/server/audit-feeds/index.ts";
import { complianceExports } from "./features/server/compliance-exports/index.ts";
import { deletionFeature } from "./features/server/deletion/index.ts";
import { digest } from "./features/server/digest/index.ts";
import { erasureFeature } from "./features/server/erasure/index.ts";
import { exports } from "./features/server/exports/index.ts";
import { imports } from "./features/server/imports/index.ts";
import { information } from "./features/server/information/index.ts";
import { openapiFeature } from "./features/server/openapi/index.ts";
import { ownDataFeature } from "./features/server/own-data/index.ts";
import { pushRegistration } from "./features/server/push-registration/index.ts";
import { queuesFeature } from "./features/server/queues/index.ts";
import { repair } from "./features/server/repair/index.ts";
import { setup } from "./features/server/setup/index.ts";
import { statistics } from "./features/server/statistics/index.ts";
import { testingFeature } from "./features/server/testing/index.ts";
import { unsupported } from "./features/server/unsupported/index.ts";
import { webClient } from "./features/server/web-client/index.ts";
import { auditLog } from "./features/trust/audit-log/index.ts";
import { holds } from "./features/trust/holds/index.ts";
import { scim } from "./features/trust/scim/index.ts";

/** The server's features, lowest first: each imports only those before it. */
const capabilities = [
  // Trust: what all others write to.
  auditLog,
  // Mail
  mail,
  // Conversations
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
  mutedUsersActions,
  onboarding,
  botStorage,
  passkeys,
  secondFactor,
  logins,
  loginLetters,
  passkeysActions,
  secondFactorActions,
  passwordReset,
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
  readReceipts,
  reports,
  scheduledMessages,
  reminders,
  drafts,
  savedSnippets,
  typing,
  navigationViews,
  push,
  letters,
  commands,
  videoCalls,
  calls,
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
  // Scripted bots have the tools of assistants.
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

/** All features. The last two are built from the others: they need a list of their endpoints, events and tables. */
export const features = [...documented, openapiFeature(documented), testingFeature(documented)] as const;
