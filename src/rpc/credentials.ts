import { createHash } from "node:crypto";

/** The way in which a request names its account. Secrets come only as hashes. */
export type Credentials = KeyCredentials | SessionCredentials;

interface Place {
  /** The network address from which the credentials were last used, of a poll or stream that is looked at again later. */
  readonly ip?: string | undefined;
}

export interface KeyCredentials extends Place {
  readonly by: "key";
  /** The account's address; null where the key came alone, in the address of a webhook. */
  readonly email: string | null;
  readonly keyHash: string;
  /** Whether the key has the form of a key at all. */
  readonly wellFormed: boolean;
}

/** The session that a browser sends along with every request, also with those that another site has it make. */
export interface SessionCredentials extends Place {
  readonly by: "session";
  readonly tokenHash: string;
  /** The reason for doubt that the account's own page asks; null where there is none. */
  readonly doubt: string | null;
}

/** Keys, tokens of sessions and secrets of links are random, so that a plain hash keeps them secret. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");
