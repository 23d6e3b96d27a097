import { type PageContext, page } from "../../../../endpoints/page.ts";
import { pageOrganization } from "../../../../pages/page-organization.ts";
import type { Resource } from "../../../../protocol/actor.ts";
import { scopes } from "../../../../protocol/actor.ts";
import { notFoundFailure } from "../../../../protocol/envelope.ts";

/** The paths of the addresses at which assistants ask. */
const paths: Readonly<Record<Resource, string>> = { mcp: "/mcp", research: "/mcp/research" };

const resourceAddress = (origin: string, resource: Resource): string => origin + paths[resource];

/** The address of such an address's description: what a refusal there names. */
export const descriptionOf = (origin: string, resource: Resource): string =>
  `${origin}/.well-known/oauth-protected-resource${paths[resource]}`;

/** The resource that a client names by its address; undefined for one that is none of this host's. */
export function resourceNamed(address: string, origin: string): Resource | undefined {
  const url = URL.parse(address);
  if (url === null || url.origin !== new URL(origin).origin || url.search !== "" || url.hash !== "") return undefined;
  const path = url.pathname.replace(/\/$/, "");
  return (["mcp", "research"] as const).find((resource) => paths[resource] === path);
}

const CACHED = { "Cache-Control": "public, max-age=3600" };

/** Says what may be asked at an address, and who gives the tokens (RFC 9728). */
const describeResource = (resource: Resource) => async (context: PageContext) => {
  const organization = await pageOrganization(context);
  if (organization === undefined) return notFoundFailure();
  const { origin } = context.facts;
  const document = {
    resource: resourceAddress(origin, resource),
    authorization_servers: [origin],
    // Some clients ask for all that stands here. What needs more says so.
    scopes_supported: ["read"],
    bearer_methods_supported: ["header"],
    resource_name: organization.name,
    resource_documentation: `${origin}/help/connect#assistants`,
  };
  return Response.json(document, { headers: CACHED });
};

/** Says how tokens are asked for (RFC 8414). */
async function describeServer(context: PageContext): Promise<Response> {
  if ((await pageOrganization(context)) === undefined) return notFoundFailure();
  const { origin } = context.facts;
  const document = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    registration_endpoint: `${origin}/oauth/register`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...scopes, "offline_access"],
  };
  return Response.json(document, { headers: CACHED });
}

const described = (path: string, respond: (context: PageContext) => Promise<Response>) => [
  page(`GET /.well-known/${path}`, respond, { crossOrigin: true }),
  page(`OPTIONS /.well-known/${path}`, () => allowHeaders("GET"), { crossOrigin: true }),
];

/** Lets pages of other sites ask, with the header by which clients of the protocol say their version. */
export const allowHeaders = (method: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": `${method}, OPTIONS`,
      "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
      "Access-Control-Max-Age": "86400",
    },
  });

export const discoveryPages = [
  ...described("oauth-protected-resource", describeResource("mcp")),
  ...described("oauth-protected-resource/mcp", describeResource("mcp")),
  ...described("oauth-protected-resource/mcp/research", describeResource("research")),
  ...described("oauth-authorization-server", describeServer),
  // Older clients ask there.
  ...described("openid-configuration", describeServer),
];
