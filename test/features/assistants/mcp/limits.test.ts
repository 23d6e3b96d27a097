import { expect, test } from "vitest";
import { callTool } from "../../../../src/features/assistants/tools/call-tool.ts";
import type { UnguardedCaller } from "../../../../src/features/assistants/tools/caller.ts";
import { letIn } from "../../../support/assistants.ts";
import { sendFiles, textFile } from "../../../support/files.ts";
import type { Json } from "../../../support/json.ts";
import { sendDirect } from "../../../support/messages.ts";
import { tablesOf } from "../../../support/object.ts";
import type { Person } from "../../../support/person.ts";
import { Assistant } from "./assistant.ts";
import { helped } from "./helped.ts";

/** The remaining requests of a user's own client in this minute. */
const leftOf = async (person: Person) => Number((await person.get("/users/me")).headers.get("x-ratelimit-remaining"));

/** An assistant that a user has authorized. It sends requests with its token. */
async function letInFor(person: Person, scopes: readonly string[] = ["read"]) {
  const { access } = await letIn(person.host, person.email, { scopes });
  const assistant = new Assistant({ ...person, key: "" } as Person);
  const headers = { Authorization: `Bearer ${access}` };
  const send = (method: string, params: object = {}) => assistant.send(method, params, headers);
  const tool = (name: string, args: object = {}) => send("tools/call", { name, arguments: args });
  return { send, tool };
}

test("[security 25.7] a tool that writes to a direct conversation returns the missing scope to the client", async () => {
  const { noah, mia } = await helped();
  const { tool } = await letInFor(noah, ["read", "read:direct", "write"]);
  const message = await sendDirect(noah, [mia], "mine");
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const conversation = `dm:${mia.id}`;
  for (const refused of [
    tool("send_message", { conversation, text: "hi" }),
    tool("schedule", { do: "send", conversation, text: "hi", at }),
    tool("edit_message", { message, expect: "mine", text: "other" }),
    tool("edit_message", { message, expect: "mine", delete: true }),
    tool("mark", { messages: [message], react: "tada" }),
  ]) {
    const { status, headers } = await refused;
    const said = headers.get("www-authenticate") ?? "";
    expect([status, said.startsWith('Bearer error="insufficient_scope", ')]).toEqual([403, true]);
    const [, scope = ""] = / scope="([^"]*)"/.exec(said) ?? [];
    expect(scope.split(" ").sort()).toEqual(["read", "read:direct", "write", "write:direct"]);
  }
  const narrow = await letInFor(noah, ["read", "write"]);
  const { status, headers } = await narrow.tool("send_message", { conversation, text: "hi" });
  expect([status, headers.get("www-authenticate")]).toEqual([
    403,
    expect.stringContaining('scope="read write write:direct"'),
  ]);
});

test("a tool call does not count against the user's own rate limit", async () => {
  const { noah } = await helped();
  const { tool } = await letInFor(noah);
  const before = await leftOf(noah);
  expect((await tool("catch_up")).body.result.isError).toBeUndefined();
  const found = await tool("find_messages", { query: "dm:me round", from: "iris", in: "#design" });
  expect(found.body.result.isError).toBeUndefined();
  expect(await leftOf(noah)).toBe(before - 1);
});

test("all assistants of an account share 200 requests a minute, and so do those of a bot", async () => {
  const { noah, assistant, helper } = await helped();
  const [one, other] = [await letInFor(noah), await letInFor(noah)];
  for (let left = 200; left > 0; left -= 20) {
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : other).send("tools/list")));
  }
  const refusal = await other.send("tools/list");
  expect([refusal.status, Number(refusal.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await noah.get("/users/me")).status).toBe(200);
  const before = await leftOf(helper);
  await assistant.tool("catch_up");
  expect(await leftOf(helper)).toBe(before - 1);
});

test("a tool call names at most 20 people, and looks up each of them once", async () => {
  const { assistant, noah, iris } = await helped();
  const names = (count: number) => Array.from({ length: count }, (_, at) => `person ${at}`).join(",");
  await expect(assistant.tool("read_conversation", { conversation: `dm:${names(21)}` })).rejects.toThrow(
    "at most 20 people",
  );
  const query = Array.from({ length: 21 }, (_, at) => `from:p${at}`).join(" ");
  await expect(assistant.tool("find_messages", { query })).rejects.toThrow("at most 20 people");
  await expect(assistant.tool("read_conversation", { conversation: `dm:${names(20)}` })).rejects.toThrow(
    'No one here is named "person 0"',
  );
  const again = Array.from({ length: 100 }, () => "noah").join(",");
  await noah.ok(noah.post("/messages", { type: "direct", to: [assistant.account.id], content: "Here" }));
  expect(await assistant.tool("read_conversation", { conversation: `dm:${again}` })).toContain("Here");
  expect(await assistant.tool("find_messages", { query: "from:noah from:NOAH dm:noah Here" })).toContain("Here");
  expect(await assistant.tool("people", { match: "OWNER" })).toContain(`${iris.id} Iris Owner`);
});

test("people are found regardless of case", async () => {
  const { assistant, noah, iris } = await helped();
  await iris.ok(iris.patch(`/users/${noah.id}`, { full_name: "Émile Øst" }));
  for (const match of ["émile", "ÉMILE", "øst", "émile øst"])
    expect(await assistant.tool("people", { match }), match).toContain("Émile Øst");
});

test("await_reply polls at most once a second, regardless of the number of events", async () => {
  const calls: [route: string, fields: unknown][] = [];
  const answers: Record<string, object> = {
    "POST /register": { queue_id: "q", last_event_id: 0 },
    "GET /events": { events: [{ id: 1, type: "reaction" }] },
    "GET /assistants/requests": { state: "waiting" },
  };
  const caller: UnguardedCaller = {
    ...{ user_id: 1, full_name: "", is_bot: false, timezone: "", organization: "", url: "", scopes: ["read"] },
    async call(route, fields) {
      calls.push([route, fields]);
      return Response.json(answers[route] ?? {});
    },
    refused: (answer) => answer,
  };
  const seconds = 2;
  expect(await callTool("await_reply", { handle: "h", seconds }, caller)).toMatchObject({
    structuredContent: { state: "timed_out" },
  });
  const looks = calls.filter(([route]) => route === "GET /assistants/requests");
  expect(looks.length).toBeGreaterThan(1);
  expect(looks.length).toBeLessThanOrEqual(seconds + 2);
  expect(calls.find(([route]) => route === "POST /register")).toEqual([
    "POST /register",
    expect.objectContaining({ narrow: '[["is","dm"]]' }),
  ]);
});

test("resources and completions count toward the 60 calls a minute, and hosts in files are recorded", async () => {
  const { noah } = await helped();
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("see https://evil.example/?q=1", "links.txt")]))
    .body;
  const { send, tool } = await letInFor(noah, ["read", "files"]);
  const uri = url.replace("/user_uploads/", "parley://file/");
  expect((await send("resources/read", { uri })).body.result.contents[0].text).toContain("evil.example");
  const { assistant_links: links } = await tablesOf(noah);
  expect(links).toMatchObject([{ host: "evil.example", conversation_id: 0 }]);
  const ref = { type: "ref/prompt", name: "summarize" };
  const complete = () => send("completion/complete", { ref, argument: { name: "conversation", value: "des" } });
  for (let left = 58; left > 0; left -= 1) await complete();
  expect((await send("resources/list")).body.result.resources.length).toBeGreaterThan(0);
  const read = (other: string) => send("resources/read", { uri: other });
  const unread = "parley://me/unread";
  for (const refused of [complete(), send("resources/list"), read(uri), read(unread), read("parley://channel/1")]) {
    expect((await refused).body.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/wait \d+ seconds/),
    });
  }
  expect((await tool("catch_up")).body.result.isError).toBe(true);
});

test("calls to writing tools count toward the limit even if they only read, or fail before they write", async () => {
  const { noah, asked, say } = await helped();
  const own = await say(noah, "see https://shown.example/");
  const at = Math.floor(Date.now() / 1000) + 3600;
  const later = { type: "direct", to: [noah.id], content: "https://later.example/", scheduled_delivery_timestamp: at };
  await noah.ok(noah.post("/scheduled_messages", later));
  const { tool } = await letInFor(noah, ["read", "read:direct", "write"]);
  const list = () => tool("schedule", { do: "list" });
  expect((await list()).body.result.content[0].text).toContain("later.example");
  const edit = (message: number) => tool("edit_message", { message, expect: "other", text: "x" });
  expect((await edit(own)).body.result.content[0].text).toContain("shown.example");
  const { assistant_links: links } = await tablesOf(noah);
  expect(new Set((links as Json[]).map(({ host }) => host))).toEqual(new Set(["later.example", "shown.example"]));
  const calls = async () => (await noah.ok(noah.get("/users/me/assistants"))).assistants[0].calls_this_week;
  expect(await calls()).toBe(2);
  const react = (emoji: string) => tool("mark", { messages: [asked], react: emoji });
  for (const call of [react("tada"), tool("send_message", { conversation: "#design > logo", text: "hi" })])
    expect((await call).body.result.isError).toBeUndefined();
  expect(await calls(), "what writes is counted once").toBe(4);
  for (let left = 56; left > 0; left -= 1) await (left % 2 === 0 ? list() : edit(own));
  expect(await calls()).toBe(60);
  for (const call of [list(), edit(own)])
    expect((await call).body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Too many calls: wait \d+ seconds\.$/) }],
    });
});

test("schedule refuses an idempotency key for actions that do not store one", async () => {
  const { noah, asked } = await helped();
  const { tool } = await letInFor(noah, ["read", "read:direct", "write"]);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const call = async (args: object) => (await tool("schedule", { key: "k", ...args })).body.result;
  for (const args of [{ do: "remind", message: asked, at }, { do: "cancel", id: "reminder-1" }, { do: "list" }])
    expect(await call(args), args.do).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("key is for send alone") }],
    });
  expect((await noah.ok(noah.get("/reminders"))).reminders).toEqual([]);
  const send = { do: "send", conversation: "#design > logo", text: "later", at };
  const [first, again] = [await call(send), await call(send)];
  expect(again.structuredContent).toEqual(first.structuredContent);
  expect((await noah.ok(noah.get("/scheduled_messages"))).scheduled_messages).toHaveLength(1);
});
