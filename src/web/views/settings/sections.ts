import { canMakeBots } from "../../model/organization/permissions.ts";
import { later } from "../../parts/later.tsx";
import { loadWords } from "../../words/language/choose-words.ts";
import { botsWords } from "../../words/settings/integrations/bots.ts";
import { integrationsWords } from "../../words/settings/integrations/integrations.ts";
import {
  channelFoldersWords,
  channelSettingWords,
  defaultChannelsWords,
} from "../../words/settings/organization/channels.ts";
import { customEmojiWords } from "../../words/settings/organization/custom-emoji.ts";
import { dataExportsWords, messageRetentionWords } from "../../words/settings/organization/data.ts";
import { groupsWords } from "../../words/settings/organization/groups.ts";
import { healthWords } from "../../words/settings/organization/health.ts";
import { linkifiersWords, playgroundsWords } from "../../words/settings/organization/linkifiers.ts";
import {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../words/settings/organization/organization-permissions.ts";
import {
  organizationMessagesWords,
  organizationProfileWords,
  userDefaultsWords,
} from "../../words/settings/organization/organization-profile.ts";
import { profileFieldsWords } from "../../words/settings/organization/profile-fields.ts";
import { statisticsWords } from "../../words/settings/organization/statistics.ts";
import { invitationsWords, usersWords } from "../../words/settings/organization/users.ts";
import { accountWords, profileWords, yourDataWords } from "../../words/settings/own/account.ts";
import { devicesWords, loginSecurityWords } from "../../words/settings/own/login-security.ts";
import {
  alertWordsWords,
  mutedUsersWords,
  notificationSettingsWords,
  pushDevicesWords,
  topicSettingsWords,
} from "../../words/settings/own/notifications.ts";
import { preferencesWords, savedSnippetsWords, uploadedFilesWords } from "../../words/settings/own/preferences.ts";
import { settingsWords } from "../../words/settings/settings.ts";
import { LoadFailure } from "../shell/load-failure.tsx";
import { AllBots, YourBots } from "./bots/bot-sections.tsx";
import { Integrations } from "./integrations/integrations.tsx";
import { AuthMethods } from "./organization/auth-methods.tsx";
import { ChannelFolders } from "./organization/channel-folders.tsx";
import { Channels } from "./organization/channels/channels.tsx";
import { DataExports } from "./organization/data-exports.tsx";
import { DefaultChannels } from "./organization/default-channels.tsx";
import { CustomEmoji } from "./organization/emoji/custom-emoji.tsx";
import { Groups } from "./organization/groups.tsx";
import { HealthSection } from "./organization/health.tsx";
import { Invitations } from "./organization/invitations.tsx";
import { Linkifiers } from "./organization/linkifiers.tsx";
import { MessageRetention } from "./organization/message-retention.tsx";
import { Moderation } from "./organization/moderation.tsx";
import { OrganizationMessages } from "./organization/organization-messages.tsx";
import { OrganizationPermissions } from "./organization/organization-permissions.tsx";
import { OrganizationProfile } from "./organization/organization-profile.tsx";
import { Playgrounds } from "./organization/playgrounds.tsx";
import { ProfileFields } from "./organization/profile-fields/profile-fields.tsx";
import { StatisticsSection } from "./organization/statistics/statistics.tsx";
import { UserDefaults } from "./organization/user-defaults.tsx";
import { Users } from "./organization/users.tsx";
import { Account } from "./own/account.tsx";
import { AlertWords } from "./own/alert-words.tsx";
import { Devices } from "./own/devices.tsx";
import { LoginSecurity } from "./own/login/login-security.tsx";
import { MutedUsers } from "./own/muted-users.tsx";
import { Notifications } from "./own/notifications.tsx";
import { Preferences } from "./own/preferences.tsx";
import { Profile } from "./own/profile/profile.tsx";
import { PushDevices } from "./own/push-devices.tsx";
import { SavedSnippets } from "./own/saved-snippets.tsx";
import { Topics } from "./own/topics.tsx";
import { UploadedFiles } from "./own/uploaded-files.tsx";
import { YourData } from "./own/your-data.tsx";
import { addressOfSection, type Section, type SectionProps, sectionIn } from "./section.ts";

/*
 * To add a section:
 * 1. its component in own/NAME.tsx or organization/NAME.tsx, made of SettingGroup and of the rows in rows/;
 * 2. its words in words/settings/ and words/de/settings/, with a line in words/de/settings.ts: the names of its rows stand
 *    under `rows`, where the search finds them;
 * 3. its own name in `sections` of words/settings/settings.ts and of its translations;
 * 4. a line in SECTIONS below, in the order of the list;
 * 5. lines in test/browser/pictures/screens.ts, from which the accessibility check with axe takes its screens too.
 */

const own = sectionIn("own");
const organization = sectionIn("organization");

/** Moves an organization in. This section is loaded separately, because one owner needs it once. */
const ImportSection = later<SectionProps>(
  async () => (await Promise.all([import("./import/import.tsx"), loadWords("import")]))[0].ImportSection,
  { Missing: LoadFailure },
);
const importRow = () => ({ rows: { choose: settingsWords().moveIn } });

export const SECTIONS: readonly Section[] = [
  own("profile", Profile, profileWords, { also: ["your-account"] }),
  own("account-and-privacy", Account, accountWords, { also: ["account"] }),
  own("preferences", Preferences, preferencesWords, { also: ["display-settings"] }),
  own("login-security", LoginSecurity, loginSecurityWords),
  own("notifications", Notifications, notificationSettingsWords),
  own("push-devices", PushDevices, pushDevicesWords),
  own("topics", Topics, topicSettingsWords, { also: ["muted-topics"] }),
  own("alert-words", AlertWords, alertWordsWords),
  own("muted-users", MutedUsers, mutedUsersWords),
  own("saved-snippets", SavedSnippets, savedSnippetsWords),
  own("devices", Devices, devicesWords, { also: ["sessions"] }),
  own("your-bots", YourBots, botsWords, { isFor: (state) => !state.is_guest || state.realm_bots.length > 0 }),
  own("integrations", Integrations, integrationsWords, {
    isFor: (state) => canMakeBots(state) || state.realm_bots.some((bot) => bot.owner_id === state.user_id),
  }),
  own("uploaded-files", UploadedFiles, uploadedFilesWords),
  own("your-data", YourData, yourDataWords),
  organization("organization-profile", OrganizationProfile, organizationProfileWords),
  organization("organization-settings", OrganizationMessages, organizationMessagesWords),
  organization("organization-permissions", OrganizationPermissions, organizationPermissionsWords),
  organization("users", Users, usersWords, { also: ["organization/user-list-admin"] }),
  organization("invitations", Invitations, invitationsWords, {
    also: ["organization/invites-list-admin"],
    isFor: (state) => !state.is_guest,
  }),
  organization("groups", Groups, groupsWords, { also: ["groups"] }),
  organization("channels", Channels, channelSettingWords),
  organization("channel-folders", ChannelFolders, channelFoldersWords),
  organization("default-channels-list", DefaultChannels, defaultChannelsWords),
  organization("message-retention", MessageRetention, messageRetentionWords),
  organization("organization-level-user-defaults", UserDefaults, userDefaultsWords),
  organization("profile-field-settings", ProfileFields, profileFieldsWords),
  organization("emoji-settings", CustomEmoji, customEmojiWords),
  organization("linkifier-settings", Linkifiers, linkifiersWords),
  organization("playground-settings", Playgrounds, playgroundsWords),
  organization("auth-methods", AuthMethods, authMethodsWords),
  organization("bot-list-admin", AllBots, botsWords, {
    also: ["organization/bots"],
    isFor: ({ is_admin }) => is_admin,
  }),
  organization("data-exports-admin", DataExports, dataExportsWords, { isFor: ({ is_admin }) => is_admin }),
  organization("import", ImportSection, importRow, { isFor: ({ is_owner }) => is_owner }),
  organization("moderation", Moderation, moderationWords),
  organization("statistics", StatisticsSection, statisticsWords, { isFor: ({ is_admin }) => is_admin }),
  organization("health", HealthSection, healthWords, { isFor: ({ is_admin }) => is_admin }),
];

/** The section of an address, and the part of the address after its name. */
export function sectionAt(
  address: string,
): { readonly section: Section; readonly path: readonly string[] } | undefined {
  for (const section of SECTIONS) {
    for (const known of [addressOfSection(section), ...(section.also ?? [])]) {
      if (address === known) return { section, path: [] };
      if (address.startsWith(`${known}/`)) return { section, path: address.slice(known.length + 1).split("/") };
    }
  }
  return undefined;
}
