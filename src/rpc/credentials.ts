import { createHash } from "node:crypto";
import type { Resource } from "../protocol/actor.ts";
import type { UserId } from "../protocol/ids.ts";

/** How a request identifies its account. Secrets are only passed as hashes. */
export type Credentials = KeyCredentials | SessionCredentials | GrantCredentials;

interface CallerOrigin {
  /** Network address that last used the credentials, for polls or streams that are checked again later. */
  readonly ip?: string | undefined;
}

export interface KeyCredentials extends CallerOrigin {
  readonly by: "key";
  /** The account's email, or null if only the key was given, in a webhook URL. */
  readonly email: string | null;
  readonly keyHash: string;
  /** True if the key has a valid format. */
  readonly wellFormed: boolean;
  /** True if the key was used at an assistant endpoint. */
  readonly asksAsAssistant?: true;
}

/** The session that a browser sends with every request, including those triggered by other sites. */
export interface SessionCredentials extends CallerOrigin {
  readonly by: "session";
  readonly tokenHash: string;
  /** Why another site may have triggered the request, or null if nothing suggests that. */
  readonly doubt: string | null;
}

/** An assistant's access token for a user's account. Only assistant endpoints accept it. */
export interface GrantCredentials extends CallerOrigin {
  readonly by: "grant";
  readonly tokenHash: string;
}

/**
 * The run of a bot's script. The realm calls endpoints for it as the bot's account. Only the realm itself creates these
 * credentials; no request can.
 */
export interface RunCredentials extends CallerOrigin {
  readonly by: "run";
  readonly run: number;
  readonly bot: UserId;
}

/** API keys, session tokens and link secrets are random, so a plain hash keeps them secret. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/**
 * Returns the hash of an assistant's access token. The hash includes the endpoint that the token is valid for, so no
 * other endpoint accepts the token.
 */
export const hashAccessToken = (token: string, resource: Resource): string =>
  hashKey(resource === "mcp" ? token : `${resource} ${token}`);
