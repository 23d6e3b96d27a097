import * as v from "valibot";
import { type PageContext, page } from "../../../../api/page.ts";
import { readFields } from "../../../../http/request-values.ts";
import { tryForeignJson } from "../../../../util/foreign-json.ts";
import { readAtMost } from "../../../../util/join-bytes.ts";
import { allowHeaders, resourceNamed } from "./discovery.ts";

const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };
const MAX_METADATA_LENGTH = 20_000;

const refused = (error: string, error_description: string, status = 400, headers: Record<string, string> = {}) =>
  Response.json({ error, error_description }, { status, headers: { ...NO_STORE, ...headers } });

interface Failure {
  readonly msg?: string;
  readonly error?: string;
  readonly code?: string;
}

/** Converts an error response of the realm to OAuth's error format (RFC 6749 5.2). */
async function toOauthError(answer: Response, otherwise = "invalid_request"): Promise<Response> {
  const { msg = "", error, code } = await answer.json<Failure>();
  const headers: Record<string, string> = {};
  const retry = answer.headers.get("retry-after");
  if (retry !== null) headers["Retry-After"] = retry;
  if (answer.status >= 500 || code === "RATE_LIMIT_HIT")
    return refused("temporarily_unavailable", msg, answer.status, headers);
  return refused(error ?? otherwise, msg, answer.status === 404 ? 404 : 400, headers);
}

interface TokenResponse {
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly refused?: { readonly error: string; readonly error_description: string };
}

const isForm = ({ headers }: Request) =>
  headers.get("content-type")?.toLowerCase().startsWith("application/x-www-form-urlencoded") === true;

/** `POST /oauth/token` (RFC 6749 3.2). */
async function makeTokens(context: PageContext): Promise<Response> {
  const { request, url, facts } = context;
  if (!isForm(request)) return refused("invalid_request", "The body has to be a form.");
  const { text } = await readFields(request, url);
  const grantType = text.get("grant_type");
  const needed =
    grantType === "refresh_token" ? ["client_id", "refresh_token"] : ["client_id", "code", "code_verifier"];
  if (grantType === undefined) return refused("invalid_request", "grant_type is missing.");
  if (grantType !== "authorization_code" && grantType !== "refresh_token")
    return refused("unsupported_grant_type", "This server knows authorization_code and refresh_token.");
  const missing = needed.find((name) => !text.has(name));
  if (missing === "client_id") return refused("invalid_client", "client_id is missing.", 401);
  if (missing !== undefined) return refused("invalid_request", `${missing} is missing.`);
  const fields: Record<string, string> = {};
  const named = grantType === "refresh_token" ? ["scope"] : ["redirect_uri"];
  for (const name of [...needed, ...named]) {
    const value = text.get(name);
    if (value !== undefined) fields[name] = value;
  }
  const resource = text.get("resource");
  if (resource !== undefined) fields["resource"] = resourceNamed(resource, facts.origin) ?? "another";
  const answer = await context.call("POST /assistants/tokens", fields);
  if (!answer.ok) return toOauthError(answer);
  const { tokens, refused: refusal } = await answer.json<TokenResponse>();
  if (refusal !== undefined)
    return refused(refusal.error, refusal.error_description, refusal.error === "invalid_client" ? 401 : 400);
  return Response.json({ ...tokens, token_type: "Bearer" }, { headers: NO_STORE });
}

/** `POST /oauth/revoke` (RFC 7009): the response is the same whether or not the token was known. */
async function revoke(context: PageContext): Promise<Response> {
  const { request, url } = context;
  if (!isForm(request)) return refused("invalid_request", "The body has to be a form.");
  const { text } = await readFields(request, url);
  const token = text.get("token");
  if (token === undefined) return refused("invalid_request", "token is missing.");
  const answer = await context.call("POST /assistants/tokens/revoke", { token });
  return answer.ok ? new Response(null, { status: 200, headers: NO_STORE }) : toOauthError(answer);
}

/** `POST /oauth/register` (RFC 7591), for clients without a client document. */
async function register(context: PageContext): Promise<Response> {
  const metadata = await jsonOf(context.request);
  if (metadata === undefined) return refused("invalid_client_metadata", "The body has to be a short JSON object.");
  const answer = await context.call("POST /assistants/clients", { metadata: JSON.stringify(metadata) });
  if (!answer.ok) return toOauthError(answer, "invalid_client_metadata");
  const { client_id, client_name } = await answer.json<{ client_id: string; client_name: string }>();
  const client = {
    client_id,
    client_name,
    redirect_uris: metadata["redirect_uris"],
    grant_types: metadata["grant_types"] ?? ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return Response.json(client, { status: 201, headers: NO_STORE });
}

/** Parses a body as a JSON object. Returns undefined if it isn't one, or exceeds the limit for metadata. */
async function jsonOf({ body, headers }: Request): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (Number(headers.get("content-length") ?? 0) > MAX_METADATA_LENGTH) return undefined;
  const bytes = await readAtMost(body ?? [], MAX_METADATA_LENGTH);
  const content = bytes && tryForeignJson(new TextDecoder().decode(bytes));
  const result = v.safeParse(v.record(v.string(), v.unknown()), content);
  return result.success ? result.output : undefined;
}

export const tokenPages = [
  { path: "/oauth/token", respond: makeTokens },
  { path: "/oauth/revoke", respond: revoke },
  { path: "/oauth/register", respond: register },
].flatMap(({ path, respond }) => [
  page(`POST ${path}`, respond, { crossOrigin: true }),
  page(`OPTIONS ${path}`, () => allowHeaders("POST"), { crossOrigin: true }),
]);
