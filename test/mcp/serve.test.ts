import { expect, test } from "vitest";
import { InputRequired } from "../../src/mcp/exchange.ts";
import { serveMcp } from "../../src/mcp/serve.ts";
import type { McpServer } from "../../src/mcp/server.ts";

const server: McpServer = {
  ...{ info: { name: "test", version: "1" }, instructions: "", stateKey: "key" },
  tools: [{ name: "ask", description: "Asks.", inputSchema: { type: "object" } }],
  callTool: async (name, _args, { inputResponses, state, progress }) => {
    if (name === "fail") throw new Error("broken");
    if (name === "slow") {
      progress(1, "half", 2);
      return { content: [{ type: "text", text: "done" }] };
    }
    if (inputResponses !== undefined)
      return { content: [{ type: "text", text: JSON.stringify([inputResponses, state]) }] };
    return new InputRequired({ sure: { method: "elicitation/create", params: { message: "Sure?" } } }, "asked");
  },
  caching: { lists: { ttlMs: 1, cacheScope: "public" }, resources: { ttlMs: 0, cacheScope: "private" } },
};

const platform = { allowsOrigin: () => false, milliseconds: () => 1_800_000_000_000, fault: () => "the log's id" };

const KEY = "io.modelcontextprotocol/";
const meta = (more: object = {}) => ({
  [`${KEY}protocolVersion`]: "2026-07-28",
  [`${KEY}clientCapabilities`]: {},
  ...more,
});

interface Sent {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly cut?: boolean;
}

/** With `cut`, each byte of the body arrives in its own chunk. */
async function send({ method = "tools/call", params = {}, headers = {}, cut = false }: Sent) {
  const name = params["name"];
  const all = {
    ...{ "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method },
    ...(typeof name === "string" && { "Mcp-Name": name }),
    ...headers,
  };
  const sent = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta: meta(), ...params } });
  const bytes = new TextEncoder().encode(sent);
  const body = cut
    ? new ReadableStream<Uint8Array>({
        start(to) {
          for (const byte of bytes) to.enqueue(Uint8Array.of(byte));
          to.close();
        },
      })
    : bytes;
  const response = await serveMcp(
    new Request("http://test/mcp", {
      method: "POST",
      headers: all,
      body,
      ...(cut && { duplex: "half" }),
    } as RequestInit),
    platform,
    async () => server,
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: isJson ? JSON.parse(text) : text,
  };
}

test.each([
  ["a method", { "Mcp-Method": "tools/list" }],
  ["a name", { "Mcp-Name": "other" }],
  ["a revision", { "MCP-Protocol-Version": "2025-11-25" }],
  ["a name in broken Base64", { "Mcp-Name": "=?base64?a?=" }],
])("headers with %s that differs from the body are rejected", async (_, headers) => {
  const { status, body } = await send({ params: { name: "ask" }, headers });
  expect([status, body.error.code]).toEqual([400, -32020]);
});

test("the Mcp-Name header can be encoded in Base64", async () => {
  const { body } = await send({
    params: { name: "ask", inputResponses: {} },
    headers: { "Mcp-Name": "=?base64?YXNr?=" },
  });
  expect(body.result.resultType).toBe("complete");
});

test("a request body is parsed even if a character is split across chunks", async () => {
  const inputResponses = { sure: { action: "🌊" } };
  const { body } = await send({ params: { name: "ask", inputResponses }, cut: true });
  expect(JSON.parse(body.result.content[0].text)[0]).toEqual(inputResponses);
});

test("serveMcp asks the user if the client supports elicitation, and gets the answer back with its state", async () => {
  const params = { name: "ask", _meta: meta({ [`${KEY}clientCapabilities`]: { elicitation: {} } }) };
  const { result } = (await send({ params })).body;
  expect(result).toMatchObject({
    resultType: "input_required",
    inputRequests: { sure: { method: "elicitation/create" } },
  });
  const inputResponses = { sure: { action: "accept" } };
  const answered = await send({ params: { ...params, inputResponses, requestState: result.requestState } });
  expect(answered.body.result.content[0].text).toBe(JSON.stringify([inputResponses, "asked"]));
  const changed = { ...params, arguments: { other: true }, inputResponses, requestState: result.requestState };
  for (const params of [changed, { ...changed, requestState: { toString: null } }])
    expect((await send({ params })).body.error.code).toBe(-32602);
});

test("serveMcp names the missing capability to a client that can't ask the user", async () => {
  const { status, body } = await send({ params: { name: "ask" } });
  expect([status, body.error]).toEqual([
    400,
    { code: -32021, message: expect.any(String), data: { requiredCapabilities: { elicitation: {} } } },
  ]);
});

test("an unknown revision is rejected with the list of supported ones, and so is missing metadata", async () => {
  const _meta = { ...meta(), [`${KEY}protocolVersion`]: "2099-01-01" };
  const { status, body } = await send({
    method: "tools/list",
    params: { _meta },
    headers: { "MCP-Protocol-Version": "2099-01-01" },
  });
  expect([status, body.error.code, body.error.data.requested]).toEqual([400, -32022, "2099-01-01"]);
  // Revisions with a handshake can't be named in a request's metadata.
  expect(body.error.data.supported).toEqual(["2026-07-28"]);
  const bare = await send({ method: "tools/list", params: { _meta: {} } });
  expect([bare.status, bare.body.error.code]).toEqual([400, -32602]);
});

test("progress is sent as events if requested; otherwise the response is JSON", async () => {
  expect((await send({ params: { name: "slow" } })).type).toMatch(/^application\/json/);
  const { type, body } = await send({ params: { name: "slow", _meta: meta({ progressToken: "p" }) } });
  expect(type).toBe("text/event-stream");
  const told = [...body.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json));
  expect(told[0].params).toEqual({ progressToken: "p", progress: 1, total: 2, message: "half" });
  expect(told[1].result.content[0].text).toBe("done");
});

test("the response to an unexpected error reveals nothing but its request id", async () => {
  const { status, body } = await send({ params: { name: "fail" } });
  expect([status, body.error]).toEqual([
    200,
    { code: -32603, message: "Internal error", data: { request: "the log's id" } },
  ]);
});

test("serveMcp accepts only POST, and rejects requests from other sites' pages", async () => {
  const ask = (init: RequestInit) => serveMcp(new Request("http://test/mcp", init), platform, async () => server);
  expect((await ask({ method: "GET" })).status).toBe(405);
  expect((await ask({ method: "DELETE" })).headers.get("allow")).toBe("POST");
  expect((await ask({ method: "POST", body: "{}", headers: { Origin: "https://evil.example" } })).status).toBe(403);
});
