import * as v from "valibot";
import { type ColumnsOf, type NoParams, statement } from "../../database/statement.ts";
import { stored } from "../../database/stored.ts";

/** Migration step of a room's tables (src/call-room/rows.ts) for media. */
export const mediaStep = `-- SFU sessions: each member has one to send and one to receive. Browsers never learn their names.
   CREATE TABLE sessions (
     member INTEGER NOT NULL,
     way TEXT NOT NULL,
     -- Name at the SFU, or null once it has ended.
     session TEXT,
     -- Number of sessions so far, including this one.
     made INTEGER NOT NULL,
     -- When the pending offer was sent to the browser, or null if there is none.
     awaiting INTEGER,
     -- Whether the last request got no response, and may or may not have been carried out.
     unsure INTEGER NOT NULL,
     PRIMARY KEY (member, way)
   ) STRICT;
   CREATE TABLE tracks (
     member INTEGER NOT NULL,
     way TEXT NOT NULL,
     mid TEXT NOT NULL,
     -- The sending member, or 0 for a transceiver without a track.
     source INTEGER NOT NULL,
     kind TEXT NOT NULL,
     name TEXT NOT NULL,
     -- JSON: the layers of a sent track.
     rids TEXT NOT NULL,
     PRIMARY KEY (member, way, mid)
   ) STRICT;
   -- TURN usernames issued to members.
   CREATE TABLE turn_names (name TEXT PRIMARY KEY, member INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   -- JSON: what is left to end at the SFU and at TURN for members who have left.
   CREATE TABLE cleanups (id INTEGER PRIMARY KEY, work TEXT NOT NULL, tries INTEGER NOT NULL, due INTEGER NOT NULL) STRICT;`;

export type MediaDirection = "publish" | "receive";
type Of = { member: number; way: MediaDirection };

export interface SessionRow {
  readonly member: number;
  readonly way: MediaDirection;
  readonly session: string | null;
  readonly made: number;
  readonly awaiting: number | null;
  readonly unsure: number;
}

export const findSession = statement<Of, SessionRow>(
  "SELECT member, way, session, made, awaiting, unsure FROM sessions WHERE member = :member AND way = :way",
);
export const writeSession = statement<ColumnsOf<SessionRow>>(
  `INSERT OR REPLACE INTO sessions (member, way, session, made, awaiting, unsure)
   VALUES (:member, :way, :session, :made, :awaiting, :unsure)`,
);
export const deleteSessions = statement<{ member: number }>("DELETE FROM sessions WHERE member = :member");

export interface TrackRow {
  readonly member: number;
  readonly way: MediaDirection;
  readonly mid: string;
  readonly source: number;
  readonly kind: string;
  readonly name: string;
  readonly rids: string;
}

export const tracksOf = statement<Of, TrackRow>(
  "SELECT member, way, mid, source, kind, name, rids FROM tracks WHERE member = :member AND way = :way ORDER BY rowid",
);
export const writeTrack = statement<ColumnsOf<TrackRow>>(
  `INSERT OR REPLACE INTO tracks (member, way, mid, source, kind, name, rids)
   VALUES (:member, :way, :mid, :source, :kind, :name, :rids)`,
);
export const deleteTrack = statement<Of & { mid: string }>(
  "DELETE FROM tracks WHERE member = :member AND way = :way AND mid = :mid",
);
export const deleteTracks = statement<Of>("DELETE FROM tracks WHERE member = :member AND way = :way");

const readStoredRids = stored("tracks.rids", v.array(v.string()), () => []);
export const readRids = ({ rids, mid }: Pick<TrackRow, "rids" | "mid">): string[] => readStoredRids(rids, mid);

export const turnNamesOf = statement<{ member: number; now: number }, { name: string }>(
  "SELECT name FROM turn_names WHERE member = :member AND expires_at > :now ORDER BY expires_at",
);
export const newestExpiry = statement<{ member: number }, { expires_at: number | null }>(
  "SELECT max(expires_at) AS expires_at FROM turn_names WHERE member = :member",
);
export const insertTurnName = statement<{ name: string; member: number; expires_at: number }>(
  "INSERT OR REPLACE INTO turn_names (name, member, expires_at) VALUES (:name, :member, :expires_at)",
);
export const deleteTurnName = statement<{ name: string }>("DELETE FROM turn_names WHERE name = :name");

const cleanupSchema = v.variant("of", [
  v.object({
    of: v.literal("session"),
    session: v.string(),
    mids: v.array(v.string()),
    /** Whether to end the whole session, including its other tracks. */
    whole: v.boolean(),
  }),
  v.object({ of: v.literal("turn"), name: v.string() }),
]);
export type CleanupWork = v.InferOutput<typeof cleanupSchema>;
const readStoredWork = stored("cleanups.work", v.nullable(cleanupSchema), () => null);
export const readWork = ({ id, work }: CleanupRow): CleanupWork | null => readStoredWork(work, id);

export interface CleanupRow {
  readonly id: number;
  readonly work: string;
  readonly tries: number;
  readonly due: number;
}
export const allCleanups = statement<NoParams, CleanupRow>("SELECT id, work, tries, due FROM cleanups ORDER BY due");
export const insertCleanup = statement<{ work: string; due: number }, CleanupRow>(
  "INSERT INTO cleanups (work, tries, due) VALUES (:work, 0, :due) RETURNING id, work, tries, due",
);
export const postponeCleanup = statement<{ id: number; tries: number; due: number }>(
  "UPDATE cleanups SET tries = :tries, due = :due WHERE id = :id",
);
export const deleteCleanup = statement<{ id: number }>("DELETE FROM cleanups WHERE id = :id");
