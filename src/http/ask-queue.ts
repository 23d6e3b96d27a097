import { failure, withLimitHeaders } from "../protocol/envelope.ts";
import { ApiError, badRequest } from "../protocol/errors.ts";
import { jsonResponse } from "../protocol/text-response.ts";
import { pollStatus } from "../rpc/poll-answer.ts";
import {
  HELD_HEADER,
  LIMIT_HEADER,
  POLL_HEADER,
  type PollCall,
  type PollLimit,
  PROTOCOL,
  readPollAnswer,
  STALE,
  STALE_HEADER,
  type Version,
  writePoll,
} from "../rpc/realm-call.ts";
import { machineClock } from "../util/clock.ts";
import type { ApiRequest } from "./api-request.ts";
import { askRealm } from "./ask-realm.ts";

/** When each organization's object stops holding polls in memory, according to its last response. */
const heldUntil = new Map<string, number>();
const MAX_REMEMBERED_POLLS = 1000;

/**
 * Whether an organization's object seems to hold polls in memory. If that turns out to be wrong, the poll is sent
 * twice.
 */
const seemsToHold = (subdomain: string): boolean => machineClock.milliseconds() < (heldUntil.get(subdomain) ?? 0);

function noteHeld(subdomain: string, ms: number): void {
  heldUntil.delete(subdomain);
  if (heldUntil.size === MAX_REMEMBERED_POLLS) heldUntil.clear();
  if (ms > 0) heldUntil.set(subdomain, machineClock.milliseconds() + ms);
}

/** Maximum length of an encoded poll, in characters, because the platform limits the size of a request's headers. */
const MAX_POLL_LENGTH = 12_000;

type PollRequest = Omit<PollCall, keyof Version | "subdomain" | "facts" | "counted">;

const callOf = ({ context, subdomain, facts, admission }: ApiRequest, asked: PollRequest): PollCall => ({
  protocol: PROTOCOL,
  build: context.config.build,
  subdomain,
  facts,
  counted: admission !== undefined,
  ...asked,
});

const questionOf = ({ context, subdomain }: ApiRequest, { dont_block, stream }: PollRequest) => ({
  ...context,
  subdomain,
  isRepeatable: true,
  ...(dont_block || stream === true ? {} : { spreadMs: context.config.reconnectMs }),
});

/**
 * Requests a queue's events from the realm with a `fetch`, the only call that can return a WebSocket. `read` parses the
 * realm's response and throws if it has another form.
 */
export async function askQueue<T extends { readonly response: Response }>(
  request: ApiRequest,
  asked: PollRequest & Pick<PollCall, "counted">,
  read: (response: Response) => T,
): Promise<T & { readonly limit: PollLimit | null }> {
  const encoded = writePoll(callOf(request, asked));
  if (encoded.length > MAX_POLL_LENGTH) throw badRequest("The request is too long.");
  const init = { headers: { Upgrade: "websocket", [POLL_HEADER]: encoded } };
  const answer = await askRealm(questionOf(request, asked), async (realm) => {
    const answer = await realm.fetch("https://realm/poll", init);
    return answer.headers.has(STALE_HEADER) ? STALE : read(answer);
  });
  const { headers } = answer.response;
  const header = headers.get(LIMIT_HEADER);
  const limit = header === null ? null : (JSON.parse(header) as PollLimit);
  noteHeld(request.subdomain, Number(headers.get(HELD_HEADER) ?? 0));
  trace(request, limit);
  return { ...answer, limit };
}

/** Result of a poll sent as an RPC call: a response, or none if the poll must be sent as a request. */
interface Called {
  readonly response: Response | null;
  readonly limit: PollLimit | null;
  readonly counted: boolean;
}

/**
 * Requests a queue's events from the realm with an RPC call, if its object seems to hold polls in memory. A thousand
 * such calls take half as long as a thousand calls of `fetch`.
 */
export async function callQueue(request: ApiRequest, asked: PollRequest): Promise<Called> {
  const { subdomain } = request;
  const nothing = { response: null, limit: null, counted: false };
  if (!seemsToHold(subdomain)) return nothing;
  const call = callOf(request, asked);
  const answer = await askRealm(questionOf(request, asked), async (realm) => {
    const answer = await realm.hold(call);
    return typeof answer === "string" ? readPollAnswer(answer) : answer;
  }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    // An object running an older version lacks this method.
    return undefined;
  });
  if (answer === undefined) return nothing;
  const { body, error, limit, heldMs } = answer;
  noteHeld(subdomain, heldMs);
  trace(request, limit);
  const response = error ? failure(error) : body === null ? null : jsonResponse(body, pollStatus(body));
  return { response, limit, counted: true };
}

/** Removes the headers that are only for the Worker, and adds the number of calls the client has left. */
export function forClient(response: Response, limit: PollLimit | null): Response {
  for (const header of [LIMIT_HEADER, HELD_HEADER]) response.headers.delete(header);
  return withLimitHeaders(response, limit);
}

function trace({ context: { trail } }: ApiRequest, limit: PollLimit | null): void {
  trail.realm = limit?.realm ?? trail.realm;
  trail.user = limit?.user ?? trail.user;
}
