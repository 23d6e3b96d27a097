import { addLimitHeaders } from "../protocol/envelope.ts";
import { badRequest, type ErrorShape, missingArgument, notLoggedIn } from "../protocol/errors.ts";
import { jsonResponse } from "../protocol/text-response.ts";
import { HEARTBEAT_ID, heartbeatBody, pollStatus, WAIT_MS } from "../realm/events/long-polls.ts";
import type { Credentials } from "../rpc/credentials.ts";
import {
  LIMIT_HEADER,
  POLL_HEADER,
  type PollCall,
  type PollLimit,
  PROTOCOL,
  STALE,
  STALE_HEADER,
  unknownForm,
  writePoll,
} from "../rpc/realm-call.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";
import type { ApiRequest } from "./api-request.ts";
import { askRealm } from "./ask-realm.ts";

/** The platform takes headers up to some size only. */
const LONGEST_CALL = 12_000;

/** The parameters of a poll; why they could not be read; and the names that mean nothing here. */
interface PollRead {
  readonly params: Record<string, unknown>;
  readonly refused: ErrorShape | null;
  readonly ignored: readonly string[];
}

/** Asks the realm for a queue's events, and waits on the socket that it may answer with (design 5). */
export async function servePoll(
  request: ApiRequest,
  credentials: Credentials | null,
  { params, refused, ignored }: PollRead,
  register: (() => Promise<Response>) | undefined,
): Promise<Response> {
  const { config, trail } = request.context;
  const { queue_id, last_event_id, dont_block } = params;
  if (refused === null && typeof queue_id !== "string") {
    return telling(await registerInstead(credentials, register), ignored);
  }
  const missing = typeof last_event_id === "number" ? null : missingArgument("last_event_id").toShape();
  const call: PollCall = {
    protocol: PROTOCOL,
    build: config.build,
    subdomain: request.subdomain,
    credentials,
    queue_id: String(queue_id),
    last_event_id: Number(last_event_id),
    dont_block: dont_block === true,
    refused: refused ?? missing,
    facts: request.facts,
  };
  const encoded = writePoll(call);
  if (encoded.length > LONGEST_CALL) throw badRequest("The request is too long.");
  const init = { headers: { Upgrade: "websocket", [POLL_HEADER]: encoded } };
  const answer = await askRealm(
    { ...request.context, subdomain: request.subdomain, isRepeatable: true },
    async (realm) => {
      const answer = await realm.fetch("https://realm/poll", init);
      return answer.headers.has(STALE_HEADER) ? STALE : waitingOf(answer);
    },
  );
  const { headers } = answer.response;
  const limit = readLimit(headers.get(LIMIT_HEADER));
  trail.realm = limit?.realm;
  trail.user = limit?.user;
  const response = answer.waiting
    ? await waitOn(answer.waiting, call.queue_id, config.reconnectMs)
    : new Response(answer.response.body, answer.response);
  response.headers.delete(LIMIT_HEADER);
  addLimitHeaders(response, limit);
  return telling(response, ignored);
}

/** Adds the names that the endpoint has not read, in whichever way the events came (seed 1 rule 4). */
async function telling(response: Response, ignored: readonly string[]): Promise<Response> {
  if (ignored.length === 0 || !response.ok) return response;
  const body = await response.text();
  const { status, headers } = response;
  headers.delete("content-length");
  const told = `${body.slice(0, -1)},"ignored_parameters_unsupported":${JSON.stringify(ignored)}}`;
  return new Response(told, { status, headers });
}

interface Waiting {
  readonly socket: WebSocket;
  /** The heartbeat's number, and after how long it is due. */
  readonly heartbeat: number;
  readonly ms: number;
}

function waitingOf(response: Response): { readonly response: Response; readonly waiting: Waiting | null } {
  const { webSocket: socket, headers } = response;
  if (!socket) return { response, waiting: null };
  const heartbeat = Number(headers.get(HEARTBEAT_ID) ?? Number.NaN);
  const ms = Number(headers.get(WAIT_MS));
  if (!Number.isFinite(heartbeat) || !(ms > 0)) throw unknownForm();
  return { response, waiting: { socket, heartbeat, ms } };
}

/** A poll that names no queue makes one, with the parameters of a registration (seed 4.5). */
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
 * The first of: what the realm sends, the end of the wait, the end of the socket. Never another request's promise. A
 * socket that ends without a word was cut off, with all others of its object: they are answered one by one, so that not
 * all of their clients come back to it at once.
 */
export function waitOn(
  { socket, heartbeat, ms }: Waiting,
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

const readLimit = (header: string | null) => (header === null ? null : (JSON.parse(header) as PollLimit));
