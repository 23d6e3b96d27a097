import { statement } from "../../../database/statement.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Channels' email addresses. Anyone who knows one can post there in the name of its sender.
   CREATE TABLE mail_addresses (
     token_hash TEXT PRIMARY KEY,
     token TEXT NOT NULL,
     channel_id INTEGER NOT NULL,
     creator_id INTEGER NOT NULL,
     sender_id INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE UNIQUE INDEX mail_addresses_of_creator ON mail_addresses (creator_id, channel_id, sender_id);
   CREATE INDEX mail_addresses_of_channel ON mail_addresses (channel_id);
   CREATE INDEX mail_addresses_of_sender ON mail_addresses (sender_id);
   -- Emails that were turned into messages, so that a repeated one is ignored.
   CREATE TABLE known_mails (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     mail_key TEXT NOT NULL UNIQUE,
     -- Who replied, or 0 for an email to a channel.
     person_id INTEGER NOT NULL,
     received_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX known_mails_of_person ON known_mails (person_id, received_at);
   CREATE INDEX known_mails_by_time ON known_mails (received_at);`,
];

interface MailAddressRow {
  readonly token: string;
  readonly channel_id: ChannelId;
  readonly creator_id: UserId;
  readonly sender_id: UserId;
}

export const addressByHash = statement<{ hash: string }, MailAddressRow>(
  "SELECT token, channel_id, creator_id, sender_id FROM mail_addresses WHERE token_hash = :hash",
);
export const addressToken = statement<{ creator: number; channel: number; sender: number }, { token: string }>(
  `SELECT token FROM mail_addresses
   WHERE creator_id = :creator AND channel_id = :channel AND sender_id = :sender`,
);
export const countAddresses = statement<{ creator: number }, { count: number }>(
  "SELECT count(*) AS count FROM mail_addresses WHERE creator_id = :creator",
);
export const insertAddress = statement<{
  hash: string;
  token: string;
  channel: number;
  creator: number;
  sender: number;
}>(
  `INSERT INTO mail_addresses (token_hash, token, channel_id, creator_id, sender_id)
   VALUES (:hash, :token, :channel, :creator, :sender)`,
);
export const deleteAddress = statement<{ creator: number; channel: number; sender: number }>(
  "DELETE FROM mail_addresses WHERE creator_id = :creator AND channel_id = :channel AND sender_id = :sender",
);
export const deleteAddressesOfChannel = statement<{ channel: number }>(
  "DELETE FROM mail_addresses WHERE channel_id = :channel",
);
export const deleteAddressesOfUser = statement<{ user: number }>(
  "DELETE FROM mail_addresses WHERE creator_id = :user OR sender_id = :user",
);

export const knownMail = statement<{ key: string }, { id: number }>("SELECT id FROM known_mails WHERE mail_key = :key");
export const insertKnownMail = statement<{ key: string; person: number; at: Seconds }, { id: number }>(
  "INSERT INTO known_mails (mail_key, person_id, received_at) VALUES (:key, :person, :at) RETURNING id",
);
export const deleteOldMails = statement<{ before: Seconds; most: number }>(
  `DELETE FROM known_mails WHERE received_at < :before
     OR id <= (SELECT coalesce(max(id), 0) FROM known_mails) - :most`,
);
export const mailsSince = statement<
  { person: number; minute: Seconds; five: Seconds; hour: Seconds },
  { in_minute: number; in_five: number; in_hour: number }
>(
  `SELECT coalesce(sum(received_at > :minute), 0) AS in_minute, coalesce(sum(received_at > :five), 0) AS in_five,
     count(*) AS in_hour
   FROM known_mails WHERE person_id = :person AND received_at > :hour`,
);
