import type { Endpoint } from "../api/endpoint.ts";
import type { EndpointTable, FoundEntry, Match } from "../api/endpoint-table.ts";
import { failure, methodNotAllowed, notFoundFailure, preflight, withLimitHeaders } from "../protocol/envelope.ts";
import { ApiError, missingArgument, nonexistentSubdomain } from "../protocol/errors.ts";
import { limits } from "../protocol/limit-table.ts";
import type { KeyCredentials } from "../rpc/credentials.ts";
import type { Admission, ApiRequest } from "./api-request.ts";
import { callRealm, nothingSent } from "./ask-realm.ts";
import { checkMachine } from "./check-machine.ts";
import { factsOf, type HttpContext } from "./http-context.ts";
import { beginDelivery } from "./read-delivery.ts";
import { readBareKey, readKey } from "./read-key.ts";
import { tooLarge } from "./request-body.ts";
import { type Arriving, beginFields, type Fields, formLimit, streamedFields } from "./request-values.ts";
import { serveEndpoint } from "./serve-endpoint.ts";
import { isUpgrade, readSession } from "./session.ts";

/** Where a request's credentials are: the key in its header, a session, or as its endpoint defines. */
type ReadCredentials = "key" | "session" | (() => KeyCredentials | null);

const MIB = 1_048_576;
/** Methods that a form sent with POST can override with `method`. */
const OVERRIDES = new Set(["PATCH", "PUT", "DELETE"]);

/** Serves the API below a path: /api/v1 takes API keys, /json browser sessions (conventions.md 1). */
export function serveApi(endpoints: EndpointTable<Endpoint>, prefix: "/api/v1" | "/json") {
  const takesKeys = prefix === "/api/v1";
  const by = takesKeys ? "key" : "session";

  return async (context: HttpContext): Promise<Response> => {
    context.isCrossOrigin = takesKeys;
    if (takesKeys) context.scheme = "Basic";
    const { method, request, location } = context;
    const stated = Number(request.headers.get("content-length") ?? 0);
    const path = context.path.slice(prefix.length);
    const direct = endpoints.find(method, path);
    if (direct === undefined) return notFoundFailure();
    if ("allowed" in direct) {
      if (method === "OPTIONS") return preflight(direct.allowed);
      if (!mayBeOverridden(direct, method)) return methodNotAllowed(direct.allowed);
    } else if (direct.found.streams) {
      const most = context.config.maxUploadMib * MIB + limits.request.upload_form_bytes;
      const serving = serveEndpoint(apiRequest(context, direct, streamedFields(request, location, most), by));
      // A client that disconnects during an upload stops neither the work nor the cleanup.
      context.execution.waitUntil(serving.catch(() => undefined));
      return serving;
    }
    // No form is that large, so don't read it.
    if (stated > limits.request.picture_form_bytes) throw tooLarge();
    if (!("allowed" in direct) && direct.found.takesDeliveries) {
      return takesKeys ? serveDelivery(context, direct) : notFoundFailure();
    }
    const arriving = await beginFields(request, location);
    const override = overrideIn(arriving.fields, method);
    const match = override === undefined ? direct : endpoints.find(override, path);
    if (match === undefined) return notFoundFailure();
    if ("allowed" in match) return methodNotAllowed(match.allowed);
    return serveArriving(context, match, arriving, by);
  };
}

const mayBeOverridden = ({ allowed }: Extract<Match<Endpoint>, { allowed: unknown }>, method: string): boolean =>
  method === "POST" && allowed.some((one) => OVERRIDES.has(one));

function overrideIn({ text }: Fields, method: string): string | undefined {
  if (method !== "POST") return undefined;
  const named = text.get("method")?.toUpperCase();
  return named !== undefined && OVERRIDES.has(named) ? named : undefined;
}

/** Reads the rest of a long form only after the realm has admitted the caller. */
async function serveArriving(
  context: HttpContext,
  match: FoundEntry<Endpoint>,
  { fields, rest }: Arriving,
  credentials: ReadCredentials,
): Promise<Response> {
  const early = apiRequest(context, match, fields, credentials);
  if (rest === null) return serveEndpoint(early);
  // If the stated length is too large, the request is rejected without calling the realm.
  const most = formLimit(match.found);
  if (Number(context.request.headers.get("content-length") ?? 0) > most) throw tooLarge();
  const admission = await askAdmission(early);
  if (admission instanceof Response) return admission;
  try {
    return await serveEndpoint({
      ...apiRequest(context, match, await rest(most, match.found.params), credentials),
      admission,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return withLimitHeaders(failure(error.toShape()), admission.limit);
  }
}

/** Serves another service's delivery. Its key is in the query, the Authorization header or a form. */
async function serveDelivery(context: HttpContext, match: FoundEntry<Endpoint>): Promise<Response> {
  const { request, location } = context;
  const { key, arriving } = await beginDelivery(request, location);
  const { fields, rest } = arriving;
  const credentials = () => {
    const header = request.headers.get("authorization");
    if (key === undefined && header?.slice(0, 6).toLowerCase() === "basic ") return readKey(header);
    if (key === undefined) throw missingArgument("api_key");
    return readBareKey(key);
  };
  return serveArriving(context, match, { fields, rest }, credentials);
}

function apiRequest(
  context: HttpContext,
  { found: endpoint, variables }: FoundEntry<Endpoint>,
  fields: Fields,
  by: ReadCredentials,
): ApiRequest {
  const { request, subdomain, trail } = context;
  checkMachine(endpoint, context);
  trail.route = endpoint.route;
  if (endpoint.background) trail.background = true;
  if (subdomain === undefined) throw nonexistentSubdomain();
  trail.subdomain = subdomain;
  const text = withVariables(fields.text, variables);
  const client = text.get("client") ?? (by === "session" ? "website" : undefined);
  const facts = factsOf(context, client);
  const credentials = () => {
    if (typeof by === "function") return by();
    if (by === "key") return readKey(request.headers.get("authorization"));
    return readSession(request, facts.origin, text.get("csrfmiddlewaretoken"), context.config);
  };
  return {
    context,
    endpoint,
    fields: { ...fields, text },
    credentials,
    facts,
    subdomain,
    upgrades: isUpgrade(request),
    continent: (request.cf as { continent?: string } | undefined)?.continent,
  };
}

/** Path variables override fields of the same name. */
function withVariables(text: ReadonlyMap<string, string>, variables: FoundEntry<Endpoint>["variables"]) {
  const entries = Object.entries(variables);
  return entries.length === 0 ? text : new Map([...text, ...entries]);
}

/** Requests the caller's admission from the realm, before the rest of a long request is read. */
async function askAdmission({
  context,
  endpoint,
  facts,
  subdomain,
  credentials,
}: ApiRequest): Promise<Admission | Response> {
  const answer = await callRealm(context, true, {
    subdomain,
    route: endpoint.route,
    step: "admit",
    ...nothingSent,
    credentials: credentials(),
    facts,
  });
  context.trail.user = answer.user ?? context.trail.user;
  if (answer.ok) return { limit: answer.limit };
  return withLimitHeaders(failure(answer.error), answer.limit);
}
