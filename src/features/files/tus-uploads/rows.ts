import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const describedSchema = v.object({
  name: boundedText("name"),
  content_type: boundedText("name"),
  image: v.optional(v.object({ width: v.number(), height: v.number(), animated: v.boolean() })),
});
export type DescribedFile = v.InferOutput<typeof describedSchema>;

export interface ResumableUpload {
  readonly token: string;
  readonly user_id: UserId;
  /** Part of the file's path before its name. */
  readonly place: string;
  /** The client's description of the file, as in the protocol (`Upload-Metadata`). */
  readonly metadata: string;
  readonly length: number;
  /** Bytes in the store: all of `parts`, and the remainder. */
  readonly received: number;
  /** Multipart upload in the store. Null while less than a part has arrived. */
  readonly upload_id: string | null;
  /** JSON description of the file, once its beginning is known. */
  readonly described: string | null;
  /** Stored parts, as JSON. */
  readonly parts: string;
  /** A number no part has yet, not even one that an older request is currently storing. */
  readonly next_part: number;
  /** Counts requests that send bytes. Only the newest one can write. */
  readonly turn: number;
  /** Request that stored the remainder after the parts. Null if there is no remainder. */
  readonly rest_turn: number | null;
  readonly path_id: string | null;
  readonly filename: string | null;
  readonly expires_at: Seconds;
}

export const schema = [
  `-- Files being uploaded in pieces (tus.io), and recently completed ones, so that a lost response can be repeated.
   CREATE TABLE resumable_uploads (
     token TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     place TEXT NOT NULL,
     metadata TEXT NOT NULL,
     length INTEGER NOT NULL,
     received INTEGER NOT NULL DEFAULT 0,
     upload_id TEXT,
     described TEXT,
     parts TEXT NOT NULL DEFAULT '[]',
     next_part INTEGER NOT NULL DEFAULT 1,
     turn INTEGER NOT NULL DEFAULT 0,
     rest_turn INTEGER,
     path_id TEXT,
     filename TEXT,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX resumable_uploads_by_user ON resumable_uploads (user_id, expires_at);
   CREATE INDEX resumable_uploads_by_end ON resumable_uploads (expires_at);`,
];

export const partsSchema = v.array(v.object({ partNumber: v.number(), etag: v.string() }));
export type StoredParts = v.InferOutput<typeof partsSchema>;

const columns = `token, user_id, place, metadata, length, received, upload_id, described, parts, next_part, turn, rest_turn,
  path_id, filename, expires_at`;

export const uploadOf = statement<{ token: string; user: number }, ResumableUpload>(
  `SELECT ${columns} FROM resumable_uploads WHERE token = :token AND user_id = :user`,
);
export const insertUpload = statement<
  { token: string; user: number; place: string; metadata: string; length: number; expires_at: Seconds },
  ResumableUpload
>(
  `INSERT INTO resumable_uploads (token, user_id, place, metadata, length, expires_at)
   VALUES (:token, :user, :place, :metadata, :length, :expires_at) RETURNING ${columns}`,
);
export const setTurn = statement<{ token: string; next_part: number; expires_at: Seconds }, ResumableUpload>(
  `UPDATE resumable_uploads SET turn = turn + 1, next_part = :next_part, expires_at = :expires_at
   WHERE token = :token RETURNING ${columns}`,
);
export const setBegun = statement<{ token: string; upload_id: string; described: string }>(
  "UPDATE resumable_uploads SET upload_id = :upload_id, described = :described WHERE token = :token",
);
export const setReceived = statement<
  Pick<ResumableUpload, "token" | "received" | "parts" | "next_part" | "rest_turn" | "expires_at">
>(
  `UPDATE resumable_uploads SET received = :received, parts = :parts, next_part = :next_part, rest_turn = :rest_turn,
     expires_at = :expires_at WHERE token = :token`,
);
/** Reduces the row of a complete upload to what its client can still query. */
export const setFinished = statement<{ token: string; path_id: string; filename: string }>(
  `UPDATE resumable_uploads SET received = length, path_id = :path_id, filename = :filename, parts = '[]', upload_id = NULL, rest_turn = NULL
   WHERE token = :token`,
);
export const deleteUpload = statement<{ token: string }>("DELETE FROM resumable_uploads WHERE token = :token");
/**
 * An account's uploads beyond the `most` to keep. Incomplete uploads are kept before complete ones, and recently active
 * ones before others.
 */
export const uploadsBeyond = statement<{ user: number; most: number }, ResumableUpload>(
  `SELECT ${columns} FROM resumable_uploads WHERE user_id = :user
   ORDER BY path_id IS NOT NULL, expires_at DESC LIMIT -1 OFFSET :most`,
);
export const uploadsBefore = statement<{ before: Seconds; most: number }, ResumableUpload>(
  `SELECT ${columns} FROM resumable_uploads WHERE expires_at <= :before ORDER BY expires_at LIMIT :most`,
);
export const firstEnd = statement<NoParams, { expires_at: Seconds | null }>(
  "SELECT min(expires_at) AS expires_at FROM resumable_uploads",
);
/** Stored bytes of all incomplete uploads. */
export const spaceOfUnfinished = statement<NoParams, { used: number }>(
  "SELECT CAST(total(received) AS INTEGER) AS used FROM resumable_uploads WHERE path_id IS NULL",
);

export const turnSchema = v.object({
  turn: v.number(),
  key: v.string(),
  upload_id: v.nullable(v.string()),
  described: v.nullable(describedSchema),
  parts: partsSchema,
  part: v.number(),
  /** Stored bytes after the parts. */
  rest: v.nullable(v.object({ key: v.string(), bytes: v.number() })),
  /** Key under which this request stores a remainder too short for a part. */
  rest_key: v.string(),
});
export type UploadTurn = v.InferOutput<typeof turnSchema>;
