export { bots } from "./settings/integrations/bots.ts";
export { integrations } from "./settings/integrations/integrations.ts";
export { programs } from "./settings/integrations/programs.ts";
export { services } from "./settings/integrations/services.ts";
export { webhooks } from "./settings/integrations/webhooks.ts";
export { assistantRules } from "./settings/organization/assistant-rules.ts";
export { auditFeeds } from "./settings/organization/audit-feeds.ts";
export { auditActions, auditLog } from "./settings/organization/audit-log.ts";
export { callsTest } from "./settings/organization/calls-test.ts";
export { channelFolders, channelSettings, defaultChannels } from "./settings/organization/channels.ts";
export { customEmoji } from "./settings/organization/custom-emoji.ts";
export { dataExports, messageRetention } from "./settings/organization/data.ts";
export { directory } from "./settings/organization/directory.ts";
export { erasure } from "./settings/organization/erasure.ts";
export { groups } from "./settings/organization/groups.ts";
export { health } from "./settings/organization/health.ts";
export { holds } from "./settings/organization/holds.ts";
export { linkifiers, playgrounds } from "./settings/organization/linkifiers.ts";
export { loginLimits } from "./settings/organization/login-limits.ts";
export { loginServices } from "./settings/organization/login-services.ts";
export { authMethods, moderation, organizationPermissions } from "./settings/organization/organization-permissions.ts";
export {
  onboarding,
  organizationMessages,
  organizationProfile,
  userDefaults,
} from "./settings/organization/organization-profile.ts";
export { profileFields } from "./settings/organization/profile-fields.ts";
export { statistics } from "./settings/organization/statistics.ts";
export { invitations, users } from "./settings/organization/users.ts";
export { account, privacy, profile, yourData } from "./settings/own/account.ts";
export { assistants } from "./settings/own/assistants.ts";
export { devices, loginSecurity, recentLogins } from "./settings/own/login-security.ts";
export {
  alertWords,
  mutedUsers,
  notificationSettings,
  pushDevices,
  topicSettings,
} from "./settings/own/notifications.ts";
export { preferences, savedSnippets, uploadedFiles } from "./settings/own/preferences.ts";
export { settings } from "./settings/settings.ts";
