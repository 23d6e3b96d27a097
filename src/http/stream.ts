import { realmUnavailable, upgradeRequired } from "../protocol/errors.ts";
import type { Credentials } from "../rpc/credentials.ts";
import { BY_RELAY, STREAM_HEADER, unknownForm } from "../rpc/realm-call.ts";
import type { Directions } from "../rpc/relay-frames.ts";
import { openAtRelay } from "../rpc/relay-port.ts";
import { milliseconds, withTimeout } from "../util/time.ts";
import type { ApiRequest } from "./api-request.ts";
import { askQueue, forClient } from "./ask-queue.ts";
import type { ReadParameters } from "./request-values.ts";

/** Time a relay has to accept a stream. */
const OPENING_MS = milliseconds(10_000);

/**
 * Makes the realm open an event stream, and passes its WebSocket to the client. After that, the Worker is no longer
 * involved.
 */
export async function serveStream(
  request: ApiRequest,
  credentials: Credentials | null,
  { params: { queue_id, last_event_id }, refused }: ReadParameters,
): Promise<Response> {
  const asked = {
    credentials,
    queue_id: String(queue_id),
    last_event_id: Number(last_event_id),
    dont_block: false,
    stream: true,
    continent: request.continent ?? "",
    refused: refused ?? (request.upgrades ? null : upgradeRequired().toShape()),
  };
  const { response: answer, limit } = await askQueue(request, asked, streamOf);
  const { webSocket, headers } = answer;
  if (headers.get(STREAM_HEADER) === BY_RELAY) return forClient(await throughRelay(request, answer), limit);
  const response = webSocket
    ? new Response(null, { status: 101, webSocket })
    : new Response(answer.body, { status: answer.status, headers });
  return forClient(response, limit);
}

/** Throws if the object runs an older version, because its WebSocket waits for a single message and isn't a stream. */
function streamOf(response: Response): { readonly response: Response } {
  if (response.webSocket && !response.headers.has(STREAM_HEADER)) throw unknownForm();
  return { response };
}

/** Makes the relay that the realm has chosen open the stream. */
async function throughRelay({ context: { config, env }, subdomain }: ApiRequest, answer: Response): Promise<Response> {
  const directions = await answer.json<Directions>();
  try {
    const { webSocket } = await withTimeout(OPENING_MS, openAtRelay(env, config, { ...directions, subdomain }), {
      after(ms, act) {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
      late: closeAtOnce,
    });
    if (webSocket) return new Response(null, { status: 101, webSocket });
  } catch (error) {
    throw realmUnavailable("Couldn't open the stream. Try again.", 2, error);
  }
  throw realmUnavailable("Couldn't open the stream. Try again.", 2);
}

/** Closes a stream at the relay because its client has been rejected. */
function closeAtOnce({ webSocket }: Response): void {
  webSocket?.accept();
  webSocket?.close(1000);
}
