import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

/** What both kinds of invitations have in common. */
interface Offer {
  readonly id: number;
  readonly inviter: UserId;
  readonly invited_at: Seconds;
  /** Null where it never does. */
  readonly expires_at: Seconds | null;
  /** What whoever accepts it becomes, as JSON (terms.ts). */
  readonly terms: string;
  readonly state: "pending" | "accepted" | "revoked";
}

/** An invitation that has been sent to an address. */
export interface InvitationRow extends Offer {
  readonly email: string;
  /** The link over which somebody has asked for it; null where it was sent unasked. */
  readonly link_id: number | null;
}

/** A link that anybody may follow who has it. */
export interface LinkRow extends Offer {
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
   -- GET /invites tells the address of a link for as long as there is one: of its key, a hash would not be enough.
   CREATE TABLE invitation_links (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL UNIQUE,
     inviter INTEGER NOT NULL,
     invited_at INTEGER NOT NULL,
     expires_at INTEGER,
     terms TEXT NOT NULL,
     state TEXT NOT NULL DEFAULT 'pending'
   ) STRICT;
   -- Who has lately asked for mail by a link, by the address on the internet.
   CREATE TABLE invitation_askers (asker TEXT NOT NULL, link_id INTEGER NOT NULL, asked_at INTEGER NOT NULL) STRICT;
   CREATE INDEX invitation_askers_by_time ON invitation_askers (asked_at);
   -- How many invitations have been mailed on each of the last days.
   CREATE TABLE invitation_mails (day INTEGER PRIMARY KEY, sent INTEGER NOT NULL) STRICT;`,
];

const columns = "id, email, link_id, inviter, invited_at, expires_at, terms, state";
const linkColumns = "id, key, inviter, invited_at, expires_at, terms, state";
const live = "state = 'pending' AND (expires_at IS NULL OR expires_at > :now)";

interface NewOffer {
  [column: string]: string | number | null;
  inviter: number;
  invited_at: Seconds;
  expires_at: Seconds | null;
  terms: string;
}

export const insertInvitation = statement<NewOffer & { email: string; link_id: number | null; key_hash: string }>(
  `INSERT INTO invitations (email, link_id, key_hash, inviter, invited_at, expires_at, terms)
   VALUES (:email, :link_id, :key_hash, :inviter, :invited_at, :expires_at, :terms)`,
);
export const liveInvitations = statement<{ now: Seconds }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE ${live} AND link_id IS NULL ORDER BY id`,
);
export const invitationById = statement<{ id: number; now: Seconds }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE id = :id AND ${live} AND link_id IS NULL`,
);
export const invitationByKey = statement<{ key_hash: string }, InvitationRow>(
  `SELECT ${columns} FROM invitations WHERE key_hash = :key_hash`,
);
export const setInvitationState = statement<{ id: number; state: InvitationRow["state"] }>(
  "UPDATE invitations SET state = :state WHERE id = :id",
);
/** Of an address that has an account now. */
export const endInvitationsTo = statement<{ email: string }>(
  "UPDATE invitations SET state = 'revoked' WHERE lower(email) = lower(:email) AND state = 'pending'",
);
export const renewInvitation = statement<{
  id: number;
  key_hash: string;
  invited_at: Seconds;
  expires_at: Seconds | null;
}>("UPDATE invitations SET key_hash = :key_hash, invited_at = :invited_at, expires_at = :expires_at WHERE id = :id");
export const revokeInvitationsBy = statement<{ inviter: number }, { id: number }>(
  "UPDATE invitations SET state = 'revoked' WHERE inviter = :inviter AND state = 'pending' RETURNING id",
);
/** What nobody will ask about any more. */
export const deletePastInvitations = statement<{ before: Seconds }>(
  `DELETE FROM invitations
   WHERE (state <> 'pending' AND invited_at < :before) OR (expires_at IS NOT NULL AND expires_at < :before)`,
);

export const insertLink = statement<NewOffer & { key: string }>(
  `INSERT INTO invitation_links (key, inviter, invited_at, expires_at, terms)
   VALUES (:key, :inviter, :invited_at, :expires_at, :terms)`,
);
export const liveLinks = statement<{ now: Seconds }, LinkRow>(
  `SELECT ${linkColumns} FROM invitation_links WHERE ${live} ORDER BY id`,
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

/** Of links that are over, those with so many newer ones. */
export const deleteOldestLinks = statement<{ now: Seconds; keep: number }>(
  `DELETE FROM invitation_links WHERE NOT (${live}) AND id <= (SELECT max(id) FROM invitation_links) - :keep`,
);

export const liveCounts = statement<{ now: Seconds }, { invitations: number; links: number }>(
  `SELECT (SELECT count(*) FROM invitations WHERE ${live}) AS invitations,
     (SELECT count(*) FROM invitation_links WHERE ${live}) AS links`,
);

export const mailsOn = statement<{ day: number }, { sent: number }>(
  "SELECT sent FROM invitation_mails WHERE day = :day",
);
export const addMails = statement<{ day: number; sent: number }>(
  `INSERT INTO invitation_mails (day, sent) VALUES (:day, :sent)
   ON CONFLICT (day) DO UPDATE SET sent = sent + excluded.sent`,
);
export const deleteMailsBefore = statement<{ day: number }>("DELETE FROM invitation_mails WHERE day < :day");

export const insertAsker = statement<{ asker: string; link: number; now: Seconds }>(
  "INSERT INTO invitation_askers (asker, link_id, asked_at) VALUES (:asker, :link, :now)",
);
interface Asked {
  readonly count: number;
  readonly oldest: Seconds | null;
}
const asked = "SELECT count(*) AS count, min(asked_at) AS oldest FROM invitation_askers";
export const timesAsked = statement<Record<string, never>, Asked>(asked);
export const timesAskedBy = statement<{ asker: string }, Asked>(`${asked} WHERE asker = :asker`);
export const timesAskedOver = statement<{ link: number }, Asked>(`${asked} WHERE link_id = :link`);
export const deleteAskersBefore = statement<{ before: Seconds }>(
  "DELETE FROM invitation_askers WHERE asked_at <= :before",
);
