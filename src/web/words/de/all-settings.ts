import { settings } from "./settings.ts";
import { account } from "./settings-account.ts";
import { alertWords } from "./settings-alert-words.ts";
import { authMethods } from "./settings-auth-methods.ts";
import { bots } from "./settings-bots.ts";
import { channelFolders } from "./settings-channel-folders.ts";
import { channelSettings } from "./settings-channels.ts";
import { data } from "./settings-data.ts";
import { defaultChannels } from "./settings-default-channels.ts";
import { devices } from "./settings-devices.ts";
import { customEmoji } from "./settings-emoji.ts";
import { exports } from "./settings-exports.ts";
import { files } from "./settings-files.ts";
import { groups } from "./settings-groups.ts";
import { health } from "./settings-health.ts";
import { integrations } from "./settings-integrations.ts";
import { invitations } from "./settings-invitations.ts";
import { linkifiers } from "./settings-linkifiers.ts";
import { loginSecurity } from "./settings-login-security.ts";
import { moderation } from "./settings-moderation.ts";
import { mutedUsers } from "./settings-muted-users.ts";
import { notifications } from "./settings-notifications.ts";
import { organizationMessages } from "./settings-organization-messages.ts";
import { organizationPermissions } from "./settings-organization-permissions.ts";
import { organizationProfile } from "./settings-organization-profile.ts";
import { playgrounds } from "./settings-playgrounds.ts";
import { preferences } from "./settings-preferences.ts";
import { profile } from "./settings-profile.ts";
import { profileFields } from "./settings-profile-fields.ts";
import { pushDevices } from "./settings-push-devices.ts";
import { retention } from "./settings-retention.ts";
import { savedSnippets } from "./settings-saved-snippets.ts";
import { services } from "./settings-services.ts";
import { statistics } from "./settings-statistics.ts";
import { topics } from "./settings-topics.ts";
import { userDefaults } from "./settings-user-defaults.ts";
import { users } from "./settings-users.ts";
import { webhooks } from "./settings-webhooks.ts";

/** What the settings say in German: loaded with them. */
export const allSettings = {
  settings,
  account,
  alertWords,
  authMethods,
  bots,
  channelFolders,
  channelSettings,
  data,
  defaultChannels,
  devices,
  customEmoji,
  exports,
  files,
  groups,
  health,
  integrations,
  invitations,
  linkifiers,
  loginSecurity,
  moderation,
  mutedUsers,
  notificationSettings: notifications,
  organizationMessages,
  organizationPermissions,
  organizationProfile,
  playgrounds,
  preferences,
  profile,
  profileFields,
  pushDevices,
  retention,
  savedSnippets,
  services,
  statistics,
  topicSettings: topics,
  userDefaults,
  users,
  webhooks,
};
