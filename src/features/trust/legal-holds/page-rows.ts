import { statement } from "../../../database/statement.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";
import type { Attachment } from "../../files/attachments/attachments.ts";

export const pageSchema = `-- Versions of channels' pages that would have been deleted, and the holds that keep them.
   CREATE TABLE held_pages (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     channel_id INTEGER NOT NULL,
     version INTEGER NOT NULL,
     content TEXT NOT NULL,
     edited_by INTEGER,
     edited_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX held_pages_by_channel ON held_pages (channel_id, id);
   CREATE TABLE held_pages_by (
     hold_id INTEGER NOT NULL, page_id INTEGER NOT NULL, PRIMARY KEY (hold_id, page_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX held_pages_by_page ON held_pages_by (page_id)`;

export const pageFileSchema = `-- Files that held versions of pages link to.
   CREATE TABLE held_page_files (
     page_id INTEGER NOT NULL,
     path_id TEXT NOT NULL,
     name TEXT NOT NULL,
     content_type TEXT NOT NULL,
     size INTEGER NOT NULL,
     owner_id INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     PRIMARY KEY (page_id, path_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX held_page_files_by_path ON held_page_files (path_id)`;

export interface HeldPage {
  readonly id: number;
  readonly channel_id: ChannelId;
  readonly version: number;
  /** The version's text, or empty if only a file of it was deleted. */
  readonly content: string;
  readonly edited_by: UserId | null;
  readonly edited_at: Seconds;
}

export const insertHeldPage = statement<Omit<HeldPage, "id">, { id: number }>(
  `INSERT INTO held_pages (channel_id, version, content, edited_by, edited_at)
   VALUES (:channel_id, :version, :content, CAST(:edited_by AS INTEGER), CAST(:edited_at AS INTEGER)) RETURNING id`,
);
export const insertHeldPageBy = statement<{ hold: number; page: number }>(
  "INSERT OR IGNORE INTO held_pages_by (hold_id, page_id) VALUES (:hold, :page)",
);
export const insertHeldPageFile = statement<
  Pick<Attachment, "path_id" | "name" | "content_type" | "size" | "owner_id" | "created_at"> & { page_id: number }
>(
  `INSERT INTO held_page_files (page_id, path_id, name, content_type, size, owner_id, created_at)
   VALUES (:page_id, :path_id, :name, :content_type, :size, :owner_id, :created_at)`,
);
export const filesOfHeldPage = statement<
  { page: number },
  Pick<Attachment, "path_id" | "name" | "content_type" | "size">
>("SELECT path_id, name, content_type, size FROM held_page_files WHERE page_id = :page ORDER BY created_at, path_id");
/** Counts pages, and their files that are in no other page retained by the hold. */
export const pagesHeld = statement<{ hold: number; ids: string }, { versions: number; files: number; bytes: number }>(
  `SELECT count(*) AS versions, coalesce(sum(length(CAST(content AS BLOB))), 0) + own.bytes AS bytes, own.files AS files
   FROM held_pages, (
     SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM (
       SELECT DISTINCT path_id, size FROM held_page_files f WHERE page_id IN (SELECT value FROM json_each(:ids))
         AND NOT EXISTS (
           SELECT 1 FROM held_page_files g JOIN held_pages_by b ON b.page_id = g.page_id
           WHERE g.path_id = f.path_id AND b.hold_id = :hold AND b.page_id NOT IN (SELECT value FROM json_each(:ids))
         )
     )
   ) own
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);
/** Selects the next retained pages that a hold covers but doesn't retain yet. */
export const coveredPages = statement<
  { hold: number; channels: string; custodians: string; from: number | null; until: number | null; most: number },
  { page: number }
>(
  `SELECT id AS page FROM held_pages p
   WHERE (channel_id IN (SELECT value FROM json_each(:channels)) OR edited_by IN (SELECT value FROM json_each(:custodians)))
     AND (:from IS NULL OR edited_at >= :from) AND (:until IS NULL OR edited_at <= :until)
     AND NOT EXISTS (SELECT 1 FROM held_pages_by b WHERE b.hold_id = :hold AND b.page_id = p.id)
   ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const deleteHeldPagesBy = statement<{ hold: number; most: number }, { page_id: number }>(
  `DELETE FROM held_pages_by WHERE hold_id = :hold AND page_id IN
     (SELECT page_id FROM held_pages_by WHERE hold_id = :hold ORDER BY page_id LIMIT CAST(:most AS INTEGER))
   RETURNING page_id`,
);
export const deleteUnheldPages = statement<{ ids: string }, { id: number }>(
  `DELETE FROM held_pages WHERE id IN (SELECT value FROM json_each(:ids))
     AND NOT EXISTS (SELECT 1 FROM held_pages_by WHERE page_id = held_pages.id)
   RETURNING id`,
);
export const deleteHeldPageFiles = statement<{ ids: string }, { path_id: string }>(
  "DELETE FROM held_page_files WHERE page_id IN (SELECT value FROM json_each(:ids)) RETURNING path_id",
);
export const channelsOfHeldPages = statement<{ hold: number }, { id: ChannelId }>(
  `SELECT DISTINCT p.channel_id AS id FROM held_pages_by b JOIN held_pages p ON p.id = b.page_id WHERE b.hold_id = :hold`,
);
/** Selects the next retained pages of a channel, either those of one hold or, if `hold` is null, all. */
export const heldPagesAfter = statement<
  { channel: number; hold: number | null; after: number; most: number },
  HeldPage
>(
  `SELECT id, channel_id, version, content, edited_by, edited_at FROM held_pages p
   WHERE channel_id = :channel AND id > :after
     AND (:hold IS NULL OR EXISTS (SELECT 1 FROM held_pages_by b WHERE b.hold_id = :hold AND b.page_id = p.id))
   ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
