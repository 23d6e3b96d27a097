import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestOptions, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../src/cli/os/port.ts";
import { toolCalls } from "../support/tool-calls.ts";
import { allowAssistant } from "./support/allow-assistant.ts";
import { launchOn, makeData, removeData, root, type Server } from "./support/launch.ts";
import { OfficialClient } from "./support/official-client.ts";
import { type Json, ownerOf, PASSWORD, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData } from "./support/server.ts";
import { zulip } from "./support/zulip.ts";

const HOUR_MS = 3_600_000;
const EVERYTHING = ["read", "read:direct", "write", "write:direct", "files"];
const conversation = "#design > logo";

// One server for all tests: each creates its own users.
const data = makeData();
/** Serves the document of a client whose id is its URL. */
const documents = createServer((_, response) => response.setHeader("content-type", "application/json").end(document()));
let server: Server;
let owner: Person;

beforeAll(async () => {
  documents.listen(0, "127.0.0.1");
  await once(documents, "listening");
  const hosts = new URL(clientId()).host;
  const args = ["--rate-limits", "off", "--test-hooks", "--allow-private-hosts", hosts];
  server = await launchOn({ data, args }).running();
  owner = await ownerOf(server);
});
afterAll(async () => {
  documents.closeAllConnections();
  documents.close();
  await removeData(data);
});

const clientId = () => `http://127.0.0.1:${(documents.address() as AddressInfo).port}/assistant.json`;
const document = () =>
  JSON.stringify({
    client_id: clientId(),
    client_name: "Conformance",
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  });

const mcp = () => `${server.url}/mcp`;
const advance = (ms: number) => owner.ok(owner.post("/testing/clock", { advance_ms: ms }));

async function inDesign(member: Pick<Person, "id">): Promise<number> {
  const principals = JSON.stringify([owner.id, member.id]);
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: '[{"name":"design"}]', principals }));
  return say(owner, "Shall we ship the round one?");
}

async function say(person: Person, content: string): Promise<number> {
  return (await person.ok(person.post("/messages", { type: "channel", to: "design", topic: "logo", content }))).id;
}

test("an official client lists and calls every tool with a bot's key", async () => {
  const bot = await owner.ok(owner.post("/bots", { full_name: "Helper", short_name: "helper" }));
  const theirs = await inDesign({ id: bot.user_id });
  const { user } = await owner.ok(owner.get(`/users/${bot.user_id}`));
  const own = await say(owner.withKey(user.email, bot.api_key), "Mine");
  const calls = toolCalls(theirs, own);
  const client = await OfficialClient.connected({ kind: "2", url: mcp(), key: bot.api_key });
  const { tools, resources, prompts, contents } = await client.look();
  expect(tools).toEqual(calls.map(([name]) => name));
  for (const [name, args] of calls) {
    const result = await client.call(name, args);
    expect(result, `${name}: ${result.text}`).toMatchObject({ isError: false });
    if (name === "find_messages") expect(result.text).toContain("Shall we ship the round one?");
    if (name === "send_message") expect(result.structuredContent).toMatchObject({ state: "sent" });
  }
  expect(resources.map(({ uri }: Json) => uri)).toContain("parley://me/unread");
  expect(prompts).toHaveLength(5);
  expect(contents).toHaveLength(1);
});

/** Sends a request, and closes the connection right after it was written. */
async function cutOff(url: string, options: RequestOptions, body: string): Promise<void> {
  const sent = request(url, options).on("error", () => {});
  sent.end(body);
  await once(sent, "finish");
  const closed = new Promise((resolve) => sent.once("close", resolve));
  sent.destroy();
  await closed;
}

test("versions 1 and 2 of the official client get a user's approval, call every tool, and renew their tokens", async () => {
  const noah = await owner.invite("Noah");
  const theirs = await inDesign(noah);
  let token = "";
  for (const kind of ["1", "2-auto"] as const) {
    const own = await say(noah, "Mine");
    const calls = [...toolCalls(theirs, own), ["ask_person", { question: "Which one?" }] as const];
    const allow = (address: string) => allowAssistant(noah, address, { scopes: EVERYTHING });
    const client = await OfficialClient.connected({ kind, url: mcp(), allow });
    expect(client.led[0]?.searchParams.get("resource")).toBe(mcp());
    expect((await client.look()).tools.sort()).toEqual(calls.map(([name]) => name).sort());
    if (kind === "2-auto") expect(client.version).toBe("2026-07-28");
    for (const [name, args] of calls) {
      const result = await client.call(name, args);
      expect(result, `${name}: ${result.text}`).toMatchObject({ isError: false });
    }
    const { access_token: before } = await client.tokens();
    await advance(HOUR_MS + 1000);
    expect((await client.call("catch_up")).isError).toBe(false);
    expect((await client.tokens()).access_token).not.toBe(before);
    expect(client.led).toHaveLength(1);
    token = (await client.tokens()).access_token;
  }
  // The client disconnects before the response, and retries with the same key.
  const params = { name: "send_message", arguments: { conversation, text: "sent once", key: "cut" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (let count = 0; count < 5; count++) await cutOff(mcp(), { method: "POST", headers }, body);
  const again = await fetch(mcp(), { method: "POST", headers, body });
  expect((await again.json()).result.structuredContent).toMatchObject({ state: "sent" });
  const narrow = [{ operator: "sender", operand: noah.id }];
  const sent = await owner.ok(owner.get("/messages", { narrow, anchor: "newest", num_before: 50, num_after: 0 }));
  expect(sent.messages.filter(({ content }: Json) => content === "<p>sent once</p>")).toHaveLength(1);
});

test("a self-registered client can't ask its user for approval, but gets change events", async () => {
  const mia = await owner.invite("Mia");
  await inDesign(mia);
  const allow = (address: string) => allowAssistant(mia, address, { scopes: ["write"], approval: "writes" });
  const client = await OfficialClient.connected({ kind: "2-auto", url: mcp(), allow });
  const sent = await client.call("send_message", { conversation, text: "The round one it is." }, "send");
  expect(sent.structuredContent).toMatchObject({ state: "awaiting_approval" });
  expect([client.asked, await contentsBy(mia)]).toEqual([[], []]);

  const [{ stream_id }] = (await mia.ok(mia.get("/users/me/subscriptions"))).subscriptions.filter(
    ({ name }: Json) => name === "design",
  );
  const uri = `parley://channel/${stream_id}/topic/logo`;
  expect(await client.listen([uri, "parley://channel/99999"])).toEqual({ resourceSubscriptions: [uri] });
  await say(owner, "A new one?");
  await until("it is told", () => client.updated.length > 0);
  expect(client.updated).toEqual([uri]);
  const { refresh_token: token } = await client.tokens();
  await fetch(`${server.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token }) });
  await until("the stream ends", () => client.closed.length > 0);
  expect(client.closed).toEqual(["graceful"]);
});

const contentsBy = async (person: Person): Promise<string[]> => {
  const narrow = [
    { operator: "channel", operand: "design" },
    { operator: "sender", operand: person.id },
  ];
  const fields = { narrow, anchor: "newest", num_before: 10, num_after: 0, apply_markdown: false };
  return (await person.ok(person.get("/messages", fields))).messages.map(({ content }: Json) => content);
};

test("a user can approve with a reaction for a day, but an assistant can't approve for itself", async () => {
  const omar = await owner.invite("Omar");
  await inDesign(omar);
  const allow = (address: string) => allowAssistant(omar, address, { scopes: EVERYTHING, approval: "writes" });
  const client = await OfficialClient.connected({ kind: "1", url: mcp(), allow });
  const own = await zulip({ username: omar.email, password: PASSWORD, realm: server.url });
  const propose = async (text: string) => {
    const { state, handle } = (await client.call("send_message", { conversation, text })).structuredContent;
    expect(state).toBe("awaiting_approval");
    const asked = { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator: "is", operand: "dm" }] };
    const { messages } = await own.messages.retrieve(asked);
    expect(messages[0].content).toContain(text);
    return { handle, notice: messages[0].id };
  };
  const decision = async (handle: string) =>
    (await client.call("await_reply", { handle, seconds: 1 })).structuredContent.state;
  const react = (message_id: number, emoji_name: string) => own.reactions.add({ message_id, emoji_name });

  const approved = await propose("The round one.");
  const byItself = await client.call("mark", { messages: [approved.notice], react: "check" });
  expect(byItself).toMatchObject({ isError: true, text: "Only the person can react to this." });
  expect(await decision(approved.handle)).toBe("timed_out");
  expect(await react(approved.notice, "check")).toMatchObject({ result: "success" });
  expect(await decision(approved.handle)).toBe("approved");

  const declined = await propose("The square one.");
  expect(await react(declined.notice, "cross_mark")).toMatchObject({ result: "success" });
  expect(await decision(declined.handle)).toBe("declined");

  const late = await propose("Both.");
  await advance(24 * HOUR_MS);
  expect(await decision(late.handle)).toBe("expired");
  await react(late.notice, "check");
  expect(await decision(late.handle)).toBe("expired");
  expect(await contentsBy(omar)).toEqual(["The round one."]);
});

test("the authorization server passes the official conformance suite", async () => {
  const tara = await owner.invite("Tara");
  const node = join(root, "node_modules/.bin/node");
  const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const port = await freePort("127.0.0.1", 0);
  const options = ["--client-id", clientId(), "--resource", mcp(), "--port", String(port), "-o", freshData()];
  const child = spawn(node, [suite, "authorization", "--url", server.url, ...options], { cwd: root });
  let said = "";
  let led: Promise<unknown> | undefined;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    const [address] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(said.slice(0, said.lastIndexOf("\n"))) ?? [];
    if (address !== undefined) led ??= allowAssistant(tara, address, { scopes: ["read"] }).then((back) => fetch(back));
  });
  const [status] = await once(child, "close");
  await led;
  expect(status, said).toBe(0);
  expect(said).toMatch(/authorization-server-metadata-endpoint: 2 passed, 0 failed/);
  expect(said).toMatch(/authorization-code-grant: 1 passed, 0 failed/);
});
