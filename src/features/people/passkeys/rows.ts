import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE passkeys (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     credential TEXT NOT NULL UNIQUE,
     public_key TEXT NOT NULL,
     counter INTEGER NOT NULL,
     name TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     last_used_at INTEGER
   ) STRICT;
   CREATE INDEX passkeys_by_user ON passkeys (user_id);
   -- The key that signs challenges, and the challenges that were answered and haven't expired yet.
   CREATE TABLE challenge_secret (secret TEXT NOT NULL) STRICT;
   CREATE TABLE spent_challenges (hash TEXT PRIMARY KEY, ends_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX spent_challenges_by_end ON spent_challenges (ends_at);`,
  `-- The authenticator's user handle, if the passkey was created on another server.
   ALTER TABLE passkeys ADD COLUMN handle TEXT`,
];

export interface PasskeyRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly credential: string;
  /** A `PublicKey` as JSON. */
  readonly public_key: string;
  readonly counter: number;
  readonly name: string;
  readonly created_at: Seconds;
  readonly last_used_at: Seconds | null;
  /** The account's handle on the server that the passkey was created on, or null if that is this server. */
  readonly handle: string | null;
}

const columns = "id, user_id, credential, public_key, counter, name, created_at, last_used_at, handle";

export const passkeysOf = statement<{ user: number }, PasskeyRow>(
  `SELECT ${columns} FROM passkeys WHERE user_id = :user ORDER BY id`,
);
export const passkeyByCredential = statement<{ credential: string }, PasskeyRow>(
  `SELECT ${columns} FROM passkeys WHERE credential = :credential`,
);
export const insertPasskey = statement<
  { user: number; credential: string; public_key: string; counter: number; name: string; now: Seconds },
  { id: number }
>(
  `INSERT INTO passkeys (user_id, credential, public_key, counter, name, created_at)
   VALUES (:user, :credential, :public_key, :counter, :name, :now) RETURNING id`,
);
export const setPasskeyUsed = statement<{ id: number; counter: number; now: Seconds }>(
  "UPDATE passkeys SET counter = :counter, last_used_at = :now WHERE id = :id",
);
export const setPasskeyName = statement<{ user: number; id: number; name: string }, { id: number }>(
  "UPDATE passkeys SET name = :name WHERE id = :id AND user_id = :user RETURNING id",
);
export const deletePasskey = statement<{ user: number; id: number }, { name: string }>(
  "DELETE FROM passkeys WHERE id = :id AND user_id = :user RETURNING name",
);
export const deletePasskeys = statement<{ user: number }>("DELETE FROM passkeys WHERE user_id = :user");

export const readSecret = statement<NoParams, { secret: string }>("SELECT secret FROM challenge_secret");
export const writeSecret = statement<{ secret: string }>("INSERT INTO challenge_secret (secret) VALUES (:secret)");
export const spentChallenge = statement<{ hash: string }, { ends_at: Seconds }>(
  "SELECT ends_at FROM spent_challenges WHERE hash = :hash",
);
export const insertSpentChallenge = statement<{ hash: string; ends_at: Seconds }>(
  "INSERT INTO spent_challenges (hash, ends_at) VALUES (:hash, :ends_at)",
);
export const deleteSpentChallenges = statement<{ now: Seconds }>("DELETE FROM spent_challenges WHERE ends_at <= :now");
