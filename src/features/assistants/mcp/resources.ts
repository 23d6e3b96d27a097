import { Buffer } from "node:buffer";
import { INVALID_PARAMS, invalidParams, McpError } from "../../../mcp/errors.ts";
import type { Exchange } from "../../../mcp/exchange.ts";
import type { ResourceContents } from "../../../mcp/server.ts";
import { callTool, checkScope } from "../tools/call-tool.ts";
import { type Caller, callEndpoint, failureOf, type UnguardedCaller } from "../tools/caller.ts";
import { inOneLine } from "../tools/clean.ts";
import { watched } from "../tools/guard.ts";

/** Maximum size of a file sent to a model, in bytes. */
const MAX_BYTES = 1_048_576;
const PAGE = 50;

export const templates = [
  { uriTemplate: "parley://channel/{channel_id}", name: "channel", description: "The newest messages of a channel" },
  {
    uriTemplate: "parley://channel/{channel_id}/topic/{+topic}",
    name: "topic",
    description: "The newest messages of a topic",
  },
  {
    uriTemplate: "parley://dm/{user_ids}",
    name: "direct",
    description: "The newest messages of a direct conversation, by the ids of the others",
  },
  { uriTemplate: "parley://message/{id}", name: "message", description: "A message, with those around it" },
  { uriTemplate: "parley://user/{id}", name: "user", description: "A person or bot" },
  { uriTemplate: "parley://file/{+path}", name: "file", description: "A file of a message" },
];

export type OpenFile = (path: string) => Promise<Response>;

interface Subscription {
  readonly stream_id: number;
  readonly name: string;
  readonly description: string;
  readonly stream_weekly_traffic: number | null;
}

/** Lists the unread messages and the caller's channels, busiest first. */
export async function listResources(caller: Caller, cursor = "0") {
  const from = Number(cursor);
  if (!Number.isSafeInteger(from) || from < 0) throw invalidParams("unknown cursor");
  checkScope("read", caller);
  const { subscriptions } = await callEndpoint<{ subscriptions: Subscription[] }>(
    caller,
    "GET /users/me/subscriptions",
  );
  const traffic = (one: Subscription) => one.stream_weekly_traffic ?? 0;
  const channels = subscriptions.sort((a, b) => traffic(b) - traffic(a) || a.name.localeCompare(b.name));
  const all = [
    { uri: "parley://me/unread", name: "unread", title: "Unread messages", mimeType: "text/plain" },
    ...channels.map(({ stream_id, name }) => ({
      ...{ uri: `parley://channel/${stream_id}`, name: `#${inOneLine(name)}`, mimeType: "text/plain" },
    })),
  ];
  const next = from + PAGE;
  return { resources: all.slice(from, next), ...(next < all.length && { nextCursor: String(next) }) };
}

interface ReadContext {
  readonly exchange: Exchange;
  readonly openFile: OpenFile;
}

export async function readResource(caller: UnguardedCaller, uri: string, { exchange, openFile }: ReadContext) {
  const [, kind, path = ""] = /^parley:\/\/(\w+)\/(.+)$/s.exec(uri) ?? [];
  if (kind === "file")
    return watched(caller, { kind: "read", tool: "resources/read" }, (one, note) =>
      readFile(one, uri, { path, openFile, note }),
    );
  const tool = toolFor(kind, path, uri);
  if (tool === undefined) return undefined;
  const result = await callTool(tool.name, tool.args, caller, exchange);
  if (!("content" in result)) return result;
  const text = result.content[0]?.["text"];
  // The tool's message explains whether the resource doesn't exist or the caller has to wait.
  if (result.isError === true) throw new McpError(INVALID_PARAMS, String(text), 200, { uri });
  if (typeof text !== "string" || text === "Nobody found.") return undefined;
  return [{ uri, mimeType: "text/plain", text }];
}

function toolFor(kind: string | undefined, path: string, uri: string) {
  if (kind === "me" && path === "unread") return { name: "catch_up", args: {} };
  if (kind === "user" && /^\d{1,15}$/.test(path)) return { name: "people", args: { ids: [Number(path)] } };
  if (kind === "message" && !/^\d{1,15}$/.test(path)) return undefined;
  const isConversation = kind === "channel" || kind === "dm" || kind === "message";
  return isConversation ? { name: "read_conversation", args: { conversation: uri } } : undefined;
}

interface Opening {
  readonly path: string;
  readonly openFile: OpenFile;
  /** Records the hosts in a text shown to the assistant. */
  readonly note: (text: string) => void;
}

async function readFile(
  caller: Caller,
  uri: string,
  { path, openFile, note }: Opening,
): Promise<readonly ResourceContents[] | undefined> {
  checkScope("files", caller);
  if (!path.isWellFormed()) return undefined;
  const file = await openFile(path);
  if (file.status === 429 || file.status >= 500) throw await failureOf(caller, "GET /user_uploads", file);
  if (!file.ok) return undefined;
  const [mimeType = "application/octet-stream"] = (file.headers.get("content-type") ?? "").split(";");
  const length = file.headers.get("content-length");
  // A file of unknown length may be too large.
  if (length === null || !(Number(length) <= MAX_BYTES)) {
    await file.body?.cancel();
    const address = `${caller.url}/user_uploads/${path}`;
    const has = length === null ? "many bytes" : `${length} bytes`;
    return [{ uri, mimeType: "text/plain", text: `The file has ${has}, too many to read here: ${address}` }];
  }
  const isText = /^text\/|^application\/(json|xml|javascript|yaml)$/.test(mimeType);
  if (isText) {
    const text = await file.text();
    note(text);
    return [{ uri, mimeType, text }];
  }
  return [{ uri, mimeType, blob: Buffer.from(await file.arrayBuffer()).toString("base64") }];
}
