import { INVALID_PARAMS, McpError } from "./errors.ts";
import { isObject } from "./json.ts";
import { type Call, SERVER_INFO_KEY, SUBSCRIPTION_KEY } from "./methods.ts";
import type { Listening, McpServer, Platform } from "./server.ts";

/** Interval between comments. Some proxies close silent connections. */
const COMMENT_MS = 25_000;

export interface EventStream {
  readonly response: Response;
  readonly send: (message: object) => void;
  readonly end: () => void;
}

/** Creates a response that consists of several events: notifications, and finally the result. */
export function eventStream(onCancel: () => void): EventStream {
  const utf8 = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const close = () => {
    clearInterval(comments);
    controller = undefined;
  };
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    cancel() {
      close();
      onCancel();
    },
  });
  const write = (text: string) => controller?.enqueue(utf8.encode(text));
  const comments = setInterval(() => write(":\n\n"), COMMENT_MS);
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
  return {
    response: new Response(body, { headers }),
    send: (message) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    end() {
      const ended = controller;
      close();
      ended?.close();
    },
  };
}

/** A stream ends after this time, and the client opens another; a stream with nothing to watch ends sooner. */
const LISTEN_MS = 300_000;
const IDLE_MS = 60_000;

const NOTHING: Listening = { uris: [], tell: () => new Promise(() => {}), end: () => {} };

interface ListenRequest {
  readonly call: Call;
  readonly server: McpServer;
  readonly platform: Platform;
}

/** Responds with a stream of events: the accepted part of the request, then changes, and at the end the result. */
export async function listen({ call: { id, params }, server, platform }: ListenRequest): Promise<Response> {
  const { notifications } = params;
  if (!isObject(notifications)) throw new McpError(INVALID_PARAMS, "notifications is not an object");
  const { uris, tell, end } = (await server.listen?.(urisOf(notifications["resourceSubscriptions"]))) ?? NOTHING;
  const over = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    over.abort();
    end();
  };
  const stream = eventStream(stop);
  const finish = () => {
    if (over.signal.aborted) return;
    stop();
    const _meta = { [SUBSCRIPTION_KEY]: id, [SERVER_INFO_KEY]: server.info };
    stream.send({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta } });
    stream.end();
  };
  const timer = setTimeout(finish, uris.length === 0 ? IDLE_MS : LISTEN_MS);
  const notify = (method: string, told: object) => {
    if (over.signal.aborted) return;
    stream.send({ jsonrpc: "2.0", method, params: { ...told, _meta: { [SUBSCRIPTION_KEY]: id } } });
  };
  const honoured = uris.length === 0 ? {} : { resourceSubscriptions: uris };
  notify("notifications/subscriptions/acknowledged", { notifications: honoured });
  void tell((uri) => notify("notifications/resources/updated", { uri }), over.signal)
    .catch((error) => void platform.fault(error))
    .then(finish);
  return stream.response;
}

function urisOf(wished: unknown = []): readonly string[] {
  if (Array.isArray(wished) && wished.every((uri) => typeof uri === "string")) return wished;
  throw new McpError(INVALID_PARAMS, "resourceSubscriptions is not a list of addresses");
}
