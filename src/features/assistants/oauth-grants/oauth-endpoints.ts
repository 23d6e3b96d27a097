import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { json, oneOf, optional, text } from "../../../api/parameter.ts";
import { resources } from "../../../protocol/actor.ts";
import { sized } from "../../../protocol/bounded.ts";
import { metadataSchema, registeredClient } from "./clients.ts";
import { countAction } from "./limits.ts";
import { exchangeCode, refreshTokens, revokeToken, type TokenError, type Tokens } from "./tokens.ts";

const MAX_METADATA_LENGTH = 20_000;

/**
 * Registers an assistant client. Nothing is stored here, because the client's id contains everything that is needed
 * later.
 */
export const registerClientEndpoint = action({
  route: "POST /assistants/clients",
  by: "anyone",
  internal: true,
  params: { metadata: json(sized(metadataSchema, MAX_METADATA_LENGTH)) },
  reply: { client_id: v.string(), client_name: v.string() },
  run({ realm, params, request }) {
    countAction(realm, "registrations", request.address);
    const { id, name } = registeredClient(realm, params.metadata);
    return { client_id: id, client_name: name };
  },
});

/** The resource that a token is requested for, or `another` if it isn't one of this server's. */
const resource = optional(oneOf(...resources, "another"));
const resourceOf = (named: (typeof resources)[number] | "another" | undefined) => (named === "another" ? null : named);

/**
 * Issues tokens for a code or a refresh token. Returns refusals as replies, because throwing would roll back a grant's
 * revocation.
 */
export const makeTokensEndpoint = shapedAction({
  route: "POST /assistants/tokens",
  by: "anyone",
  internal: true,
  params: {
    client_id: text("url"),
    code: optional(text("id")),
    code_verifier: optional(text("id"), ""),
    redirect_uri: optional(text("url")),
    refresh_token: optional(text("id")),
    scope: optional(text("name")),
    resource,
  },
  reply: {
    tokens: v.optional(
      v.object({
        access_token: v.string(),
        expires_in: v.number(),
        refresh_token: v.optional(v.string()),
        scope: v.string(),
      }),
    ),
    refused: v.optional(v.object({ error: v.string(), error_description: v.string() })),
  },
  run({ realm, params: { code, refresh_token, code_verifier, ...params }, request }): Tokens | TokenError {
    const { client_id, redirect_uri, scope } = params;
    const asked = { client_id, resource: resourceOf(params.resource), request };
    return refresh_token === undefined
      ? exchangeCode(realm, { ...asked, code: code ?? "", verifier: code_verifier, redirect_uri })
      : refreshTokens(realm, { ...asked, refresh_token, scope });
  },
  shape: ({ result }) => ("error" in result ? { refused: result } : { tokens: result }),
});

export const revokeTokenEndpoint = action({
  route: "POST /assistants/tokens/revoke",
  by: "anyone",
  internal: true,
  params: { token: text("id") },
  run: ({ realm, params }) => revokeToken(realm, params.token),
});
