import { accounts } from "./features/accounts/index.ts";
import { administration } from "./features/administration/index.ts";
import { alertWords } from "./features/alert-words/index.ts";
import { attachments } from "./features/attachments/index.ts";
import { avatars } from "./features/avatars/index.ts";
import { botStorage } from "./features/bot-storage/index.ts";
import { branding } from "./features/branding/index.ts";
import { calls } from "./features/calls/index.ts";
import { channelFolders } from "./features/channel-folders/index.ts";
import { channelSettings } from "./features/channel-settings/index.ts";
import { channels } from "./features/channels/index.ts";
import { commands } from "./features/commands/index.ts";
import { conversations } from "./features/conversations/index.ts";
import { deletion } from "./features/deletion/index.ts";
import { domains } from "./features/domains/index.ts";
import { drafts } from "./features/drafts/index.ts";
import { editing } from "./features/editing/index.ts";
import { emoji } from "./features/emoji/index.ts";
import { entrance } from "./features/entrance/index.ts";
import { eventsOf } from "./features/events/index.ts";
import { exports } from "./features/exports/index.ts";
import { files } from "./features/files/index.ts";
import { groups } from "./features/groups/index.ts";
import { history } from "./features/history/index.ts";
import { invitations } from "./features/invitations/index.ts";
import { linkifiers } from "./features/linkifiers/index.ts";
import { logins } from "./features/logins/index.ts";
import { mail } from "./features/mail/index.ts";
import { memberships } from "./features/memberships/index.ts";
import { messages } from "./features/messages/index.ts";
import { mutedUsers } from "./features/muted-users/index.ts";
import { muting } from "./features/muting/index.ts";
import { navigationViews } from "./features/navigation-views/index.ts";
import { onboarding } from "./features/onboarding/index.ts";
import { organizations } from "./features/organizations/index.ts";
import { playgrounds } from "./features/playgrounds/index.ts";
import { preferences } from "./features/preferences/index.ts";
import { presence } from "./features/presence/index.ts";
import { profileFields } from "./features/profile-fields/index.ts";
import { push } from "./features/push/index.ts";
import { reactions } from "./features/reactions/index.ts";
import { receipts } from "./features/receipts/index.ts";
import { referenceOf } from "./features/reference/index.ts";
import { reminders } from "./features/reminders/index.ts";
import { reports } from "./features/reports/index.ts";
import { retention } from "./features/retention/index.ts";
import { savedSnippets } from "./features/saved-snippets/index.ts";
import { scheduledMessages } from "./features/scheduled-messages/index.ts";
import { settings } from "./features/settings/index.ts";
import { status } from "./features/status/index.ts";
import { submessages } from "./features/submessages/index.ts";
import { subscriptions } from "./features/subscriptions/index.ts";
import { testingOf } from "./features/testing/index.ts";
import { topicPreferences } from "./features/topic-preferences/index.ts";
import { typing } from "./features/typing/index.ts";
import { uploads } from "./features/uploads/index.ts";
import { users } from "./features/users/index.ts";
import { vacant } from "./features/vacant/index.ts";
import { widgets } from "./features/widgets/index.ts";
import type { Feature } from "./realm/feature.ts";

/** The capabilities of the server, lowest first: each uses only those before it. */
const capabilities: readonly Feature[] = [
  files,
  mail,
  users,
  groups,
  organizations,
  settings,
  emoji,
  linkifiers,
  playgrounds,
  domains,
  profileFields,
  conversations,
  attachments,
  channels,
  topicPreferences,
  alertWords,
  mutedUsers,
  widgets,
  messages,
  deletion,
  retention,
  editing,
  history,
  reactions,
  submessages,
  receipts,
  reports,
  muting,
  scheduledMessages,
  reminders,
  drafts,
  savedSnippets,
  typing,
  navigationViews,
  onboarding,
  botStorage,
  channelFolders,
  subscriptions,
  channelSettings,
  memberships,
  accounts,
  logins,
  invitations,
  administration,
  branding,
  avatars,
  uploads,
  presence,
  status,
  preferences,
  exports,
  push,
  commands,
  calls,
  entrance,
  vacant,
];

const spoken: readonly Feature[] = [...capabilities, eventsOf(capabilities)];

export const features: readonly Feature[] = [...spoken, referenceOf(spoken), testingOf(spoken)];
