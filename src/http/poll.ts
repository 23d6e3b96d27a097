import { badRequest, type ErrorShape, missingArgument, notLoggedIn } from "../protocol/errors.ts";
import type { Credentials } from "../realm/feature.ts";
import { HEARTBEAT_ID, heartbeatBody, pollStatus, WAIT_MS } from "../realm/parking.ts";
import type { LimitState } from "../realm/rate-limiter.ts";
import { type ApiRequest, realmStub } from "./api-request.ts";
import { addLimitHeaders } from "./envelope.ts";
import { LIMIT_HEADER, POLL_HEADER, type PollCall } from "./realm-call.ts";

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
  const { queue_id, last_event_id, dont_block } = params;
  if (refused === null && typeof queue_id !== "string") {
    return telling(await registerInstead(credentials, register), ignored);
  }
  const missing = typeof last_event_id === "number" ? null : missingArgument("last_event_id").toShape();
  const call: PollCall = {
    subdomain: request.subdomain,
    credentials,
    queue_id: String(queue_id),
    last_event_id: Number(last_event_id),
    dont_block: dont_block === true,
    refused: refused ?? missing,
    facts: request.facts,
  };
  const answer = await realmStub(request.env, request.subdomain).fetch("https://realm/poll", {
    headers: { Upgrade: "websocket", [POLL_HEADER]: encodeURIComponent(JSON.stringify(call)) },
  });
  const limit = readLimit(answer.headers.get(LIMIT_HEADER));
  const socket = answer.webSocket;
  const response = socket ? await waitOn(socket, answer.headers, call.queue_id) : new Response(answer.body, answer);
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

/** The first of: what the realm sends, the end of the wait, the end of the socket. Never another request's promise. */
function waitOn(socket: WebSocket, headers: Headers, queueId: string): Promise<Response> {
  const heartbeat = Number(headers.get(HEARTBEAT_ID));
  const wait = Number(headers.get(WAIT_MS));
  if (!Number.isFinite(heartbeat) || !(wait > 0)) throw badRequest("The realm did not say how long to wait.");
  socket.accept();
  return new Promise((resolve) => {
    let answered = false;
    const answer = (body: string) => {
      if (answered) return;
      answered = true;
      clearTimeout(timer);
      socket.close(1000);
      resolve(new Response(body, { status: pollStatus(body), headers: { "content-type": "application/json" } }));
    };
    const timer = setTimeout(() => answer(heartbeatBody(queueId, heartbeat)), wait);
    socket.addEventListener("message", ({ data }) => answer(String(data)));
    socket.addEventListener("close", () => answer(heartbeatBody(queueId, heartbeat)));
    socket.addEventListener("error", () => answer(heartbeatBody(queueId, heartbeat)));
  });
}

function readLimit(header: string | null): LimitState | null {
  return header === null ? null : (JSON.parse(header) as LimitState);
}
