import * as v from "valibot";
import { archiveLimits } from "../../../archive-format/archive-limits.ts";
import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import { type ConversationId, toConversationId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part, type Undoing } from "../../../realm/archive-io/feature-archive.ts";
import { fileId, filePlace, type ReadingContext } from "../../../realm/archive-io/reading.ts";
import type { SourceRow } from "../../../realm/archive-io/source-row.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { inMilliseconds, inSeconds, milliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { membersOfConversations } from "../../conversations/conversations.ts";
import { discardFile } from "../storage/files.ts";
import { scheduleUnclaimedRemoval, uploadKey, uploadSpaceUsed } from "./attachments.ts";
import type { Attachment } from "./rows.ts";
import * as rows from "./rows.ts";

/** Uploaded files, and which messages grant their readers access to them. */
export const attachmentArchive: FeatureArchive = {
  tables: ["attachments"],
  ofMessages: ["attachment_claims"],
  derived: ["attachment_holds", "attachment_pages"],
  leftOut: { upload_space: "follows from other tables" },
  parts: [
    part({
      table: "files",
      name: "attachments",
      place: filePlace.upload,
      // Few rows per page, because the files themselves are read to hash them.
      atOnce: 20,
      reading: {
        from: "attachments t",
        key: ["id"],
        columns: [
          ..."owner_id path_id name content_type created_at".split(" "),
          `(SELECT json_group_array(json_array(message_id, conversation_id)) FROM (
             SELECT message_id, conversation_id FROM attachment_claims l
             WHERE l.attachment_id = t.id AND l.message_id <= :newest
             ORDER BY l.message_id LIMIT ${archiveLimits.links_of_file})) AS links`,
          `(SELECT json_group_array(DISTINCT channel_id) FROM attachment_pages p
            WHERE p.attachment_id = t.id) AS pages`,
        ],
      },
      async row(row, context) {
        const links = linksIn(row, context);
        const pages = pagesIn(row, context);
        if (links.length === 0 && pages.length === 0 && !context.filter.includesPrivateDataOf(row.number("owner_id")))
          return undefined;
        const path_id = row.text("path_id");
        const member = `files/uploads/${row.number("id")}`;
        const content = await context.addFile({ member, key: uploadKey(path_id) });
        if (content === undefined) return undefined;
        return {
          id: fileId(row.number("id"), "upload"),
          member,
          name: row.text("name"),
          content_type: row.text("content_type"),
          ...content,
          owner_id: row.number("owner_id"),
          created_at: Math.floor(inSeconds(milliseconds(row.number("created_at")))),
          path_id,
          links,
          ...(pages.length > 0 && { pages }),
        };
      },
      write: writeFile,
    }),
  ],
  files: {
    upload: {
      picture: null,
      settle(writing, id, copied) {
        const { realm, writes } = writing;
        if ("problem" in copied) writing.tookBack("files");
        if (!writes) return;
        if ("problem" in copied) {
          rows.deleteAttachment.run(realm.sql, { id });
          return;
        }
        const { width = null, height = null, animated = false } = copied.image ?? {};
        setImage.run(realm.sql, { id, content_type: copied.content_type, width, height, animated });
      },
    },
  },
  finish({ realm, writes }) {
    if (!writes) return;
    markClaimed.run(realm.sql, {});
    scheduleUnclaimedRemoval(realm);
  },
  undoSome: removeNew,
};

const readLinks = stored("attachment_claims", v.array(v.tuple([v.number(), v.number()])), () => []);

function linksIn(row: SourceRow, { realm, filter }: ReadingContext): number[] {
  const links = readLinks(row.text("links"));
  const conversations = new Set(links.map(([, conversation]) => toConversationId(conversation)));
  const members = membersOfConversations(realm, conversations);
  return links
    .filter(([message, conversation]) =>
      filter.includesMessage(message, conversation, members.get(toConversationId(conversation))?.join(",") ?? null),
    )
    .map(([message]) => message);
}

const readPages = stored("attachment_pages", v.array(v.number()), () => []);

/** Returns the channels of the archive whose page links to a file. */
const pagesIn = (row: SourceRow, { filter }: ReadingContext): number[] =>
  readPages(row.text("pages")).filter((id) => filter.includesChannel(id));

const MIB = 1_048_576;
const PATHS = "paths of files";
/** Kind for recording the messages that link to a file, and so grant access to it. */
const LINKS = "links of a file";
/** Kind for recording the channels whose page links to a file. */
const PAGES = "pages of a file";

/**
 * Writes the row of an uploaded file, whose bytes follow. A row without a path is a picture that belongs to another
 * table's row.
 */
function writeFile(writing: ImportContext, row: ArchiveRow<"files">): string | undefined {
  const { realm } = writing;
  if (writing.id("file", row.id) !== undefined) return LeftOut.twice;
  if (row.path_id === undefined) return undefined;
  const { noted } = writing;
  const { uploadQuotaMib } = realm.config;
  const used = noted.number("upload space", () => uploadSpaceUsed(realm)) + row.size;
  if (uploadQuotaMib !== null && used > uploadQuotaMib * MIB) return "files that the organization has no room for";
  const path_id = writing.uploadPath(row.path_id);
  if (noted.find(PATHS, path_id) !== undefined) return LeftOut.twice;
  if (writing.hasFile(row.member)) return LeftOut.twice;
  const known = writing.id("user", row.owner_id);
  const owner = known ?? writing.importer;
  const files = noted.number(`files of ${owner}`, () => rows.countByOwner.one(realm.sql, { owner }).count) + 1;
  if (files > limits.account.attachments) return LeftOut.tooMany;
  if (known === undefined && row.owner_id !== null)
    writing.leftOut("owners of files who are not in the archive", `files ${row.id}`);
  noted.take(PATHS, path_id);
  noted.set("upload space", used);
  noted.set(`files of ${owner}`, files);
  const isDated = row.created_at !== undefined && writing.isPossible(row.created_at);
  const target = writing.made("file", row.id, () => {
    const { id } = rows.insertAttachment.one(realm.sql, {
      owner,
      path_id,
      name: row.name.replace(/\p{Cc}/gu, "") || "file",
      content_type: row.content_type,
      size: row.size,
      created_at: inMilliseconds(isDated ? seconds(row.created_at ?? 0) : realm.seconds()),
      width: null,
      height: null,
      animated: false,
      unclaimed_since: realm.seconds(),
    });
    if (row.links !== undefined && row.links.length < archiveLimits.links_of_file)
      writing.later.put(LINKS, id, JSON.stringify(row.links));
    if (row.pages !== undefined) writing.later.put(PAGES, id, JSON.stringify(row.pages));
    return id;
  });
  const { sha256, size, name, content_type } = row;
  const about = { sha256, size, name, content_type };
  writing.addFile({ member: row.member, kind: "upload", target, key: uploadKey(path_id), about });
  return undefined;
}

export const hasFilesOf = (writing: ImportContext, text: string): boolean =>
  writing.uploadsIn(text).every((path) => writing.noted.find(PATHS, path) !== undefined);

export interface ImportedClaims {
  readonly paths: readonly string[];
  readonly id: number;
  readonly archiveId: number;
  readonly sent_at: Seconds;
  readonly is_direct: boolean;
  readonly conversation: ConversationId;
  readonly sender: number;
}

const readMessages = stored("import_later.value", v.array(v.number()), () => []);

/**
 * Records that a message of the archive links to files. If the archive lists the messages that link to a file, other
 * messages grant access only if the file's owner sent them. Merely writing a path must not grant access.
 */
export function claimImported({ realm, later }: ImportContext, message: ImportedClaims): void {
  const { paths, id, archiveId, sent_at, is_direct, conversation, sender } = message;
  for (const path_id of paths) {
    const file = rows.attachmentByPath.first(realm.sql, { path_id });
    if (file === undefined) continue;
    const links = later.of(LINKS, file.id);
    const isTold = links === undefined || readMessages(links, file.id).includes(archiveId);
    if (!isTold && file.owner_id !== sender) continue;
    rows.insertClaim.run(realm.sql, { attachment: file.id, message: id, sent_at, is_direct, conversation });
  }
}

/**
 * Returns the files that a page of the archive links to: those the archive lists with its channel and those of its
 * writer, or any if the archive doesn't list what links to files.
 */
export const linkedFromImportedPage = (
  { realm, later }: ImportContext,
  { paths, archiveId, writer }: { paths: readonly string[]; archiveId: number; writer: number | null },
): Attachment[] =>
  paths.flatMap((path_id) => {
    const file = rows.attachmentByPath.first(realm.sql, { path_id });
    if (file === undefined) return [];
    const pages = later.of(PAGES, file.id);
    const isListed = pages !== undefined && readMessages(pages, file.id).includes(archiveId);
    return isListed || file.owner_id === writer || later.of(LINKS, file.id) === undefined ? [file] : [];
  });

const FILES_AT_ONCE = 500;

/** Removes uploads added by the import. */
function removeNew({ realm, before }: Undoing): boolean {
  const ids = JSON.stringify(before("attachments").map(({ id }) => id));
  const uploads = newAttachments.all(realm.sql, { before: ids, most: FILES_AT_ONCE });
  if (uploads.length === 0) return false;
  for (const { path_id } of uploads) discardFile(realm, uploadKey(path_id));
  const removed = { ids: JSON.stringify(uploads.map(({ id }) => id)) };
  rows.deletePageLinksOf.run(realm.sql, removed);
  deleteAttachments.run(realm.sql, removed);
  return true;
}

const setImage = statement<{
  id: number;
  content_type: string;
  width: number | null;
  height: number | null;
  animated: boolean;
}>(
  `UPDATE attachments SET content_type = :content_type, width = :width, height = :height, animated = :animated WHERE id = :id`,
);
/** Marks files as claimed if messages or channels' pages link to them. They are kept as long as those links exist. */
const markClaimed = statement(
  `UPDATE attachments SET unclaimed_since = NULL WHERE unclaimed_since IS NOT NULL
   AND (EXISTS (SELECT 1 FROM attachment_claims c WHERE c.attachment_id = attachments.id)
     OR EXISTS (SELECT 1 FROM attachment_pages p WHERE p.attachment_id = attachments.id))`,
);
const newAttachments = statement<{ before: string; most: number }, { id: number; path_id: string }>(
  `SELECT id, path_id FROM attachments WHERE id NOT IN (SELECT value FROM json_each(:before)) ORDER BY id LIMIT :most`,
);
const deleteAttachments = statement<{ ids: string }>(
  "DELETE FROM attachments WHERE id IN (SELECT value FROM json_each(:ids))",
);
