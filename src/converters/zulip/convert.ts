import { ArchiveError } from "../../archive-format/archive-error.ts";
import type { Convert } from "../conversion.ts";
import { convertAttachments } from "./attachments.ts";
import { convertChannels, findChannels } from "./channels.ts";
import { convertGroups } from "./groups.ts";
import { readMessages, writeMessages } from "./messages.ts";
import { convertOrganization, firstRow } from "./organization.ts";
import { convertEmoji, convertLists, convertProfiles } from "./organization-lists.ts";
import { convertPersonal } from "./personal.ts";
import { convertReactions } from "./reactions.ts";
import { REALM, ZulipImport } from "./source.ts";
import { convertSubscriptions, findRecipients } from "./subscriptions.ts";
import { knownColumns, leftOutTables } from "./tables.ts";
import { convertUserMessages } from "./user-messages.ts";
import { convertUsers, findUsers } from "./users.ts";
import { ZulipArchive } from "./zulip-archive.ts";

/** Oldest supported version. */
const OLDEST = 8;

/** Converts a Zulip export, made by its `export` command or its web interface. */
export const convertZulip: Convert = async (archive, conversion) => {
  const { spool, progress } = conversion;
  const onBytes = (bytes: number) => progress?.("unpacking", bytes, 0);
  const source = new ZulipImport(await ZulipArchive.open(archive, { spool, onBytes }), conversion);
  const version = await versionOf(source);
  await reportTables(source);
  const realm = await firstRow(source, "zerver_realm");
  if (realm === undefined) throw new ArchiveError("The export has no organization.", { member: REALM });
  for await (const row of source.rows("zerver_client")) source.clients.set(row.id() ?? 0, row.text("name") ?? "");
  await findUsers(source);
  await findChannels(source);
  await convertGroups(source);
  await convertEmoji(source);
  await convertUsers(source);
  await convertProfiles(source);
  await convertChannels(source);
  await convertOrganization(source, realm);
  await convertLists(source);
  const receipts = await findRecipients(source);
  const messages = await readMessages(source);
  await writeMessages(source, messages, receipts);
  await convertReactions(source, messages.ids);
  await convertUserMessages(source, messages, receipts);
  await receipts.close(messages.ids);
  await convertSubscriptions(source, receipts);
  await convertAttachments(source, messages.ids);
  await convertPersonal(source, messages.ids);
  return { program: "zulip", version, exported_at: conversion.now, scope: "standard", secrets: false };
};

async function versionOf({ archive }: ZulipImport): Promise<string> {
  const version = await archive.value("migration_status.json", "zulip_version");
  const text = typeof version === "string" ? version.slice(0, 100) : "";
  const major = Number.parseInt(text, 10);
  if (major < OLDEST)
    throw new ArchiveError(`The export is of Zulip ${text}: exports of Zulip ${OLDEST} and later can be moved.`);
  return text;
}

async function reportTables(source: ZulipImport): Promise<void> {
  const members = [
    REALM,
    "attachment.json",
    ...[...source.archive.names].filter((name) => /^messages-\d+\.json$/.test(name)).slice(0, 1),
  ];
  for (const member of members)
    for (const table of await source.archive.tables(member))
      if (knownColumns[table] === undefined && !leftOutTables.has(table))
        source.leaveOut(`${member} ${table}`, "unknown table");
}
