import { tryForeignJson } from "../util/foreign-json.ts";
import { readAtMost } from "../util/join-bytes.ts";
import { plainText } from "../util/plain-text.ts";
import {
  HttpRefusal,
  headerMismatch,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  McpError,
  PARSE_ERROR,
  UNSUPPORTED_VERSION,
} from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { isObject, type JsonObject } from "./json.ts";
import { type EventStream, eventStream, listen } from "./listen.ts";
import { CAPABILITIES_KEY, type Call, LEGACY_VERSIONS, MODERN_VERSIONS, resultOf, VERSION_KEY } from "./methods.ts";
import { openState } from "./request-state.ts";
import type { McpServer, Platform } from "./server.ts";

const MAX_BYTES = 1_048_576;
/** A slower response is started before its result is ready, so that the connection isn't considered dead. */
const SLOW_MS = 10_000;

/** Handles one HTTP request. `open` authenticates the caller before the body is read, and throws to reject it. */
export async function serveMcp(
  request: Request,
  platform: Platform,
  open: () => Promise<McpServer>,
): Promise<Response> {
  const { headers, method } = request;
  const origin = headers.get("origin");
  if (origin !== null && !platform.allowsOrigin(origin)) return bare(403);
  if (method !== "POST") return bare(405, { allow: "POST" });
  let id: Call["id"] | undefined;
  let call: Call | undefined;
  try {
    const server = await open();
    const text = await bodyOf(request);
    if (text === undefined) return bare(413);
    const message = parseMessage(text);
    id = idOf(message);
    if (typeof message["method"] !== "string" || message["jsonrpc"] !== "2.0") throw invalidRequest();
    // Notifications have no effect, and no responses are expected, because this server sends no requests.
    if (id === undefined) return bare(202);
    call = callOf(headers, { ...message, id, method: message["method"] });
    const asked = { call, server, platform, takesEvents: takesEvents(headers) };
    return await (call.isModern && call.method === "subscriptions/listen" ? listen(asked) : answerRequest(asked));
  } catch (error) {
    if (error instanceof HttpRefusal) return error.response;
    const shown = errorOf(error, platform);
    return Response.json(messageOf(shown, id), { status: call?.isModern === false ? 200 : shown.status });
  }
}

const bare = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
const invalidRequest = () => new McpError(INVALID_REQUEST, "This is no request of JSON-RPC 2.0.", 400);

/** Reads the body. Returns undefined if it is too long. */
async function bodyOf({ headers, body }: Request): Promise<string | undefined> {
  if (Number(headers.get("content-length") ?? 0) > MAX_BYTES) return undefined;
  if (body === null) return "";
  const bytes = await readAtMost(body as unknown as AsyncIterable<Uint8Array>, MAX_BYTES);
  return bytes && new TextDecoder().decode(bytes);
}

function parseMessage(text: string): JsonObject {
  const message = tryForeignJson(text);
  if (message === undefined) throw new McpError(PARSE_ERROR, "The body is not JSON.", 400);
  if (!isObject(message)) throw invalidRequest();
  return message;
}

function idOf({ id }: JsonObject): string | number | undefined {
  if (id === undefined || typeof id === "string" || (typeof id === "number" && Number.isFinite(id))) return id;
  throw invalidRequest();
}

interface Received extends JsonObject {
  readonly id: Call["id"];
  readonly method: string;
}

/** Returns a modern or legacy call. For a modern one, checks what the revision requires of each request. */
function callOf(headers: Headers, { id, method, params: given = {} }: Received): Call {
  if (!isObject(given)) throw new McpError(INVALID_PARAMS, "params is not an object", 400);
  const meta = isObject(given["_meta"]) ? given["_meta"] : {};
  const version = meta[VERSION_KEY];
  const named = headers.get("mcp-protocol-version")?.trim();
  const isModern = version !== undefined || (named !== undefined && !LEGACY_VERSIONS.includes(named));
  if (!isModern) return { id, method, params: given, isModern };
  if (typeof version !== "string") throw new McpError(INVALID_PARAMS, `_meta has no ${VERSION_KEY}`, 400);
  if (!isObject(meta[CAPABILITIES_KEY])) throw new McpError(INVALID_PARAMS, `_meta has no ${CAPABILITIES_KEY}`, 400);
  checkHeaders(headers, method, version, given);
  if (!MODERN_VERSIONS.includes(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version };
    throw new McpError(UNSUPPORTED_VERSION, "This revision is not served.", 400, data);
  }
  return { id, method, params: given, isModern };
}

interface ServeRequest {
  readonly call: Call;
  readonly server: McpServer;
  readonly platform: Platform;
  readonly takesEvents: boolean;
}

function takesEvents(headers: Headers): boolean {
  const accept = headers.get("accept") ?? "*/*";
  return /text\/event-stream|(?:\*|text)\/\*/i.test(accept);
}

/** Responds with JSON, or with events if some come before the result, or if the result is slow. */
async function answerRequest(asked: ServeRequest): Promise<Response> {
  const { call, server, platform } = asked;
  const gone = new AbortController();
  let stream: EventStream | undefined;
  let begin: (began: undefined) => void = () => {};
  const begun = new Promise<undefined>((resolve) => {
    begin = resolve;
  });
  const told: object[] = [];
  const tell = (message: object) => {
    if (!asked.takesEvents) return;
    if (stream === undefined) told.push(message);
    else stream.send(message);
    begin(undefined);
  };
  const slow = asked.takesEvents ? setTimeout(() => begin(undefined), SLOW_MS) : undefined;
  const result = resultOf({ call, server, exchange: exchangeOf(asked, tell, gone.signal) }, platform);
  try {
    const first = await Promise.race([result, begun]);
    if (first !== undefined) return Response.json({ jsonrpc: "2.0", id: call.id, result: first });
  } finally {
    clearTimeout(slow);
  }
  stream = eventStream(() => gone.abort());
  for (const message of told) stream.send(message);
  void endWith(stream, result, call, platform);
  return stream.response;
}

async function endWith(stream: EventStream, result: Promise<JsonObject>, { id }: Call, platform: Platform) {
  try {
    stream.send({ jsonrpc: "2.0", id, result: await result });
  } catch (error) {
    stream.send(messageOf(errorOf(error, platform), id));
  }
  stream.end();
}

function exchangeOf(
  { call, server, platform }: ServeRequest,
  tell: (message: object) => void,
  signal: AbortSignal,
): Exchange {
  const { _meta: given, inputResponses, requestState } = call.params;
  const meta = isObject(given) ? given : {};
  const token = meta["progressToken"];
  const capabilities = call.isModern && isObject(meta[CAPABILITIES_KEY]) ? meta[CAPABILITIES_KEY] : {};
  const now = platform.milliseconds();
  const state =
    call.isModern && requestState !== undefined
      ? openState(server.stateKey, call, plainText(requestState), now)
      : undefined;
  return {
    capabilities,
    inputResponses: call.isModern && isObject(inputResponses) ? inputResponses : undefined,
    state,
    signal,
    progress(progress, message, total) {
      if (typeof token !== "string" && typeof token !== "number") return;
      const params = {
        progressToken: token,
        progress,
        ...(total !== undefined && { total }),
        ...(message && { message }),
      };
      tell({ jsonrpc: "2.0", method: "notifications/progress", params });
    },
  };
}

function errorOf(error: unknown, { fault }: Platform): McpError {
  if (error instanceof McpError) return error;
  // The stream has started, so the HTTP status can no longer be set.
  if (error instanceof HttpRefusal)
    return new McpError(INTERNAL_ERROR, `Refused with status ${error.response.status}.`);
  return new McpError(INTERNAL_ERROR, "Internal error", 200, { request: fault(error) });
}

const messageOf = ({ code, message, data }: McpError, id: Call["id"] | undefined) => ({
  jsonrpc: "2.0",
  ...(id !== undefined && { id }),
  error: { code, message, ...(data !== undefined && { data }) },
});

/** Parameter repeated in `Mcp-Name`, by method. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Throws if a modern request's headers contradict its body, because proxies decide by the headers. */
function checkHeaders(headers: Headers, method: string, version: string, params: JsonObject): void {
  compare(headers, "MCP-Protocol-Version", version);
  compare(headers, "Mcp-Method", method);
  const named = NAMED[method];
  const name = named === undefined ? undefined : params[named];
  // A missing name is reported as invalid parameters.
  if (typeof name === "string") compare(headers, "Mcp-Name", name);
}

function compare(headers: Headers, name: string, expected: string): void {
  const sent = headers.get(name);
  if (sent === null) throw headerMismatch(`The header ${name} is missing.`);
  if (decodeHeader(sent.trim()) !== expected) throw headerMismatch(`The header ${name} differs from the body.`);
}

/** Decodes a header value: anything but plain ASCII is sent in Base64. */
function decodeHeader(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? [];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
