import type { ComponentType } from "preact";
import { canMakeBots } from "../../model/permissions.ts";
import type { State } from "../../model/state.ts";
import { later } from "../../parts/later.tsx";
import type { SettingsWords } from "../../words/en/settings.ts";
import type { SectionWords } from "../../words/section-words.ts";
import { accountWords } from "../../words/settings-account-words.ts";
import { alertWordsWords } from "../../words/settings-alert-words-words.ts";
import { authMethodsWords } from "../../words/settings-auth-methods-words.ts";
import { botsWords } from "../../words/settings-bots-words.ts";
import { channelFoldersWords } from "../../words/settings-channel-folders-words.ts";
import { channelSettingWords } from "../../words/settings-channels-words.ts";
import { dataWords } from "../../words/settings-data-words.ts";
import { defaultChannelsWords } from "../../words/settings-default-channels-words.ts";
import { devicesWords } from "../../words/settings-devices-words.ts";
import { customEmojiWords } from "../../words/settings-emoji-words.ts";
import { exportsWords } from "../../words/settings-exports-words.ts";
import { filesWords } from "../../words/settings-files-words.ts";
import { groupsWords } from "../../words/settings-groups-words.ts";
import { healthWords } from "../../words/settings-health-words.ts";
import { importWords } from "../../words/settings-import-words.ts";
import { integrationsWords } from "../../words/settings-integrations-words.ts";
import { invitationsWords } from "../../words/settings-invitations-words.ts";
import { linkifiersWords } from "../../words/settings-linkifiers-words.ts";
import { loginSecurityWords } from "../../words/settings-login-security-words.ts";
import { moderationWords } from "../../words/settings-moderation-words.ts";
import { mutedUsersWords } from "../../words/settings-muted-users-words.ts";
import { notificationsWords } from "../../words/settings-notifications-words.ts";
import { organizationMessagesWords } from "../../words/settings-organization-messages-words.ts";
import { organizationPermissionsWords } from "../../words/settings-organization-permissions-words.ts";
import { organizationProfileWords } from "../../words/settings-organization-profile-words.ts";
import { playgroundsWords } from "../../words/settings-playgrounds-words.ts";
import { preferencesWords } from "../../words/settings-preferences-words.ts";
import { profileFieldsWords } from "../../words/settings-profile-fields-words.ts";
import { profileWords } from "../../words/settings-profile-words.ts";
import { pushDevicesWords } from "../../words/settings-push-devices-words.ts";
import { retentionWords } from "../../words/settings-retention-words.ts";
import { savedSnippetsWords } from "../../words/settings-saved-snippets-words.ts";
import { servicesWords } from "../../words/settings-services-words.ts";
import { statisticsWords } from "../../words/settings-statistics-words.ts";
import { topicsWords } from "../../words/settings-topics-words.ts";
import { userDefaultsWords } from "../../words/settings-user-defaults-words.ts";
import { usersWords } from "../../words/settings-users-words.ts";
import { webhooksWords } from "../../words/settings-webhooks-words.ts";
import { LoadFailure } from "../shell/load-failure.tsx";

/*
 * To add a section: 1. its component in own/NAME.tsx or organization/NAME.tsx, made of SettingGroup and of the rows in rows/;
 * 2. its words in words/en/settings-NAME.ts and words/de/, with a words/settings-NAME-words.ts: what its rows are called
 * stands under `rows`, where the search finds it; 3. its own name in `sections` of words/en/settings.ts and words/de/;
 * 4. a line in SECTIONS below, in the order of the list; 5. lines in test/browser/pictures/screens.ts, which the walk of axe
 * follows too.
 */

export type Area = "own" | "organization";

export interface SectionProps {
  /** What follows the section's name in the address. */
  readonly path: readonly string[];
}

interface Body {
  readonly load: () => Promise<ComponentType<SectionProps>>;
  readonly words: SectionWords<{ readonly rows: Readonly<Record<string, string>> }>;
  /** Other addresses that lead here, whole: those of Zulip's clients. */
  readonly also?: readonly string[];
  /** Who finds it in the list; everybody, where nothing is said. */
  readonly isFor?: (state: State) => boolean;
}

export interface Section extends Body {
  readonly area: Area;
  readonly name: keyof SettingsWords["sections"];
  readonly View: ComponentType<SectionProps>;
}

const section = (area: Area, name: Section["name"], body: Body): Section => {
  const load = async () => (await Promise.all([body.load(), body.words.load()]))[0];
  return { ...body, area, name, View: later(load, { Missing: LoadFailure }) };
};

export const SECTIONS: readonly Section[] = [
  section("own", "profile", {
    load: async () => (await import("./own/profile.tsx")).Profile,
    words: profileWords,
    also: ["your-account"],
  }),
  section("own", "account-and-privacy", {
    load: async () => (await import("./own/account.tsx")).Account,
    words: accountWords,
    also: ["account"],
  }),
  section("own", "preferences", {
    load: async () => (await import("./own/preferences.tsx")).Preferences,
    words: preferencesWords,
    also: ["display-settings"],
  }),
  section("own", "login-security", {
    load: async () => (await import("./own/login-security.tsx")).LoginSecurity,
    words: loginSecurityWords,
  }),
  section("own", "notifications", {
    load: async () => (await import("./own/notifications.tsx")).Notifications,
    words: notificationsWords,
  }),
  section("own", "push-devices", {
    load: async () => (await import("./own/push-devices.tsx")).PushDevices,
    words: pushDevicesWords,
  }),
  section("own", "topics", {
    load: async () => (await import("./own/topics.tsx")).Topics,
    words: topicsWords,
    also: ["muted-topics"],
  }),
  section("own", "alert-words", {
    load: async () => (await import("./own/alert-words.tsx")).AlertWords,
    words: alertWordsWords,
  }),
  section("own", "muted-users", {
    load: async () => (await import("./own/muted-users.tsx")).MutedUsers,
    words: mutedUsersWords,
  }),
  section("own", "saved-snippets", {
    load: async () => (await import("./own/saved-snippets.tsx")).SavedSnippets,
    words: savedSnippetsWords,
  }),
  section("own", "devices", {
    // A new key is shown as that of a bot is.
    load: async () => (await Promise.all([import("./own/devices.tsx"), botsWords.load()]))[0].Devices,
    words: devicesWords,
    also: ["sessions"],
  }),
  section("own", "your-bots", {
    load: async () => (await import("./own/your-bots.tsx")).YourBots,
    words: botsWords,
    isFor: (state) => !state.is_guest || state.realm_bots.length > 0,
  }),
  section("own", "integrations", {
    // The guide makes bots, and shows keys, as the list of one's bots does.
    load: async () => {
      const words = [botsWords, servicesWords, webhooksWords].map((group) => group.load());
      return (await Promise.all([import("./integrations/integrations.tsx"), ...words]))[0].Integrations;
    },
    words: integrationsWords,
    isFor: (state) => canMakeBots(state) || state.realm_bots.some((bot) => bot.owner_id === state.user_id),
  }),
  section("own", "uploaded-files", {
    load: async () => (await import("./own/uploaded-files.tsx")).UploadedFiles,
    words: filesWords,
  }),
  section("own", "your-data", {
    load: async () => (await import("./own/your-data.tsx")).YourData,
    words: dataWords,
  }),
  section("organization", "organization-profile", {
    load: async () => (await import("./organization/organization-profile.tsx")).OrganizationProfile,
    words: organizationProfileWords,
  }),
  section("organization", "organization-settings", {
    load: async () => (await import("./organization/organization-messages.tsx")).OrganizationMessages,
    words: organizationMessagesWords,
  }),
  section("organization", "organization-permissions", {
    load: async () => (await import("./organization/organization-permissions.tsx")).OrganizationPermissions,
    words: organizationPermissionsWords,
  }),
  section("organization", "users", {
    load: async () => (await import("./organization/users.tsx")).Users,
    words: usersWords,
    also: ["organization/user-list-admin"],
  }),
  section("organization", "invitations", {
    load: async () => (await import("./organization/invitations.tsx")).Invitations,
    words: invitationsWords,
    also: ["organization/invites-list-admin"],
    isFor: (state) => !state.is_guest,
  }),
  section("organization", "groups", {
    // Where a group is used are permissions of the organization.
    load: async () =>
      (await Promise.all([import("./organization/groups.tsx"), organizationPermissionsWords.load()]))[0].Groups,
    words: groupsWords,
    also: ["groups"],
  }),
  section("organization", "channels", {
    // A channel's editor says how long messages are kept, as that section does of all channels.
    load: async () => {
      await retentionWords.load();
      return (await import("./organization/channels/channels.tsx")).Channels;
    },
    words: channelSettingWords,
  }),
  section("organization", "channel-folders", {
    load: async () => (await import("./organization/channel-folders.tsx")).ChannelFolders,
    words: channelFoldersWords,
  }),
  section("organization", "default-channels-list", {
    load: async () => (await import("./organization/default-channels.tsx")).DefaultChannels,
    words: defaultChannelsWords,
  }),
  section("organization", "message-retention", {
    load: async () => {
      await channelSettingWords.load();
      return (await import("./organization/message-retention.tsx")).MessageRetention;
    },
    words: retentionWords,
  }),
  section("organization", "organization-level-user-defaults", {
    load: async () => {
      await Promise.all([accountWords, notificationsWords, preferencesWords, topicsWords].map((words) => words.load()));
      return (await import("./organization/user-defaults.tsx")).UserDefaults;
    },
    words: userDefaultsWords,
  }),
  section("organization", "profile-field-settings", {
    load: async () => (await import("./organization/profile-fields.tsx")).ProfileFields,
    words: profileFieldsWords,
  }),
  section("organization", "emoji-settings", {
    load: async () => (await import("./organization/custom-emoji.tsx")).CustomEmoji,
    words: customEmojiWords,
  }),
  section("organization", "linkifier-settings", {
    load: async () => (await import("./organization/linkifiers.tsx")).Linkifiers,
    words: linkifiersWords,
  }),
  section("organization", "playground-settings", {
    load: async () => (await import("./organization/playgrounds.tsx")).Playgrounds,
    words: playgroundsWords,
  }),
  section("organization", "auth-methods", {
    load: async () => (await import("./organization/auth-methods.tsx")).AuthMethods,
    words: authMethodsWords,
  }),
  section("organization", "bot-list-admin", {
    load: async () => (await import("./organization/all-bots.tsx")).AllBots,
    words: botsWords,
    also: ["organization/bots"],
    isFor: ({ is_admin }) => is_admin,
  }),
  section("organization", "data-exports-admin", {
    load: async () => (await import("./organization/data-exports.tsx")).DataExports,
    words: exportsWords,
    isFor: ({ is_admin }) => is_admin,
  }),
  section("organization", "import", {
    load: async () => (await import("./import/import.tsx")).ImportSection,
    words: importWords,
    isFor: ({ is_owner }) => is_owner,
  }),
  section("organization", "moderation", {
    load: async () => (await import("./organization/moderation.tsx")).Moderation,
    words: moderationWords,
  }),
  section("organization", "statistics", {
    load: async () => (await import("./organization/statistics.tsx")).StatisticsSection,
    words: statisticsWords,
    isFor: ({ is_admin }) => is_admin,
  }),
  section("organization", "health", {
    load: async () => (await import("./organization/health.tsx")).HealthSection,
    words: healthWords,
    isFor: ({ is_admin }) => is_admin,
  }),
];

/** The address of a section, as a place has it. */
export const addressOfSection = ({ area, name }: Pick<Section, "area" | "name">): string =>
  area === "own" ? name : `organization/${name}`;

/** The section of an address, and what follows its name there. */
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
