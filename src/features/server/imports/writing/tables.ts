import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";
import { checkMessages } from "../checking/check-messages.ts";
import type { ReadLine } from "../reading/importer-port.ts";
import { writeBot, writeCommand } from "./bots.ts";
import { writeChannel } from "./channels.ts";
import { writeFile } from "./files.ts";
import { endGroups, writeGroup } from "./groups.ts";
import { writeMessages } from "./messages.ts";
import { noteMissingFiles } from "./missing-files.ts";
import { writeFlags, writeReaction, writeReadStateRow, writeSubmessage, writeUnread } from "./of-messages.ts";
import { writeOrganization } from "./organization.ts";
import {
  writeDefaultGroup,
  writeDomain,
  writeEmoji,
  writeField,
  writeFolder,
  writeLinkifier,
  writePlayground,
  writeProfileValue,
} from "./organization-things.ts";
import {
  writeDraft,
  writeEntry,
  writeMute,
  writePreference,
  writePresence,
  writeReminder,
  writeScheduled,
  writeSnippet,
  writeStep,
  writeView,
  writeWord,
} from "./personal.ts";
import { writeExternalLogin, writePasskey, writeRecoveryCode, writeSecondFactor } from "./secrets.ts";
import { endSubscriptions, writeSubscription } from "./subscriptions.ts";
import type { RowWriter, ValidLine } from "./table-writer.ts";
import { endUsers, writeUser } from "./users.ts";
import type { Writing } from "./writing.ts";

type RowWriters = { readonly [Name in TableName]?: RowWriter<Name> };

/** The writers of tables whose rows are written one by one. */
const rowWriters: RowWriters = {
  organization: writeOrganization,
  users: writeUser,
  groups: writeGroup,
  channels: writeChannel,
  profile_fields: writeField,
  profile_values: writeProfileValue,
  custom_emoji: writeEmoji,
  linkifiers: writeLinkifier,
  playgrounds: writePlayground,
  domains: writeDomain,
  channel_folders: writeFolder,
  default_channel_groups: writeDefaultGroup,
  bots: writeBot,
  bot_commands: writeCommand,
  subscriptions: writeSubscription,
  files: writeFile,
  reactions: writeReaction,
  submessages: writeSubmessage,
  flags: writeFlags,
  unread: writeUnread,
  read_state: writeReadStateRow,
  topic_preferences: writePreference,
  muted_users: writeMute,
  alert_words: writeWord,
  drafts: writeDraft,
  saved_snippets: writeSnippet,
  scheduled_messages: writeScheduled,
  reminders: writeReminder,
  navigation_views: writeView,
  onboarding_steps: writeStep,
  bot_storage: writeEntry,
  presence: writePresence,
  passkeys: writePasskey,
  second_factors: writeSecondFactor,
  recovery_codes: writeRecoveryCode,
  external_logins: writeExternalLogin,
};

/** What is in memory of tables that were written below it is read anew. */
const forget = ({ realm }: Writing): void => realm.forgetAll();

/** What is done after the last row of a table. */
export const afterTables: { readonly [Name in TableName]?: (writing: Writing) => void } = {
  users: endUsers,
  groups: endGroups,
  channels: forget,
  channel_folders: forget,
  custom_emoji: forget,
  subscriptions: endSubscriptions,
  muted_users: forget,
  topic_preferences: forget,
  alert_words: forget,
};

/** Writes rows of a table, and counts those that are left out. Returns those that were written. */
export function writeRows(
  writing: Writing,
  table: TableName,
  lines: readonly ReadLine<ArchiveRow<TableName>>[],
): ArchiveRow<TableName>[] {
  if (table === "messages") {
    const messages = lines as readonly ValidLine<"messages">[];
    noteMissingFiles(writing, messages);
    if (writing.writes) writeMessages(writing, messages);
    else checkMessages(writing, messages);
    return [];
  }
  // The lines have been read by the schema of this table.
  const write = rowWriters[table] as RowWriter<TableName> | undefined;
  const written: ArchiveRow<TableName>[] = [];
  for (const line of lines) {
    if (!("row" in line)) continue;
    const reason = write === undefined ? "rows of a kind that is not imported yet" : write(writing, line.row, line);
    if (reason !== undefined) {
      writing.leftOut(reason, line.place);
      continue;
    }
    writing.report.wrote(table);
    written.push(line.row);
  }
  return written;
}
