import { type NoParams, statement } from "../../../database/statement.ts";
import type { ChannelId, TopicId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export type LinkEnd = "date" | "ended" | "creator" | "channel" | "moved";

export interface LinkRow {
  readonly id: number;
  readonly creator: UserId;
  readonly channel_id: ChannelId;
  readonly topic_id: TopicId | null;
  readonly history: 0 | 1;
  /** First message that the link opens. */
  readonly from_message: number;
  readonly created_at: Seconds;
  readonly expires_at: Seconds;
  readonly max_people: number;
  readonly can_post: 0 | 1;
  readonly can_upload: 0 | 1;
  readonly can_call: 0 | 1;
  /** Number of people who joined through it and became guests. They still count toward its limit. */
  readonly kept: number;
  readonly ended_at: Seconds | null;
  readonly end_reason: LinkEnd | null;
}

/** Why someone lost access although their link is open. People who left no longer count toward its limit. */
export type Gone = "left" | "removed";

interface PersonRow {
  readonly user_id: UserId;
  readonly link_id: number;
  readonly entered_at: Seconds;
  readonly wanted_email: string | null;
  readonly keep_asked_at: Seconds | null;
  readonly gone: Gone | null;
}

export const schema = [
  `-- Links that open a channel or a topic to people outside. Ended ones are kept for as long as people came by them.
   CREATE TABLE outside_links (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     key_hash TEXT NOT NULL UNIQUE,
     creator INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     topic_id INTEGER,
     history INTEGER NOT NULL,
     from_message INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     max_people INTEGER NOT NULL,
     can_post INTEGER NOT NULL,
     can_upload INTEGER NOT NULL,
     can_call INTEGER NOT NULL,
     ended_at INTEGER,
     end_reason TEXT
   ) STRICT;
   CREATE INDEX outside_links_open ON outside_links (expires_at) WHERE ended_at IS NULL;
   -- Accounts of people outside. A row stays until its account becomes one of a guest inside: it is what limits it.
   CREATE TABLE outside_people (
     user_id INTEGER PRIMARY KEY,
     link_id INTEGER NOT NULL,
     entered_at INTEGER NOT NULL,
     -- The address with which the person wants to stay.
     wanted_email TEXT
   ) STRICT;
   CREATE INDEX outside_people_by_link ON outside_people (link_id);
   -- Other browsers that want to be a person's, too, until someone answers.
   CREATE TABLE outside_devices (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     link_id INTEGER NOT NULL,
     key_hash TEXT NOT NULL UNIQUE,
     asked_at INTEGER NOT NULL,
     allowed INTEGER
   ) STRICT;
   CREATE INDEX outside_devices_by_user ON outside_devices (user_id);`,
  "ALTER TABLE outside_people ADD COLUMN gone TEXT",
  `ALTER TABLE outside_links ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
   -- The hash of a key mailed to \`wanted_email\`.
   ALTER TABLE outside_people ADD COLUMN keep_hash TEXT;
   ALTER TABLE outside_people ADD COLUMN keep_asked_at INTEGER;
   CREATE UNIQUE INDEX outside_people_by_keep_hash ON outside_people (keep_hash) WHERE keep_hash IS NOT NULL;`,
  `-- Addresses to which people outside get emails about messages. key_hash: of a key mailed there, until it is confirmed.
   CREATE TABLE outside_mailboxes (
     user_id INTEGER PRIMARY KEY,
     email TEXT NOT NULL,
     key_hash TEXT UNIQUE,
     asked_at INTEGER NOT NULL
   ) STRICT;`,
  `ALTER TABLE outside_devices ADD COLUMN allowed_by INTEGER;
   -- Sessions of people outside that someone else let in.
   CREATE TABLE outside_admissions (
     session_id INTEGER PRIMARY KEY,
     user_id INTEGER NOT NULL,
     allowed_by INTEGER NOT NULL,
     came_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX outside_admissions_by_user ON outside_admissions (user_id);`,
];

const linkColumns = `id, creator, channel_id, topic_id, history, from_message, created_at, expires_at, max_people,
  can_post, can_upload, can_call, kept, ended_at, end_reason`;

export const insertLink = statement<
  Omit<LinkRow, "id" | "kept" | "ended_at" | "end_reason" | "history" | "can_post" | "can_upload" | "can_call"> & {
    key_hash: string;
    history: boolean;
    can_post: boolean;
    can_upload: boolean;
    can_call: boolean;
  },
  LinkRow
>(
  `INSERT INTO outside_links (key_hash, creator, channel_id, topic_id, history, from_message, created_at, expires_at,
     max_people, can_post, can_upload, can_call)
   VALUES (:key_hash, :creator, :channel_id, :topic_id, :history, :from_message, :created_at, :expires_at,
     :max_people, :can_post, :can_upload, :can_call)
   RETURNING ${linkColumns}`,
);
export const linkById = statement<{ id: number }, LinkRow>(`SELECT ${linkColumns} FROM outside_links WHERE id = :id`);
export const linkByKeyHash = statement<{ key_hash: string }, LinkRow>(
  `SELECT ${linkColumns} FROM outside_links WHERE key_hash = :key_hash`,
);
export const openLinks = statement<NoParams, LinkRow>(
  `SELECT ${linkColumns} FROM outside_links WHERE ended_at IS NULL ORDER BY id`,
);
export const linksSince = statement<{ since: Seconds }, LinkRow>(
  `SELECT ${linkColumns} FROM outside_links WHERE ended_at IS NULL OR ended_at > :since ORDER BY id`,
);
export const linksWithPeople = statement<NoParams, LinkRow>(
  `SELECT ${linkColumns} FROM outside_links WHERE id IN (SELECT link_id FROM outside_people) ORDER BY id`,
);
export const updateLink = statement<{
  id: number;
  expires_at: Seconds;
  max_people: number;
  can_post: boolean;
  can_upload: boolean;
  can_call: boolean;
}>(
  `UPDATE outside_links SET expires_at = :expires_at, max_people = :max_people, can_post = :can_post,
     can_upload = :can_upload, can_call = :can_call
   WHERE id = :id`,
);
export const setLinkEnded = statement<{ id: number; at: Seconds; reason: LinkEnd }>(
  "UPDATE outside_links SET ended_at = :at, end_reason = :reason WHERE id = :id",
);
export const setLinkTopic = statement<{ id: number; topic: number }>(
  "UPDATE outside_links SET topic_id = :topic WHERE id = :id",
);
export const nextEnd = statement<NoParams, { at: Seconds | null }>(
  "SELECT min(expires_at) AS at FROM outside_links WHERE ended_at IS NULL",
);
export const deletePastLinks = statement<{ before: Seconds }>(
  "DELETE FROM outside_links WHERE ended_at < :before AND id NOT IN (SELECT link_id FROM outside_people)",
);

const personColumns = "user_id, link_id, entered_at, wanted_email, keep_asked_at, gone";
export const insertPerson = statement<{ user: number; link: number; at: Seconds }>(
  "INSERT INTO outside_people (user_id, link_id, entered_at) VALUES (:user, :link, :at)",
);
export const allPeople = statement<NoParams, PersonRow>(`SELECT ${personColumns} FROM outside_people ORDER BY user_id`);
export const peopleOfLink = statement<{ link: number }, PersonRow>(
  `SELECT ${personColumns} FROM outside_people WHERE link_id = :link ORDER BY user_id`,
);
export const personById = statement<{ user: number }, PersonRow>(
  `SELECT ${personColumns} FROM outside_people WHERE user_id = :user`,
);
export const personByKeepHash = statement<{ hash: string }, PersonRow>(
  `SELECT ${personColumns} FROM outside_people WHERE keep_hash = :hash`,
);
export const setWish = statement<{ user: number; email: string; hash: string | null; at: Seconds }>(
  "UPDATE outside_people SET wanted_email = :email, keep_hash = :hash, keep_asked_at = :at WHERE user_id = :user",
);
export const deletePerson = statement<{ user: number }>("DELETE FROM outside_people WHERE user_id = :user");
export const countKept = statement<{ link: number }>("UPDATE outside_links SET kept = kept + 1 WHERE id = :link");

export interface MailboxRow {
  readonly user_id: UserId;
  readonly email: string;
  readonly key_hash: string | null;
  readonly asked_at: Seconds;
}

const mailboxColumns = "user_id, email, key_hash, asked_at";
export const putMailbox = statement<{ user: number; email: string; hash: string; at: Seconds }>(
  `INSERT OR REPLACE INTO outside_mailboxes (user_id, email, key_hash, asked_at) VALUES (:user, :email, :hash, :at)`,
);
export const mailboxById = statement<{ user: number }, MailboxRow>(
  `SELECT ${mailboxColumns} FROM outside_mailboxes WHERE user_id = :user`,
);
export const mailboxByHash = statement<{ hash: string }, MailboxRow>(
  `SELECT ${mailboxColumns} FROM outside_mailboxes WHERE key_hash = :hash`,
);
export const setMailboxConfirmed = statement<{ user: number }>(
  "UPDATE outside_mailboxes SET key_hash = NULL WHERE user_id = :user",
);
export const deleteMailbox = statement<{ user: number }>("DELETE FROM outside_mailboxes WHERE user_id = :user");

export interface DeviceRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly link_id: number;
  readonly key_hash: string;
  readonly asked_at: Seconds;
  readonly allowed: 0 | 1 | null;
  readonly allowed_by: UserId | null;
}

const deviceColumns = "id, user_id, link_id, key_hash, asked_at, allowed, allowed_by";
export const insertDevice = statement<{ user: number; link: number; key_hash: string; at: Seconds }>(
  "INSERT INTO outside_devices (user_id, link_id, key_hash, asked_at) VALUES (:user, :link, :key_hash, :at)",
);
export const unansweredDevices = statement<{ link: number; since: Seconds }, DeviceRow>(
  `SELECT ${deviceColumns} FROM outside_devices
   WHERE link_id = :link AND asked_at > :since AND allowed IS NULL ORDER BY id`,
);
export const deviceByHash = statement<{ key_hash: string; since: Seconds }, DeviceRow>(
  `SELECT ${deviceColumns} FROM outside_devices WHERE key_hash = :key_hash AND asked_at > :since`,
);
export const countDevices = statement<{ user: number }, { asked: number }>(
  "SELECT count(*) AS asked FROM outside_devices WHERE user_id = :user",
);
export const setAllowed = statement<{ id: number; allowed: boolean; by: number }>(
  "UPDATE outside_devices SET allowed = :allowed, allowed_by = :by WHERE id = :id",
);

interface AdmissionRow {
  readonly session_id: number;
  readonly allowed_by: UserId;
  readonly came_at: Seconds;
}

export const insertAdmission = statement<{ session: number; user: number; by: number; at: Seconds }>(
  `INSERT INTO outside_admissions (session_id, user_id, allowed_by, came_at) VALUES (:session, :user, :by, :at)`,
);
export const admissionsOf = statement<{ user: number }, AdmissionRow>(
  `SELECT session_id, allowed_by, came_at FROM outside_admissions WHERE user_id = :user ORDER BY session_id`,
);
export const deleteAdmission = statement<{ session: number }>(
  "DELETE FROM outside_admissions WHERE session_id = :session",
);
export const deleteAdmissionsOf = statement<{ user: number }>("DELETE FROM outside_admissions WHERE user_id = :user");
export const deleteDevice = statement<{ id: number }>("DELETE FROM outside_devices WHERE id = :id");
export const deleteDevicesOf = statement<{ user: number }>("DELETE FROM outside_devices WHERE user_id = :user");
export const deleteDevicesBefore = statement<{ before: Seconds }>(
  "DELETE FROM outside_devices WHERE asked_at <= :before",
);
export const setGone = statement<{ user: number; gone: Gone | null }>(
  "UPDATE outside_people SET gone = :gone WHERE user_id = :user",
);
/** Forgets an erased person. While their link is open, their row stays, because it counts toward the link's limit. */
export const forgetPerson = [
  statement<{ user: number }>(
    "UPDATE outside_people SET wanted_email = NULL, keep_hash = NULL, keep_asked_at = NULL WHERE user_id = :user",
  ),
  statement<{ user: number }>(
    `DELETE FROM outside_people WHERE user_id = :user
     AND link_id NOT IN (SELECT id FROM outside_links WHERE ended_at IS NULL)`,
  ),
];
export const countPeople = statement<{ link: number }, { came: number; left: number }>(
  `SELECT count(*) AS came, count(*) FILTER (WHERE gone = 'left') AS "left" FROM outside_people WHERE link_id = :link`,
);
