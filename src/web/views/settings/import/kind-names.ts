import { composeWords } from "../../../words/compose.ts";
import { navWords } from "../../../words/nav.ts";
import { defaultChannelsWords } from "../../../words/settings/organization/channels.ts";
import { importWords } from "../../../words/settings/organization/import.ts";
import { loginSecurityWords } from "../../../words/settings/own/login-security.ts";
import { mutedUsersWords } from "../../../words/settings/own/notifications.ts";
import { settingsWords } from "../../../words/settings/settings.ts";

/** Returns the names of archive tables and import steps that have no settings section of the same name. */
export function kindNames(): Readonly<Record<string, string>> {
  const { sections, organization } = settingsWords();
  const logins = loginSecurityWords().rows;
  const nav = navWords();
  return {
    ...importWords().tables,
    organization,
    profile_fields: sections["profile-field-settings"],
    custom_emoji: sections["emoji-settings"],
    linkifiers: sections["linkifier-settings"],
    playgrounds: sections["playground-settings"],
    default_channel_groups: defaultChannelsWords().rows.groups,
    files: sections["uploaded-files"],
    "copying files": sections["uploaded-files"],
    reactions: nav.reactions,
    muted_users: mutedUsersWords().title,
    drafts: nav.drafts,
    scheduled_messages: composeWords().showScheduled,
    reminders: nav.reminders,
    navigation_views: nav.name,
    passkeys: logins.passkeys,
    second_factors: logins.secondFactor,
    recovery_codes: logins.recoveryCodes,
    external_logins: logins.services,
    "direct conversations": nav.directs,
  };
}

export function kindName(kind: string): string {
  const sections: Readonly<Record<string, string>> = settingsWords().sections;
  return kindNames()[kind] ?? sections[kind.replaceAll("_", "-")] ?? importWords().otherTables;
}
