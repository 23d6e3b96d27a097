import { type Endpoint, WithHeaders } from "../api/endpoint.ts";
import type { Config } from "../config/config.ts";
import { bulkReader } from "../database/bulk-reader.ts";
import { databaseOf } from "../database/databases.ts";
import { storeFailure } from "../database/store-failure.ts";
import { failure, success, withLimitHeaders } from "../protocol/envelope.ts";
import { ApiError, badRequest, rateLimitHit } from "../protocol/errors.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineClock } from "../util/clock.ts";
import { type LimitState, RateLimiter } from "../util/rate-limiter.ts";
import { inSeconds, MINUTE_MS } from "../util/time.ts";
import type { ApiRequest } from "./api-request.ts";
import { shareOf } from "./caller-address.ts";
import { servePoll } from "./poll.ts";
import { RealmConversation } from "./realm-conversation.ts";
import { ignoredNames, type ReadParameters, readParameters } from "./request-values.ts";
import { serveStream } from "./stream.ts";

/** Maximum requests per caller. A page that shows many users requests a picture of each. */
const LIMITS = { edge: { most: 100, perMs: MINUTE_MS }, page: { most: 1000, perMs: MINUTE_MS } } as const;

/**
 * Requests are counted in the Worker's own memory, because the rate-limited work is cheap and calling an object would
 * cost more. On Cloudflare, there can be several isolates of the Worker, and each counts its own requests.
 */
const limiter = new RateLimiter(machineClock);

/** Counts a request that no organization counts, by the caller's address. Throws if the limit is exceeded. */
export function countAtFront(
  kind: keyof typeof LIMITS,
  { address }: RequestFacts,
  { rateLimits }: Config,
): LimitState | null {
  if (!rateLimits) return null;
  const { most, perMs } = LIMITS[kind];
  const limit = limiter.take(`${kind} from ${address}`, { most: most * shareOf(address), perMs });
  if (limit.retryMs > 0) throw rateLimitHit(inSeconds(limit.retryMs));
  return limit;
}

// Runs a request through the steps of its endpoint. src/api/endpoint.ts defines them and their order.

export async function serveEndpoint(request: ApiRequest): Promise<Response> {
  const { endpoint, fields } = request;
  const read = readParameters(endpoint.params, fields.text);
  const ignored = ignoredNames(endpoint.params, fields);
  if (endpoint.kind === "edge") return serveInWorker(request, read, ignored);
  // Without authentication, an error can be reported immediately.
  if (endpoint.by === "anyone" && read.refused) throw new ApiError(read.refused);
  if (endpoint.kind === "poll") return serveLongPoll(request, read, ignored);
  if (endpoint.kind === "stream") return serveStream(request, listener(request), read);

  const realm = new RealmConversation(request, read);
  try {
    const serve = endpoint.kind === "query" ? serveQuery : serveAction;
    const response = await serve(request, read, ignored, realm);
    return withLimitHeaders(response, realm.limit);
  } catch (error) {
    throw realm.explain(error);
  }
}

interface BulkOf {
  readonly realm: number;
  readonly bookmark?: string | null | undefined;
  readonly database?: string | undefined;
}
/** Used if no organization is involved, or if it hasn't responded yet. */
const NOWHERE: BulkOf = { realm: 0 };

async function serveInWorker(
  request: ApiRequest,
  { params, refused }: ReadParameters,
  ignored: readonly string[],
): Promise<Response> {
  const { endpoint, facts, context } = request;
  const limit = endpoint.limited === false ? null : countAtFront("edge", facts, context.config);
  if (refused) throw new ApiError(refused);
  const response = success(await inWorker(request, params, NOWHERE, endpoint.shape, {}), ignored);
  return withLimitHeaders(response, limit);
}

function serveLongPoll(request: ApiRequest, read: ReadParameters, ignored: readonly string[]): Promise<Response> {
  const { register } = request.endpoint;
  const registered = register && (() => serveEndpoint({ ...request, endpoint: register }));
  return servePoll(request, listener(request), { ...read, ignored }, registered);
}

/**
 * Returns the credentials of a caller that waits for events, which are checked again later. Throws for those of a bot
 * script, which are only valid for calls.
 */
function listener({ credentials }: ApiRequest): Credentials | null {
  const read = credentials();
  if (read?.by === "run") throw badRequest("A program that runs waits for no events.");
  return read;
}

async function serveQuery(
  request: ApiRequest,
  { params }: ReadParameters,
  ignored: readonly string[],
  realm: RealmConversation,
): Promise<Response> {
  const planned = await realm.ask("plan");
  if (!planned.ok) return failure(planned.error);
  if (planned.answered) return answered(planned.value as object, ignored);
  const plan = planned.value;
  try {
    return answered(await inWorker(request, params, planned, request.endpoint.shape, { plan }), ignored);
  } catch (error) {
    // If D1 fails in the middle of a response, its error isn't marked as D1's, so failures of any store count.
    if (request.endpoint.withoutBulk === undefined || storeFailure(error) === undefined) throw error;
    const held = await realm.ask("held");
    if (!held.ok || !held.answered) throw error;
    request.context.log.trouble("answered_without_bulk", error);
    return answered(held.value as object, ignored);
  }
}

async function serveAction(
  request: ApiRequest,
  read: ReadParameters,
  ignored: readonly string[],
  realm: RealmConversation,
): Promise<Response> {
  const { endpoint } = request;
  const planned = endpoint.plan && (await realm.ask("plan"));
  if (planned?.ok === false) return failure(planned.error);
  // If the organization doesn't exist, the value is the final response.
  if (planned?.absent) return answered(planned.value as object, ignored);
  const plan = planned?.value;
  const prepared = await prepare(request, read, planned ?? NOWHERE, { plan, isStranger: realm.isStranger });
  const answer = await realm.ask("run", prepared);
  if (!answer.ok) {
    if (!read.refused) await undo(request, plan);
    return failure(answer.error);
  }
  if (endpoint.shape === undefined || answer.absent) return answered(answer.value as object | undefined, ignored);
  const result = answer.value;
  return answered(await inWorker(request, read.params, answer, endpoint.shape, { result }), ignored);
}

/** Skips preparation if the realm will reject the request: no credentials, or invalid parameters. */
async function prepare(
  request: ApiRequest,
  { params, refused }: ReadParameters,
  realm: BulkOf,
  { plan, isStranger }: { readonly plan: unknown; readonly isStranger: boolean },
): Promise<unknown> {
  const { endpoint } = request;
  if (endpoint.prepare === undefined || refused || isStranger) return undefined;
  try {
    return await inWorker(request, params, realm, endpoint.prepare, { plan });
  } catch (error) {
    await undo(request, plan);
    throw error;
  }
}

/** Undoes the preparation. If this fails, a cleanup job removes the remains later. */
async function undo({ endpoint, context: { env, log } }: ApiRequest, plan: unknown): Promise<void> {
  try {
    await endpoint.undo?.({ plan, env });
  } catch (error) {
    log.trouble("left_over", error);
  }
}

function answered(reply: object | undefined, ignored: readonly string[]): Response {
  if (reply instanceof Response) return reply;
  if (!(reply instanceof WithHeaders)) return success(reply, ignored);
  const response = success(reply.fields, ignored);
  for (const [name, value] of reply.headers) response.headers.append(name, value);
  return response;
}

/** Runs a step in the Worker: `prepare`, `answer` or `shape`. */
async function inWorker(
  { facts, fields: { files, parts, delivery = null }, upgrades, context: { config, env, log } }: ApiRequest,
  params: Record<string, unknown>,
  { realm, bookmark, database }: BulkOf,
  step: Endpoint["shape"],
  more: Record<string, unknown>,
): Promise<object> {
  const bulk = bulkReader(realm, databaseOf(env, database), bookmark);
  return (await step?.({
    params,
    request: facts,
    config,
    env,
    bulk,
    files,
    parts,
    delivery,
    upgrades,
    log,
    ...more,
  })) as object;
}
