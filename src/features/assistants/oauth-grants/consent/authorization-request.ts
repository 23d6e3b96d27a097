import type { PageContext } from "../../../../api/page.ts";
import { type Resource, type Scope, scopes } from "../../../../protocol/actor.ts";
import { addressBack } from "../consent-endpoints.ts";
import { resourceNamed } from "../oauth/discovery.ts";

/** Parameters of an authorization request that the consent page passes on (RFC 6749 4.1.1, RFC 7636, RFC 8707). */
export const NAMES = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
] as const;
export type AuthorizationParams = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** A valid authorization request, which still needs the user's consent. */
export interface Authorization {
  readonly challenge: string;
  readonly resource: Resource;
  readonly scopes: readonly Scope[];
  /** Whether the client wants refresh tokens. */
  readonly offline: boolean;
}
interface Fault {
  readonly error: "invalid_request" | "unsupported_response_type" | "invalid_target" | "invalid_scope";
  readonly description: string;
}

export function sentIn(fields: ReadonlyMap<string, string>): AuthorizationParams {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = fields.get(name);
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

const MAX_STATE_LENGTH = 1000;
const fault = (error: Fault["error"], description: string): Fault => ({ error, description });

/** Parses an authorization request. If it is invalid, returns the error to report to the client. */
export function authorizationOf(sent: AuthorizationParams, origin: string): Authorization | Fault {
  if (sent.response_type !== "code") return fault("unsupported_response_type", "response_type has to be code.");
  if (sent.code_challenge_method !== "S256") return fault("invalid_request", "code_challenge_method has to be S256.");
  const challenge = sent.code_challenge ?? "";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return fault("invalid_request", "code_challenge is missing or wrong.");
  if ((sent.state ?? "").length > MAX_STATE_LENGTH) return fault("invalid_request", "state is too long.");
  const resource = sent.resource === undefined ? "mcp" : resourceNamed(sent.resource, origin);
  if (resource === undefined) return fault("invalid_target", "resource is none of this server's.");
  const named = (sent.scope ?? "").split(" ").filter((one) => one !== "");
  const known = scopes.filter((scope) => named.includes(scope));
  const offline = named.includes("offline_access");
  if (known.length === 0 && named.some((one) => one !== "offline_access"))
    return fault("invalid_scope", "None of these scopes is known here.");
  if (resource === "research") return { challenge, resource, scopes: ["read"], offline };
  return { challenge, resource, scopes: known.length === 0 ? ["read"] : known, offline };
}

/** Returns the redirect URL that reports an invalid request to its client. */
export const faultAddress = (
  { redirect_uri = "", state }: AuthorizationParams,
  { error, description }: Fault,
  { facts: { origin } }: Pick<PageContext, "facts">,
): string =>
  addressBack(redirect_uri, {
    error,
    error_description: description,
    ...(state !== undefined && { state }),
    iss: origin,
  });
