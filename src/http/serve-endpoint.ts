import { faultyDatabase } from "../database/faults.ts";
import { type Endpoint, WithHeaders } from "../endpoints/endpoint.ts";
import { addLimitHeaders, failure, success } from "../protocol/envelope.ts";
import { ApiError, type ErrorShape, realmUnavailable } from "../protocol/errors.ts";
import { isUnexpected } from "../rpc/failure-of.ts";
import type { RealmAnswer, RealmCall } from "../rpc/realm-call.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { Admission, ApiRequest } from "./api-request.ts";
import { callRealm, nothingSent } from "./ask-realm.ts";
import { countAtFront } from "./front-limits.ts";
import { servePoll } from "./poll.ts";
import { ignoredNames, readValues } from "./request-values.ts";

/** Asks the realm whether a caller may call at all, so that the rest of a long request is read for nobody else. */
export async function askAdmission(request: ApiRequest): Promise<Admission | Response> {
  const { endpoint, facts, subdomain } = request;
  const answer = await callRealm(request, true, {
    subdomain,
    route: endpoint.route,
    step: "admit",
    ...nothingSent,
    credentials: request.credentials(),
    facts,
  });
  request.trail.user = answer.user ?? request.trail.user;
  if (answer.ok) return { limit: answer.limit };
  const response = failure(answer.error);
  addLimitHeaders(response, answer.limit);
  return response;
}

/** Carries a request through the steps of its endpoint: in the realm, in the Worker, in the realm, in the Worker. */
export async function serveEndpoint(request: ApiRequest): Promise<Response> {
  const { endpoint, fields } = request;
  const read = tryRead(request);
  const ignored = ignoredNames(endpoint.params, fields);
  const atFront =
    endpoint.kind === "edge" && endpoint.limited !== false ? countAtFront("edge", request.facts, request.config) : null;
  // Where there is no caller to be admitted first, what is wrong can be told at once.
  if (endpoint.by === "anyone" && read.refused) throw new ApiError(read.refused);
  if (endpoint.kind === "edge") {
    const response = success(await atEdge(request, read.params, 0, endpoint.shape, {}), ignored);
    addLimitHeaders(response, atFront);
    return response;
  }
  const credentials = request.credentials();
  if (endpoint.kind === "poll") {
    const { register } = endpoint;
    const registered = register && (() => serveEndpoint({ ...request, endpoint: register }));
    return servePoll(request, credentials, { ...read, ignored }, registered);
  }

  const { build } = request.config;
  const seen: { limit: LimitState | null; build: string | undefined } = {
    limit: request.admission?.limit ?? null,
    build,
  };
  const ask = async (step: RealmCall["step"], prepared: unknown): Promise<RealmAnswer> => {
    const { facts } = request;
    const subdomain = read.refused ? request.subdomain : (endpoint.organization?.(read.params) ?? request.subdomain);
    const isRepeatable = step === "plan" || isRepeatableRun(endpoint, read.params);
    const answer = await callRealm(request, isRepeatable, {
      subdomain,
      route: endpoint.route,
      step,
      counted: request.admission !== undefined,
      credentials,
      ...read,
      prepared,
      sendsFile: request.fields.files.length > 0,
      facts,
    });
    seen.limit = answer.limit ?? seen.limit;
    seen.build = answer.build;
    request.trail.user = answer.user ?? request.trail.user;
    if (answer.ok) request.trail.realm = answer.realm;
    return answer;
  };
  const steps = async (): Promise<Response> => {
    let plan: unknown;
    let realm = 0;
    if (endpoint.plan) {
      const answer = await ask("plan", undefined);
      if (!answer.ok) return failure(answer.error);
      if (answer.absent) return success(answer.value as object, ignored);
      ({ value: plan, realm } = answer);
    }
    if (endpoint.kind === "query") {
      return answered(await atEdge(request, read.params, realm, endpoint.shape, { plan }), ignored);
    }
    // Who brings nothing that says who they are, and parameters that cannot be read, are refused in the realm.
    const { prepare } = endpoint;
    const isStranger = credentials === null && endpoint.by !== "anyone" && endpoint.by !== "spectator";
    const prepared =
      prepare && !read.refused && !isStranger
        ? await orUndo(request, plan, () => atEdge(request, read.params, realm, prepare, { plan }))
        : undefined;
    const answer = await ask("run", prepared);
    if (!answer.ok) {
      if (!read.refused) await undo(request, plan);
      return failure(answer.error);
    }
    const { value } = answer;
    const reply =
      endpoint.shape && !answer.absent
        ? await atEdge(request, read.params, answer.realm, endpoint.shape, { result: value })
        : value;
    return answered(reply as object, ignored);
  };
  const response = await steps().catch((error: unknown) => {
    throw seen.build === build ? error : misread(error);
  });
  addLimitHeaders(response, seen.limit);
  return response;
}

const isRepeatableRun = ({ route, repeatable = false }: Endpoint, params: Record<string, unknown>): boolean =>
  route.startsWith("GET ") || (typeof repeatable === "function" ? repeatable(params) : repeatable);

/** What goes wrong with the answer of another program is taken to be that: it passes when the deploy is over. */
const misread = (error: unknown): unknown =>
  isUnexpected(error) ? realmUnavailable("The server is being updated. Please try again.", 2, error) : error;

function answered(reply: object, ignored: readonly string[]): Response {
  if (reply instanceof Response) return reply;
  if (!(reply instanceof WithHeaders)) return success(reply, ignored);
  const response = success(reply.fields, ignored);
  for (const [name, value] of reply.headers) response.headers.append(name, value);
  return response;
}

/** A missing or wrong parameter is told only to a caller who has been admitted: the realm does that. */
function tryRead({ endpoint, fields }: ApiRequest): { params: Record<string, unknown>; refused: ErrorShape | null } {
  try {
    return { params: readValues(endpoint.params, fields.text), refused: null };
  } catch (error) {
    if (error instanceof ApiError) return { params: {}, refused: error.toShape() };
    throw error;
  }
}

async function orUndo<T>(request: ApiRequest, plan: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await undo(request, plan);
    throw error;
  }
}

/** What cannot be taken back now is left to whoever looks for what is left over. */
async function undo({ endpoint, env, log }: ApiRequest, plan: unknown): Promise<void> {
  try {
    await endpoint.undo?.({ plan, env });
  } catch (error) {
    log.trouble("left_over", error);
  }
}

async function atEdge(
  { facts, config, env, fields, log }: ApiRequest,
  params: Record<string, unknown>,
  realm: number,
  step: ((context: Record<string, unknown>) => unknown) | undefined,
  more: Record<string, unknown>,
): Promise<object> {
  const bulk = { realm, database: faultyDatabase(env.DB, config) };
  const { files, parts } = fields;
  return (await step?.({ params, request: facts, config, env, bulk, files, parts, log, ...more })) as object;
}
