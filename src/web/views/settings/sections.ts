import type { ComponentType } from "preact";
import { canMakeBots } from "../../model/permissions.ts";
import type { State } from "../../model/state.ts";
import { later } from "../../parts/later.tsx";
import type { SettingsWords } from "../../words/en/settings.ts";
import * as catalog from "../../words/settings-words.ts";
import { loadWords } from "../../words/words.ts";
import { LoadFailure } from "../shell/load-failure.tsx";
import { Integrations } from "./integrations/integrations.tsx";
import { AllBots } from "./organization/all-bots.tsx";
import { AuthMethods } from "./organization/auth-methods.tsx";
import { ChannelFolders } from "./organization/channel-folders.tsx";
import { Channels } from "./organization/channels/channels.tsx";
import { CustomEmoji } from "./organization/custom-emoji.tsx";
import { DataExports } from "./organization/data-exports.tsx";
import { DefaultChannels } from "./organization/default-channels.tsx";
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
import { ProfileFields } from "./organization/profile-fields.tsx";
import { StatisticsSection } from "./organization/statistics.tsx";
import { UserDefaults } from "./organization/user-defaults.tsx";
import { Users } from "./organization/users.tsx";
import { Account } from "./own/account.tsx";
import { AlertWords } from "./own/alert-words.tsx";
import { Devices } from "./own/devices.tsx";
import { LoginSecurity } from "./own/login-security.tsx";
import { MutedUsers } from "./own/muted-users.tsx";
import { Notifications } from "./own/notifications.tsx";
import { Preferences } from "./own/preferences.tsx";
import { Profile } from "./own/profile.tsx";
import { PushDevices } from "./own/push-devices.tsx";
import { SavedSnippets } from "./own/saved-snippets.tsx";
import { Topics } from "./own/topics.tsx";
import { UploadedFiles } from "./own/uploaded-files.tsx";
import { YourBots } from "./own/your-bots.tsx";
import { YourData } from "./own/your-data.tsx";

/*
 * To add a section: 1. its component in own/NAME.tsx or organization/NAME.tsx, made of SettingGroup and of the rows in rows/;
 * 2. its words in words/en/settings-NAME.ts and words/de/, each with a line in words/settings-words.ts and
 * words/de/all-settings.ts: what its rows are called stands under `rows`, where the search finds it; 3. its own name in
 * `sections` of words/en/settings.ts and words/de/; 4. a line in SECTIONS below, in the order of the list; 5. lines in
 * test/browser/pictures/screens.ts, which the walk of axe follows too.
 */

export type Area = "own" | "organization";

export interface SectionProps {
  /** What follows the section's name in the address. */
  readonly path: readonly string[];
}

interface Options {
  /** Other addresses that lead here, whole: those of Zulip's clients. */
  readonly also?: readonly string[];
  /** Who finds it in the list; everybody, where nothing is said. */
  readonly isFor?: (state: State) => boolean;
}

export interface Section extends Options {
  readonly area: Area;
  readonly name: keyof SettingsWords["sections"];
  readonly View: ComponentType<SectionProps>;
  readonly words: () => { readonly rows: Readonly<Record<string, string>> };
}

const within =
  (area: Area) =>
  (name: Section["name"], View: Section["View"], words: Section["words"], options: Options = {}): Section => ({
    ...options,
    area,
    name,
    View,
    words,
  });
const own = within("own");
const organization = within("organization");

/** How an organization moves in: it is loaded apart, as one owner needs it once. */
const ImportSection = later<SectionProps>(
  async () => (await Promise.all([import("./import/import.tsx"), loadWords("import")]))[0].ImportSection,
  { Missing: LoadFailure },
);
const importRow = () => ({ rows: { choose: catalog.settingsWords().moveIn } });

export const SECTIONS: readonly Section[] = [
  own("profile", Profile, catalog.profileWords, { also: ["your-account"] }),
  own("account-and-privacy", Account, catalog.accountWords, { also: ["account"] }),
  own("preferences", Preferences, catalog.preferencesWords, { also: ["display-settings"] }),
  own("login-security", LoginSecurity, catalog.loginSecurityWords),
  own("notifications", Notifications, catalog.notificationsWords),
  own("push-devices", PushDevices, catalog.pushDevicesWords),
  own("topics", Topics, catalog.topicsWords, { also: ["muted-topics"] }),
  own("alert-words", AlertWords, catalog.alertWordsWords),
  own("muted-users", MutedUsers, catalog.mutedUsersWords),
  own("saved-snippets", SavedSnippets, catalog.savedSnippetsWords),
  own("devices", Devices, catalog.devicesWords, { also: ["sessions"] }),
  own("your-bots", YourBots, catalog.botsWords, { isFor: (state) => !state.is_guest || state.realm_bots.length > 0 }),
  own("integrations", Integrations, catalog.integrationsWords, {
    isFor: (state) => canMakeBots(state) || state.realm_bots.some((bot) => bot.owner_id === state.user_id),
  }),
  own("uploaded-files", UploadedFiles, catalog.filesWords),
  own("your-data", YourData, catalog.dataWords),
  organization("organization-profile", OrganizationProfile, catalog.organizationProfileWords),
  organization("organization-settings", OrganizationMessages, catalog.organizationMessagesWords),
  organization("organization-permissions", OrganizationPermissions, catalog.organizationPermissionsWords),
  organization("users", Users, catalog.usersWords, { also: ["organization/user-list-admin"] }),
  organization("invitations", Invitations, catalog.invitationsWords, {
    also: ["organization/invites-list-admin"],
    isFor: (state) => !state.is_guest,
  }),
  organization("groups", Groups, catalog.groupsWords, { also: ["groups"] }),
  organization("channels", Channels, catalog.channelSettingWords),
  organization("channel-folders", ChannelFolders, catalog.channelFoldersWords),
  organization("default-channels-list", DefaultChannels, catalog.defaultChannelsWords),
  organization("message-retention", MessageRetention, catalog.retentionWords),
  organization("organization-level-user-defaults", UserDefaults, catalog.userDefaultsWords),
  organization("profile-field-settings", ProfileFields, catalog.profileFieldsWords),
  organization("emoji-settings", CustomEmoji, catalog.customEmojiWords),
  organization("linkifier-settings", Linkifiers, catalog.linkifiersWords),
  organization("playground-settings", Playgrounds, catalog.playgroundsWords),
  organization("auth-methods", AuthMethods, catalog.authMethodsWords),
  organization("bot-list-admin", AllBots, catalog.botsWords, {
    also: ["organization/bots"],
    isFor: ({ is_admin }) => is_admin,
  }),
  organization("data-exports-admin", DataExports, catalog.exportsWords, { isFor: ({ is_admin }) => is_admin }),
  organization("import", ImportSection, importRow, { isFor: ({ is_owner }) => is_owner }),
  organization("moderation", Moderation, catalog.moderationWords),
  organization("statistics", StatisticsSection, catalog.statisticsWords, { isFor: ({ is_admin }) => is_admin }),
  organization("health", HealthSection, catalog.healthWords, { isFor: ({ is_admin }) => is_admin }),
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
