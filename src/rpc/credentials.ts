import { createHash } from "node:crypto";
import type { Resource } from "../protocol/actor.ts";
import type { UserId } from "../protocol/ids.ts";

/** The way in which a request names its account. Secrets come only as hashes. */
export type Credentials = KeyCredentials | SessionCredentials | GrantCredentials;

interface CallerOrigin {
  /** The network address from which the credentials were last used, of a poll or stream that is looked at again later. */
  readonly ip?: string | undefined;
}

export interface KeyCredentials extends CallerOrigin {
  readonly by: "key";
  /** The account's address; null where the key came alone, in the address of a webhook. */
  readonly email: string | null;
  readonly keyHash: string;
  /** Whether the key has the form of a key at all. */
  readonly wellFormed: boolean;
  /** Whether it came to an address for assistants. */
  readonly asksAsAssistant?: true;
}

/** The session that a browser sends along with every request, also with those that another site has it make. */
export interface SessionCredentials extends CallerOrigin {
  readonly by: "session";
  readonly tokenHash: string;
  /** The reason for doubt that the account's own page asks; null where there is none. */
  readonly doubt: string | null;
}

/** The access token that an assistant has for a person's account; only the pages of assistants take it. */
export interface GrantCredentials extends CallerOrigin {
  readonly by: "grant";
  readonly tokenHash: string;
}

/**
 * The run of a bot's program, which the realm calls endpoints for as the bot's account. No request says so: only the realm itself
 * makes them.
 */
export interface RunCredentials extends CallerOrigin {
  readonly by: "run";
  readonly run: number;
  readonly bot: UserId;
}

/** Keys, tokens of sessions and secrets of links are random, so that a plain hash keeps them secret. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** The hash of an assistant's access token, which says for which address the token is good: at another it is unknown. */
export const hashAccessToken = (token: string, resource: Resource): string =>
  hashKey(resource === "mcp" ? token : `${resource} ${token}`);
