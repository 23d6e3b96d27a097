import { withLimitHeaders } from "../protocol/envelope.ts";
import { missingArgument, notLoggedIn } from "../protocol/errors.ts";
import { jsonResponse } from "../protocol/text-response.ts";
import type { Credentials } from "../rpc/credentials.ts";
import { HEARTBEAT_ID, heartbeatBody, pollStatus, WAIT_MS } from "../rpc/poll-answer.ts";
import { unknownForm } from "../rpc/realm-call.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";
import type { ApiRequest } from "./api-request.ts";
import { askQueue, callQueue, forClient } from "./ask-queue.ts";
import type { ReadParameters } from "./request-values.ts";

interface ReadPoll extends ReadParameters {
  /** Names of sent parameters that the endpoint doesn't have. */
  readonly ignored: readonly string[];
}

/**
 * Requests a queue's events from the realm. If the realm returns a WebSocket, the response waits for a message on it.
 */
export async function servePoll(
  request: ApiRequest,
  credentials: Credentials | null,
  { params, refused, ignored }: ReadPoll,
  register: (() => Promise<Response>) | undefined,
): Promise<Response> {
  const { queue_id, last_event_id, dont_block } = params;
  if (refused === null && typeof queue_id !== "string") {
    return withIgnored(await registerInstead(credentials, register), ignored);
  }
  const missing = typeof last_event_id === "number" ? null : missingArgument("last_event_id").toShape();
  const asked = {
    credentials,
    queue_id: String(queue_id),
    last_event_id: Number(last_event_id),
    dont_block: dont_block === true,
    refused: refused ?? missing,
  };
  const called = await callQueue(request, asked);
  const counted = called.counted || request.admission !== undefined;
  const response = called.response ?? (await waitAsRequest(request, { ...asked, counted }));
  return withIgnored(withLimitHeaders(response, called.limit), ignored);
}

async function waitAsRequest(request: ApiRequest, asked: Parameters<typeof askQueue>[1]): Promise<Response> {
  const { response: answer, waiting, limit } = await askQueue(request, asked, waitingOf);
  const response = waiting
    ? await waitOn(waiting, asked.queue_id, request.context.config.reconnectMs)
    : new Response(answer.body, answer);
  return forClient(response, limit);
}

/** Adds unknown parameter names to a response that may be serialized already (seed 1, rule 4). */
async function withIgnored(response: Response, ignored: readonly string[]): Promise<Response> {
  if (ignored.length === 0 || !response.ok) return response;
  const body = await response.text();
  const { status, headers } = response;
  headers.delete("content-length");
  const extended = `${body.slice(0, -1)},"ignored_parameters_unsupported":${JSON.stringify(ignored)}}`;
  return new Response(extended, { status, headers });
}

interface PendingPoll {
  readonly socket: WebSocket;
  /** Id of the heartbeat event that ends the wait. */
  readonly heartbeat: number;
  readonly ms: number;
}

function waitingOf(response: Response): { readonly response: Response; readonly waiting: PendingPoll | null } {
  const { webSocket: socket, headers } = response;
  if (!socket) return { response, waiting: null };
  const heartbeat = Number(headers.get(HEARTBEAT_ID) ?? Number.NaN);
  const ms = Number(headers.get(WAIT_MS));
  if (!Number.isFinite(heartbeat) || !(ms > 0)) throw unknownForm();
  return { response, waiting: { socket, heartbeat, ms } };
}

/** Registers a queue for a poll that doesn't specify one, using the poll's registration parameters (seed 4.5). */
async function registerInstead(
  credentials: Credentials | null,
  register: (() => Promise<Response>) | undefined,
): Promise<Response> {
  if (register === undefined) throw missingArgument("queue_id");
  if (credentials === null) throw notLoggedIn();
  const response = await register();
  if (!response.ok) return response;
  const { result, msg, queue_id } = await response.json<Record<string, unknown>>();
  return Response.json({ result, msg, queue_id, events: [] }, { headers: response.headers });
}

/**
 * Responds with the realm's message on the WebSocket, or with a heartbeat when the time is up. If the WebSocket closes
 * without a message, a deploy or restart cut off all waiting polls of its object. The responses are then spread over
 * `reconnectMs`, so that clients don't all return at once.
 */
export function waitOn(
  { socket, heartbeat, ms }: PendingPoll,
  queueId: string,
  reconnectMs: number,
  random: Random = machineRandom,
): Promise<Response> {
  socket.accept();
  return new Promise((resolve) => {
    let answered = false;
    const answer = (body: string) => {
      if (answered) return;
      answered = true;
      clearTimeout(timer);
      socket.close(1000);
      resolve(jsonResponse(body, pollStatus(body)));
    };
    const beat = () => answer(heartbeatBody(queueId, heartbeat));
    const timer = setTimeout(beat, ms);
    const beCut = () => {
      if (!answered) setTimeout(beat, reconnectMs * fractionOf(random));
    };
    socket.addEventListener("message", ({ data }) => answer(String(data)));
    socket.addEventListener("close", beCut);
    socket.addEventListener("error", beCut);
  });
}
