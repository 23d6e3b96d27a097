import { ownBots } from "../../model/people/bots.ts";
import { canMakeBots, hasPermission } from "../../model/people/permissions.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { loadWords } from "../../words/language/choose-words.ts";
import { snippetsWords } from "../../words/screens.ts";
import { botsWords } from "../../words/settings/integrations/bots.ts";
import { integrationsWords } from "../../words/settings/integrations/integrations.ts";
import { auditFeedsWords } from "../../words/settings/organization/audit-feeds.ts";
import { auditLogWords } from "../../words/settings/organization/audit-log.ts";
import {
  channelFoldersWords,
  channelSettingWords,
  defaultChannelsWords,
} from "../../words/settings/organization/channels.ts";
import {
  customEmojiWords,
  linkifiersWords,
  playgroundsWords,
  profileFieldsWords,
} from "../../words/settings/organization/customization.ts";
import {
  dataExportsWords,
  healthWords,
  messageRetentionWords,
  statisticsWords,
} from "../../words/settings/organization/data.ts";
import { holdsWords } from "../../words/settings/organization/holds.ts";
import { directoryWords, loginServicesWords } from "../../words/settings/organization/login-services.ts";
import {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../words/settings/organization/organization-permissions.ts";
import {
  onboardingWords,
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../words/settings/organization/organization-profile.ts";
import {
  groupsWords,
  invitationsWords,
  loginLimitsWords,
  usersWords,
} from "../../words/settings/organization/users.ts";
import { accountWords, privacyWords, profileWords, yourDataWords } from "../../words/settings/own/account.ts";
import { assistantRulesWords, assistantsWords } from "../../words/settings/own/assistants.ts";
import { devicesWords, loginSecurityWords, recentLoginsWords } from "../../words/settings/own/login-security.ts";
import {
  alertWordsWords,
  mutedUsersWords,
  notificationSettingsWords,
  pushDevicesWords,
  topicSettingsWords,
} from "../../words/settings/own/notifications.ts";
import { preferencesWords, uploadedFilesWords } from "../../words/settings/own/preferences.ts";
import { settingsWords } from "../../words/settings/settings.ts";
import { LoadFailure } from "../frame/load-failure.tsx";
import { AllBots, YourBots } from "./bots/bot-sections.tsx";
import { Integrations } from "./integrations/integrations.tsx";
import { AllAssistants } from "./organization/all-assistants.tsx";
import { AssistantRules } from "./organization/assistant-rules.tsx";
import { AuditLog } from "./organization/audit-log/audit-log.tsx";
import { AuthMethods } from "./organization/auth-methods.tsx";
import { ChannelFolders } from "./organization/channel-folders.tsx";
import { Channels } from "./organization/channels/channels.tsx";
import { DataExports } from "./organization/data-exports.tsx";
import { DefaultChannels } from "./organization/default-channels.tsx";
import { Directory } from "./organization/directory/directory.tsx";
import { CustomEmoji } from "./organization/emoji/custom-emoji.tsx";
import { Groups } from "./organization/groups.tsx";
import { HealthSection } from "./organization/health.tsx";
import { Holds } from "./organization/holds/holds.tsx";
import { Invitations } from "./organization/invitations.tsx";
import { Linkifiers } from "./organization/linkifiers.tsx";
import { LoginServices } from "./organization/login-services/login-services.tsx";
import { Moderation } from "./organization/moderation.tsx";
import { Onboarding } from "./organization/onboarding.tsx";
import { OrganizationMessages } from "./organization/organization-messages.tsx";
import { OrganizationPermissions } from "./organization/organization-permissions.tsx";
import { OrganizationProfile } from "./organization/organization-profile.tsx";
import { Playgrounds } from "./organization/playgrounds.tsx";
import { ProfileFields } from "./organization/profile-fields/profile-fields.tsx";
import { StatisticsSection } from "./organization/statistics/statistics.tsx";
import { UserDefaults } from "./organization/user-defaults.tsx";
import { Users } from "./organization/users.tsx";
import { Account } from "./personal/account.tsx";
import { AlertWords } from "./personal/alert-words.tsx";
import { Assistants } from "./personal/assistants/assistants.tsx";
import { Devices } from "./personal/devices.tsx";
import { Notifications } from "./personal/notifications.tsx";
import { Preferences } from "./personal/preferences.tsx";
import { Privacy } from "./personal/privacy.tsx";
import { Profile } from "./personal/profile/profile.tsx";
import { SavedSnippets } from "./personal/saved-snippets.tsx";
import { Topics } from "./personal/topics.tsx";
import { UploadedFiles } from "./personal/uploaded-files.tsx";
import { YourData } from "./personal/your-data.tsx";
import { addressOfSection, type Section, type SectionProps, sectionIn } from "./section.ts";

/*
 * To add a section: 1. its component in personal/NAME.tsx or organization/NAME.tsx, built from SettingGroup and the
 * rows in rows/; 2. its words in words/settings/ and in settings.json of each translation, with the names of its rows
 * under `rows`, where the search finds them; 3. its name in `sections` of words/settings/settings.ts and its
 * translations, and search terms for it in `finds`; 4. a line in SECTIONS below, in list order; 5. lines in
 * test/browser/pictures/screens.ts, which also provides the screens for the accessibility check with axe.
 */

const own = sectionIn("own");
const general = sectionIn("organization", "general");
const people = sectionIn("organization", "people");
const channels = sectionIn("organization", "channels");
const features = sectionIn("organization", "features");
const data = sectionIn("organization", "data");

/** Imports an organization. Loaded separately, because only one owner needs this section, and only once. */
const ImportSection = lazyView<SectionProps>(
  async () => (await Promise.all([import("./import/import.tsx"), loadWords("import")]))[0].ImportSection,
  { Missing: LoadFailure },
);
const importRow = () => ({ rows: { choose: settingsWords().moveIn } });

const OutsideLinks = lazyView<SectionProps>(
  async () => (await Promise.all([import("./outside-links/outside-links.tsx"), loadWords("outside")]))[0].OutsideLinks,
  { Missing: LoadFailure },
);
const outsideRow = () => ({ rows: { links: settingsWords().sections["outside-links"] } });

export const SECTIONS: readonly Section[] = [
  own("profile", "user", Profile, [profileWords], { also: ["your-account"] }),
  own("account-and-privacy", "lock", Account, [accountWords, loginSecurityWords, recentLoginsWords], {
    also: ["account"],
    cards: { "login-security": () => loginSecurityWords().rows.passkeys },
  }),
  own("privacy", "eye-off", Privacy, [privacyWords, mutedUsersWords], {
    cards: { "muted-users": () => mutedUsersWords().title },
  }),
  own("preferences", "palette", Preferences, [preferencesWords], { also: ["display-settings"] }),
  own("notifications", "bell", Notifications, [notificationSettingsWords, pushDevicesWords], {
    cards: { "push-devices": () => notificationSettingsWords().device },
  }),
  own("topics", "message-square", Topics, [topicSettingsWords], { also: ["muted-topics"] }),
  own("alert-words", "bell-ring", AlertWords, [alertWordsWords]),
  own("saved-snippets", "bookmark", SavedSnippets, [snippetsWords]),
  own("devices", "key", Devices, [devicesWords], { also: ["sessions"] }),
  own("assistants", "blocks", Assistants, [assistantsWords]),
  own("your-bots", "bot", YourBots, [botsWords], { isFor: (state) => !state.is_guest || state.realm_bots.length > 0 }),
  own("integrations", "webhook", Integrations, [integrationsWords], {
    isFor: (state) => canMakeBots(state) || ownBots(state).length > 0,
  }),
  own("uploaded-files", "paperclip", UploadedFiles, [uploadedFilesWords]),
  own("your-data", "download", YourData, [yourDataWords]),
  general("organization-profile", "briefcase", OrganizationProfile, [organizationProfileWords]),
  general("organization-permissions", "shield", OrganizationPermissions, [organizationPermissionsWords]),
  general("auth-methods", "log-in", AuthMethods, [authMethodsWords, loginLimitsWords]),
  general("login-services", "key", LoginServices, [loginServicesWords], { isFor: ({ is_owner }) => is_owner }),
  general(
    "organization-settings",
    "messages-square",
    OrganizationMessages,
    [messageRetentionWords, organizationMessagesWords],
    { also: ["organization/message-retention"] },
  ),
  general("onboarding", "mail", Onboarding, [onboardingWords]),
  general("organization-level-user-defaults", "sliders-horizontal", UserDefaults, [userDefaultsWords]),
  people("users", "users", Users, [usersWords], { also: ["organization/user-list-admin"] }),
  people("invitations", "user-plus", Invitations, [invitationsWords], {
    also: ["organization/invites-list-admin"],
    isFor: (state) => !state.is_guest,
  }),
  people("outside-links", "door-open", OutsideLinks, [outsideRow], {
    isFor: (state) =>
      state.is_admin ||
      hasPermission(state, "can_create_outside_links_group") ||
      state.outside_links?.some(({ creator_id }) => creator_id === state.user_id) === true,
  }),
  people("groups", "group", Groups, [groupsWords], { also: ["groups"] }),
  people("profile-field-settings", "id-card", ProfileFields, [profileFieldsWords]),
  people("directory", "rotate-cw", Directory, [directoryWords], { isFor: ({ is_owner }) => is_owner }),
  people("moderation", "circle-alert", Moderation, [moderationWords]),
  channels("channels", "hash", Channels, [channelSettingWords]),
  channels("channel-folders", "folder", ChannelFolders, [channelFoldersWords]),
  channels("default-channels-list", "list-checks", DefaultChannels, [defaultChannelsWords]),
  features("emoji-settings", "smile", CustomEmoji, [customEmojiWords]),
  features("linkifier-settings", "link", Linkifiers, [linkifiersWords]),
  features("playground-settings", "code", Playgrounds, [playgroundsWords]),
  features("bot-list-admin", "bot", AllBots, [botsWords], {
    also: ["organization/bots"],
    isFor: ({ is_admin }) => is_admin,
  }),
  features("assistant-rules", "shield", AssistantRules, [assistantRulesWords]),
  features("assistant-list-admin", "blocks", AllAssistants, [], { isFor: ({ is_owner }) => is_owner }),
  data("audit-log", "history", AuditLog, [auditLogWords, auditFeedsWords], {
    isFor: (state) => hasPermission(state, "can_read_audit_log_group"),
  }),
  data("holds", "lock", Holds, [holdsWords], {
    isFor: (state) => state.server_holds === true && (state.is_owner || hasPermission(state, "can_manage_holds_group")),
  }),
  data("data-exports-admin", "download", DataExports, [dataExportsWords], { isFor: ({ is_admin }) => is_admin }),
  data("import", "upload", ImportSection, [importRow], { isFor: ({ is_owner }) => is_owner }),
  data("statistics", "chart-bar", StatisticsSection, [statisticsWords], { isFor: ({ is_admin }) => is_admin }),
  data("health", "activity", HealthSection, [healthWords], { isFor: ({ is_admin }) => is_admin }),
];

interface SectionRoute {
  readonly section: Section;
  /** The URL's part after the section's name. */
  readonly path: readonly string[];
  /** Heading of the card that the URL leads to. */
  readonly card?: () => string;
}

export function sectionAt(address: string): SectionRoute | undefined {
  for (const section of SECTIONS) {
    const card = section.cards?.[address];
    if (card !== undefined) return { section, path: [], card };
    for (const known of [addressOfSection(section), ...(section.also ?? [])]) {
      if (address === known) return { section, path: [] };
      if (address.startsWith(`${known}/`)) return { section, path: address.slice(known.length + 1).split("/") };
    }
  }
  return undefined;
}
