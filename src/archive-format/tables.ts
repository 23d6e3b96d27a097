import type * as v from "valibot";
import * as channels from "./tables/channel-tables.ts";
import * as messages from "./tables/message-tables.ts";
import * as organization from "./tables/organization-tables.ts";
import * as people from "./tables/people-tables.ts";
import { personalTables } from "./tables/personal-tables.ts";

/**
 * The tables of an archive, in order. Rows refer only to rows of earlier tables. Exceptions are bot owners, recipients
 * of API keys, subgroups, the messages and pages that link to files, and the settings and permissions of the
 * organization and of groups.
 */
export const archiveTables = {
  organization: organization.organization,
  users: people.users,
  profile_fields: organization.profile_fields,
  profile_values: organization.profile_values,
  groups: organization.groups,
  custom_emoji: organization.custom_emoji,
  linkifiers: organization.linkifiers,
  playgrounds: organization.playgrounds,
  domains: organization.domains,
  channel_folders: organization.channel_folders,
  channels: channels.channels,
  default_channel_groups: channels.default_channel_groups,
  bots: people.bots,
  bot_commands: people.bot_commands,
  subscriptions: channels.subscriptions,
  files: messages.files,
  messages: messages.messages,
  reactions: messages.reactions,
  submessages: messages.submessages,
  flags: messages.flags,
  unread: messages.unread,
  read_state: messages.read_state,
  channel_pins: channels.channel_pins,
  channel_pages: channels.channel_pages,
  channel_board_messages: channels.channel_board_messages,
  voice_rooms: channels.voice_rooms,
  topic_preferences: channels.topic_preferences,
  ...personalTables,
  presence: people.presence,
  passkeys: people.passkeys,
  second_factors: people.second_factors,
  recovery_codes: people.recovery_codes,
  external_logins: people.external_logins,
} as const;

export type TableName = keyof typeof archiveTables;

export type ArchiveRow<Name extends TableName> = v.InferOutput<(typeof archiveTables)[Name]>;

/** A row as written. Fields with a default can be omitted. */
export type WrittenRow<Name extends TableName> = v.InferInput<(typeof archiveTables)[Name]>;

export const isTableName = (name: string): name is TableName => Object.hasOwn(archiveTables, name);

export const tableNames: readonly TableName[] = Object.keys(archiveTables).filter(isTableName);

/**
 * The order in which an export reads tables, roughly the reverse of import order. The organization stays in use during
 * the export, so referenced rows are read after the rows that refer to them. Messages come before the rows that depend
 * on them, because messages may be deleted, and files before the rows that show them. Exports in progress resume in
 * this order, so tables may only be added.
 */
export const readingOrder: readonly TableName[] = [
  ...(["messages", "reactions", "submessages", "flags", "unread", "read_state", "files"] as const),
  ...Object.keys(personalTables).filter(isTableName),
  ...(["channel_board_messages", "channel_pins", "channel_pages", "voice_rooms"] as const),
  ...(["topic_preferences", "subscriptions", "channels"] as const),
  ...(["default_channel_groups", "channel_folders", "domains", "playgrounds", "linkifiers", "custom_emoji"] as const),
  ...(["groups", "profile_values", "profile_fields"] as const),
  ...(["external_logins", "recovery_codes", "second_factors", "passkeys", "presence", "bot_commands", "bots"] as const),
  ...(["users", "organization"] as const),
];
