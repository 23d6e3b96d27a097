import { INVALID_PARAMS, INVALID_REQUEST, invalidParams, McpError, METHOD_NOT_FOUND } from "./errors.ts";
import { checkCapabilities, type Exchange, InputRequired } from "./exchange.ts";
import { isObject, type JsonObject } from "./json.ts";
import { sealState } from "./request-state.ts";
import type { CompletionReference, McpServer, Platform } from "./server.ts";

/** Revisions without a handshake, newest first. */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];
const NEWEST_LEGACY = "2025-11-25";

const KEY = "io.modelcontextprotocol/";
export const VERSION_KEY = `${KEY}protocolVersion`;
export const CAPABILITIES_KEY = `${KEY}clientCapabilities`;
export const SERVER_INFO_KEY = `${KEY}serverInfo`;
export const SUBSCRIPTION_KEY = `${KEY}subscriptionId`;

export interface Call {
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
  readonly isModern: boolean;
}

interface MethodRequest {
  readonly call: Call;
  readonly server: McpServer;
  readonly exchange: Exchange;
}

type Method = (asked: MethodRequest) => Promise<JsonObject | InputRequired>;

/** Maximum number of values returned, because a model wouldn't read more. */
const MAX_COMPLETIONS = 100;

const capabilitiesOf = (server: McpServer, isModern: boolean) => ({
  tools: {},
  ...(server.resources && { resources: isModern && server.listen !== undefined ? { subscribe: true } : {} }),
  ...(server.prompts && { prompts: {} }),
  ...(server.complete && { completions: {} }),
});

const text = (params: JsonObject, name: string): string => {
  const value = params[name];
  if (typeof value !== "string") throw invalidParams(`${name} is not a string`);
  return value;
};

function argumentsOf({ arguments: given = {} }: JsonObject): JsonObject {
  if (!isObject(given)) throw invalidParams("arguments is not an object");
  return given;
}

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) throw invalidParams("arguments is not an object");
  const entries = Object.entries(value);
  if (entries.some(([, each]) => typeof each !== "string"))
    throw invalidParams("arguments has a value that is not a string");
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Throws if a cursor is sent. These lists have only one page, so the cursor can't be from this server. */
function checkOnlyPage({ cursor }: JsonObject): void {
  if (cursor !== undefined) throw invalidParams("unknown cursor");
}

const lists = (server: McpServer, fields: JsonObject) => ({ ...fields, ...server.caching.lists });

const inBoth: Readonly<Record<string, Method>> = {
  async "tools/list"({ call, server }) {
    checkOnlyPage(call.params);
    return lists(server, { tools: server.tools });
  },
  async "tools/call"({ call: { params }, server, exchange }) {
    const name = text(params, "name");
    const result = await server.callTool(name, argumentsOf(params), exchange);
    return result instanceof InputRequired ? result : { ...result };
  },
  async "resources/list"({ call: { params }, server }) {
    const cursor = params["cursor"] === undefined ? undefined : text(params, "cursor");
    const page = await offered(server.resources).list(cursor);
    return { ...page, ...server.caching.resources };
  },
  async "resources/templates/list"({ call, server }) {
    checkOnlyPage(call.params);
    return lists(server, { resourceTemplates: offered(server.resources).templates });
  },
  async "resources/read"({ call: { params }, server, exchange }) {
    const uri = text(params, "uri");
    const read = await offered(server.resources).read(uri, exchange);
    if (read === undefined) throw new McpError(INVALID_PARAMS, "There is no such resource.", 200, { uri });
    return read instanceof InputRequired ? read : { contents: read, ...server.caching.resources };
  },
  async "prompts/list"({ call, server }) {
    checkOnlyPage(call.params);
    return lists(server, { prompts: offered(server.prompts).list });
  },
  async "prompts/get"({ call: { params }, server, exchange }) {
    const { list, get } = offered(server.prompts);
    const name = text(params, "name");
    const args = textsOf(params["arguments"] ?? {});
    const prompt = list.find((one) => one.name === name);
    if (prompt === undefined) throw invalidParams(`There is no prompt ${name}.`);
    const missing = prompt.arguments?.find((one) => one.required === true && args[one.name] === undefined);
    if (missing !== undefined) throw invalidParams(`The argument ${missing.name} is missing.`);
    const result = await get(name, args, exchange);
    return result instanceof InputRequired ? result : { ...result };
  },
  async "completion/complete"({ call: { params }, server }) {
    const complete = offered(server.complete);
    const { argument, context } = params;
    if (!isObject(argument)) throw invalidParams("argument is not an object");
    const asked = { name: text(argument, "name"), value: text(argument, "value") };
    const known = isObject(context) ? textsOf(context["arguments"] ?? {}) : {};
    const values = await complete({ ref: referenceOf(params["ref"]), argument: asked, known });
    const hasMore = values.length > MAX_COMPLETIONS;
    return { completion: { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore } };
  },
};

const modern: Readonly<Record<string, Method>> = {
  ...inBoth,
  async "server/discover"({ server }) {
    return lists(server, {
      supportedVersions: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
      capabilities: capabilitiesOf(server, true),
      instructions: server.instructions,
    });
  },
};

const legacy: Readonly<Record<string, Method>> = {
  ...inBoth,
  async initialize({ call: { params }, server }) {
    const wished = params["protocolVersion"];
    const isKnown = typeof wished === "string" && LEGACY_VERSIONS.includes(wished);
    return {
      protocolVersion: isKnown ? wished : NEWEST_LEGACY,
      capabilities: capabilitiesOf(server, false),
      serverInfo: server.info,
      instructions: server.instructions,
    };
  },
  async ping() {
    return {};
  },
};

function offered<T>(part: T | undefined): T {
  if (part === undefined) throw new McpError(METHOD_NOT_FOUND, "This server does not offer it.", 404);
  return part;
}

function referenceOf(ref: unknown): CompletionReference {
  if (!isObject(ref)) throw invalidParams("ref is not an object");
  if (ref["type"] === "ref/prompt") return { type: "ref/prompt", name: text(ref, "name") };
  if (ref["type"] === "ref/resource") return { type: "ref/resource", uri: text(ref, "uri") };
  throw invalidParams("ref is of an unknown type");
}

/** Methods whose calls can ask the user something. */
const ASKING = new Set(["tools/call", "prompts/get", "resources/read"]);

export async function resultOf(asked: MethodRequest, platform: Platform): Promise<JsonObject> {
  const { call, server } = asked;
  const methods = call.isModern ? modern : legacy;
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
  if (method === undefined) throw new McpError(METHOD_NOT_FOUND, `Unknown method: ${call.method}`, 404);
  const result = await method(asked);
  if (result instanceof InputRequired) return inputRequired(asked, result, platform);
  return call.isModern ? { resultType: "complete", ...withInfo(server, result) } : asLegacy(result);
}

function inputRequired(
  { call, server, exchange }: MethodRequest,
  { requests, state }: InputRequired,
  platform: Platform,
) {
  if (!call.isModern || !ASKING.has(call.method)) {
    throw new McpError(INVALID_REQUEST, "The client cannot be asked within this request.");
  }
  checkCapabilities(exchange.capabilities, requests);
  const hasRequests = Object.keys(requests).length > 0;
  return withInfo(server, {
    resultType: "input_required",
    ...(hasRequests && { inputRequests: requests }),
    ...((state !== undefined || !hasRequests) && {
      requestState: sealState(server.stateKey, call, state ?? null, platform.milliseconds()),
    }),
  });
}

const withInfo = ({ info }: McpServer, result: JsonObject): JsonObject => ({
  ...result,
  _meta: { ...(isObject(result["_meta"]) ? result["_meta"] : {}), [SERVER_INFO_KEY]: info },
});

const asLegacy = ({ ttlMs, cacheScope, ...result }: JsonObject): JsonObject => result;
