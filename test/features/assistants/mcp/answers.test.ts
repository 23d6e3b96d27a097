import * as schemas from "@modelcontextprotocol/core";
import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { toolCalls } from "../../../support/tool-calls.ts";
import { Assistant } from "./assistant.ts";
import { helped } from "./helped.ts";

test("every response matches the schemas of the MCP specification", async () => {
  const { assistant, helper, say, asked, answered } = await helped();
  const checked = async (schema: { parse: (value: unknown) => unknown }, method: string, params: object = {}) => {
    const { body } = await assistant.send(method, params);
    schemas.JSONRPCResultResponseSchema.parse(body);
    schema.parse(body.result);
    expect(body.result.resultType).toBe("complete");
    expect(body.result._meta["io.modelcontextprotocol/serverInfo"].name).toBe("parley");
    return body.result;
  };
  expect((await checked(schemas.DiscoverResultSchema, "server/discover")).ttlMs).toBe(300_000);
  const { tools } = await checked(schemas.ListToolsResultSchema, "tools/list");
  const calls = toolCalls(asked, await say(helper, "Mine"));
  expect(calls.map(([name]) => name)).toEqual(tools.map(({ name }: Json) => name));
  for (const [name, args] of calls) {
    const result = await checked(schemas.CallToolResultSchema, "tools/call", { name, arguments: args });
    const { outputSchema } = tools.find((tool: Json) => tool.name === name);
    expect(result.isError ?? false, name).toBe(false);
    for (const needed of outputSchema?.required ?? []) expect(result.structuredContent).toHaveProperty(needed);
  }
  const refused = { name: "mark", arguments: {} };
  expect((await checked(schemas.CallToolResultSchema, "tools/call", refused)).isError).toBe(true);
  const { resources } = await checked(schemas.ListResourcesResultSchema, "resources/list");
  await checked(schemas.ListResourceTemplatesResultSchema, "resources/templates/list");
  const uris = [`parley://message/${answered}`, `parley://user/${helper.id}`, ...resources.map(({ uri }: Json) => uri)];
  for (const uri of uris) {
    expect((await checked(schemas.ReadResourceResultSchema, "resources/read", { uri })).cacheScope).toBe("private");
  }
  const { prompts } = await checked(schemas.ListPromptsResultSchema, "prompts/list");
  for (const { name } of prompts) {
    const args = { conversation: "#design > logo", intent: "Yes" };
    await checked(schemas.GetPromptResultSchema, "prompts/get", { name, arguments: args });
  }
  const ref = { type: "ref/resource", uri: "parley://channel/{channel_id}/topic/{+topic}" };
  const complete = (name: string, value: string, context = {}) =>
    checked(schemas.CompleteResultSchema, "completion/complete", { ref, argument: { name, value }, context });
  const [channel] = (await complete("channel_id", "des")).completion.values;
  const { completion } = await complete("topic", "lo", { arguments: { channel_id: channel } });
  expect(completion.values).toEqual(["logo"]);
});

test("missing resources return an error rather than an empty result", async () => {
  const { assistant } = await helped();
  const code = async (method: string, params: object) => (await assistant.send(method, params)).body.error.code;
  for (const uri of [
    "parley://message/999999",
    "parley://channel/999",
    "parley://nothing",
    "parley://user/999",
    "parley://file/1/ab/x",
  ]) {
    expect(await code("resources/read", { uri }), uri).toBe(-32602);
  }
  expect(await code("prompts/get", { name: "nothing" })).toBe(-32602);
  expect(await code("prompts/get", { name: "summarize" })).toBe(-32602);
  expect(await code("resources/list", { cursor: "x" })).toBe(-32602);
  expect(await code("tools/list", { cursor: "x" })).toBe(-32602);
  const { status, body } = await assistant.send("ping");
  expect([status, body.error.code]).toEqual([404, -32601]);
  expect((await assistant.post("x".repeat(1_048_577))).status).toBe(413);
  expect((await assistant.post([])).body.error.code).toBe(-32600);
});

test("/mcp/research offers search and fetch in the format of research modes", async () => {
  const { helper, asked } = await helped();
  const research = new Assistant(helper, "/mcp/research");
  expect((await research.ask("tools/list")).tools.map(({ name }: Json) => name)).toEqual(["search", "fetch"]);
  const { results } = JSON.parse(await research.tool("search", { query: "round" }));
  expect(results).toEqual([
    {
      id: String(asked),
      title: "#design > logo, Iris Owner: Shall we ship the round one?",
      url: expect.stringContaining("/near/"),
    },
  ]);
  const fetched = JSON.parse(await research.tool("fetch", { id: String(asked) }));
  expect(Object.keys(fetched)).toEqual(["id", "title", "text", "url", "metadata"]);
  expect(fetched.text).toContain("everything else");
  await expect(research.tool("fetch", { id: "no" })).rejects.toThrow();
});

test("a client with a handshake gets responses of its protocol version", async () => {
  const { assistant } = await helped();
  const post = async (method: string, params: object = {}) =>
    (await assistant.post({ jsonrpc: "2.0", id: 1, method, params }, { "MCP-Protocol-Version": "2025-06-18" })).body;
  const { result } = await post("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  });
  expect(result).toMatchObject({ protocolVersion: "2025-06-18", serverInfo: { name: "parley" } });
  expect((await assistant.post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  expect((await post("ping")).result).toEqual({});
  const list = (await post("tools/list")).result;
  expect(Object.keys(list)).toEqual(["tools"]);
  expect((await post("resources/subscribe")).error.code).toBe(-32601);
});
