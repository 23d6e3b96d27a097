import { type PageContext, page } from "../../../../api/page.ts";
import { pageOrganization } from "../../../../html-pages/page-organization.ts";
import type { Resource } from "../../../../protocol/actor.ts";
import { scopes } from "../../../../protocol/actor.ts";
import { notFoundFailure } from "../../../../protocol/envelope.ts";

export const resourcePaths: Readonly<Record<Resource, string>> = { mcp: "/mcp", research: "/mcp/research" };

/** Returns the URL of a resource's metadata. 401 responses contain this URL. */
export const descriptionOf = (origin: string, resource: Resource): string =>
  `${origin}/.well-known/oauth-protected-resource${resourcePaths[resource]}`;

export function resourceNamed(address: string, origin: string): Resource | undefined {
  const url = URL.parse(address);
  if (url === null || url.origin !== new URL(origin).origin || url.search !== "" || url.hash !== "") return undefined;
  const path = url.pathname.replace(/\/$/, "");
  return (["mcp", "research"] as const).find((resource) => resourcePaths[resource] === path);
}

const CACHED = { "Cache-Control": "public, max-age=3600" };

/** Serves a resource's metadata: its scopes and authorization server (RFC 9728). */
const describeResource = (resource: Resource) => async (context: PageContext) => {
  const organization = await pageOrganization(context);
  if (organization === undefined) return notFoundFailure();
  const { origin } = context.facts;
  const document = {
    resource: origin + resourcePaths[resource],
    authorization_servers: [origin],
    // Only `read`, because some clients request every scope listed here. Errors of tools contain the scope they need.
    scopes_supported: ["read"],
    bearer_methods_supported: ["header"],
    resource_name: organization.name,
    resource_documentation: `${origin}/help/connect#assistants`,
  };
  return Response.json(document, { headers: CACHED });
};

/** Serves the authorization server's metadata (RFC 8414). */
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

/** Allows cross-origin requests, including the header that MCP clients use to send their protocol version. */
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
  // For older clients.
  ...described("openid-configuration", describeServer),
];
