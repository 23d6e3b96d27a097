import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

/** Columns that emailed invitations and links have in common. */
interface CommonRow {
  readonly id: number;
  readonly inviter: UserId;
  readonly invited_at: Seconds;
  /** Null for an invitation that never expires. */
  readonly expires_at: Seconds | null;
  /** InvitationOptions as JSON. */
  readonly terms: string;
  readonly state: "pending" | "accepted" | "revoked";
}

export interface InvitationRow extends CommonRow {
  readonly email: string;
  /** The link that the invitation was requested through, or null if the inviter sent it. */
  readonly link_id: number | null;
}

/** A link that lets anyone who has it join. */
export interface LinkRow extends CommonRow {
  readonly key: string;
}

export const schema = [
  `CREATE TABLE invitations (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     email TEXT NOT NULL,
     link_id INTEGER,
     key_hash TEXT NOT NULL UNIQUE,
     inviter INTEGER NOT NULL,
     invited_at INTEGER NOT NULL,
     expires_at INTEGER,
     terms TEXT NOT NULL,
     state TEXT NOT NULL DEFAULT 'pending'
   ) STRICT;
   CREATE INDEX invitations_by_email ON invitations (lower(email)) WHERE state = 'pending';
   -- The key itself instead of a hash, because GET /invites shows the URL of a link while it is valid.
   CREATE TABLE invitation_links (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL UNIQUE,
     inviter INTEGER NOT NULL,
     invited_at INTEGER NOT NULL,
     expires_at INTEGER,
     terms TEXT NOT NULL,
     state TEXT NOT NULL DEFAULT 'pending'
   ) STRICT;
   -- Confirmations emailed in the last day, with the requester's IP address.
   CREATE TABLE invitation_askers (asker TEXT NOT NULL, link_id INTEGER NOT NULL, asked_at INTEGER NOT NULL) STRICT;
   CREATE INDEX invitation_askers_by_time ON invitation_askers (asked_at);
   -- Invitations emailed per UTC day.
   CREATE TABLE invitation_mails (day INTEGER PRIMARY KEY, sent INTEGER NOT NULL) STRICT;`,
];

const columns = "id, email, link_id, inviter, invited_at, expires_at, terms, state";
const linkColumns = "id, key, inviter, invited_at, expires_at, terms, state";
const isOpen = "state = 'pending' AND (expires_at IS NULL OR expires_at > :now)";

type NewRow = Omit<CommonRow, "id" | "state">;

export const insertInvitation = statement<NewRow & { email: string; link_id: number | null; key_hash: string }>(
  `INSERT INTO invitations (email, link_id, key_hash, inviter, invited_at, expires_at, terms)
   VALUES (:email, :link_id, :key_hash, :inviter, :invited_at, :expires_at, :terms)`,
);
export const openInvitations = statement<{ now: Seconds }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE ${isOpen} AND link_id IS NULL ORDER BY id`,
);
export const invitationById = statement<{ id: number; now: Seconds }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE id = :id AND ${isOpen} AND link_id IS NULL`,
);
export const invitationByKey = statement<{ key_hash: string }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE key_hash = :key_hash`,
);
/** Pending invitations for an address, newest first, including those requested through a link. */
export const invitationsTo = statement<{ email: string }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE lower(email) = lower(:email) AND state = 'pending' ORDER BY id DESC`,
);
export const setInvitationState = statement<{ id: number; state: InvitationRow["state"] }>(
  "UPDATE invitations SET state = :state WHERE id = :id",
);
/** Ends the pending invitations of an address that now has an account. */
export const endInvitationsTo = statement<{ email: string }, { inviter: UserId }>(
  `UPDATE invitations SET state = 'revoked' WHERE lower(email) = lower(:email) AND state = 'pending' RETURNING inviter`,
);
export const renewInvitation = statement<Pick<CommonRow, "id" | "invited_at" | "expires_at"> & { key_hash: string }>(
  "UPDATE invitations SET key_hash = :key_hash, invited_at = :invited_at, expires_at = :expires_at WHERE id = :id",
);
export const revokeInvitationsBy = statement<{ inviter: number }, { id: number }>(
  "UPDATE invitations SET state = 'revoked' WHERE inviter = :inviter AND state = 'pending' RETURNING id",
);
export const deletePastInvitations = statement<{ before: Seconds }>(
  `DELETE FROM invitations
   WHERE (state <> 'pending' AND invited_at < :before) OR (expires_at IS NOT NULL AND expires_at < :before)`,
);

export const insertLink = statement<NewRow & { key: string }>(
  `INSERT INTO invitation_links (key, inviter, invited_at, expires_at, terms)
   VALUES (:key, :inviter, :invited_at, :expires_at, :terms)`,
);
export const openLinks = statement<{ now: Seconds }, LinkRow>(
  `SELECT ${linkColumns} FROM invitation_links WHERE ${isOpen} ORDER BY id`,
);
export const linkById = statement<{ id: number }, LinkRow>(
  `SELECT ${linkColumns} FROM invitation_links WHERE id = :id`,
);
export const linkByKey = statement<{ key: string }, LinkRow>(
  `SELECT ${linkColumns} FROM invitation_links WHERE key = :key`,
);
export const revokeLink = statement<{ id: number }>("UPDATE invitation_links SET state = 'revoked' WHERE id = :id");
export const revokeLinksBy = statement<{ inviter: number }, { id: number }>(
  "UPDATE invitation_links SET state = 'revoked' WHERE inviter = :inviter AND state = 'pending' RETURNING id",
);
export const deletePastLinks = statement<{ before: Seconds }>(
  `DELETE FROM invitation_links
   WHERE (state <> 'pending' AND invited_at < :before) OR (expires_at IS NOT NULL AND expires_at < :before)`,
);

/** Deletes ended links, except those among the newest `keep` ids. */
export const deleteOldestLinks = statement<{ now: Seconds; keep: number }>(
  `DELETE FROM invitation_links WHERE NOT (${isOpen}) AND id <= (SELECT max(id) FROM invitation_links) - :keep`,
);

export const openCounts = statement<{ now: Seconds }, { invitations: number; links: number }>(
  `SELECT (SELECT count(*) FROM invitations WHERE ${isOpen}) AS invitations,
     (SELECT count(*) FROM invitation_links WHERE ${isOpen}) AS links`,
);

export const mailsOnDay = statement<{ day: number }, { sent: number }>(
  "SELECT sent FROM invitation_mails WHERE day = :day",
);
export const addMails = statement<{ day: number; sent: number }>(
  `INSERT INTO invitation_mails (day, sent) VALUES (:day, :sent)
   ON CONFLICT (day) DO UPDATE SET sent = sent + excluded.sent`,
);
export const deleteMailsBefore = statement<{ day: number }>("DELETE FROM invitation_mails WHERE day < :day");

export const insertConfirmation = statement<{ asker: string; link: number; now: Seconds }>(
  "INSERT INTO invitation_askers (asker, link_id, asked_at) VALUES (:asker, :link, :now)",
);
interface RecentCount {
  readonly count: number;
  readonly oldest: Seconds | null;
}
const recentCount = "SELECT count(*) AS count, min(asked_at) AS oldest FROM invitation_askers";
export const confirmations = statement<NoParams, RecentCount>(recentCount);
export const confirmationsOverLink = statement<{ link: number }, RecentCount>(`${recentCount} WHERE link_id = :link`);
export const deleteConfirmationsBefore = statement<{ before: Seconds }>(
  "DELETE FROM invitation_askers WHERE asked_at <= :before",
);
