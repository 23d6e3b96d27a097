import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { withConfig, withEnv } from "../../../support/object.ts";
import type { Assistant } from "./assistant.ts";
import { helped } from "./helped.ts";

const ODD = [
  ...["", " ", "\0", "%", "%E0", "\ud800", "a\udc00", "0", "-1", "1e999", "9".repeat(38), "NaN", "null", "[]", "{}"],
  ...["dm:", "dm:,", "dm:1,,2", "dm:\ud800", "dm:99999999999999999999", "#", "# > ", "#\ud800 > \ud800", ">", "**"],
  ...["parley://channel/1/topic/%E0", "parley://channel/1/topic/\ud800", "parley://channel/99999999999999999999"],
  ...["parley://dm/", "parley://dm/a,b", "parley://dm/1,", "parley://message/x", "parley://message/1e400"],
  ...["#narrow/dm/", "#narrow/channel/x/topic/.E0", "#narrow/near/1e400", "#narrow/x", "from:", 'from:"', "dm:me,me"],
  ...["0500-01-01", "9999-12-31T23:59:59Z", "0000-01-01", "2026-02-31", "2026-11-23T25:00", "2026-11-23T09:00+99:99"],
  ...["id:x", "channel:\ud800", "in:x", "is:\ud800", "has:", "topic:%", "mentions:\ud800", "with:-1", "message-1e9"],
];
const RESOURCES = [
  ...[
    "parley://file/2/\ud800",
    "parley://file/%",
    "parley://file/..",
    "parley://file//",
    "parley://user/9999999999999999",
  ],
  ...["parley://", "parley://me/x", "\ud800", "", "parley://channel/1/topic/%E0"],
];

/** The values to try for a tool's argument. */
function oddFor({ type, enum: known, items, minimum, maximum }: Json): unknown[] {
  if (known !== undefined) return known;
  if (type === "string") return ODD;
  if (type === "array") return [[], ...oddFor(items).map((one) => [one])];
  if (type === "boolean") return [true];
  return [minimum ?? -1, 0, 1, maximum ?? Number.MAX_SAFE_INTEGER];
}

test("malformed input gets a result or a refusal, and never an internal error", {
  tags: "nightly",
}, async () => {
  const { assistant, iris, asked } = await helped();
  const unlimited = (work: () => Promise<void>) =>
    withEnv({ RATE_LIMITS: "off" }, () => withConfig(iris, { rateLimits: false }, work));
  await unlimited(() => tryAll(assistant, asked));
});

async function tryAll(assistant: Assistant, asked: number): Promise<void> {
  const faults: string[] = [];
  let answers = 0;
  const send = async (method: string, params: object) => {
    // Uses the older revision, which doesn't repeat names in headers: headers can't contain odd characters.
    const { status, body } = await assistant.post({ jsonrpc: "2.0", id: 1, method, params });
    const isAnswered = body?.result !== undefined && body.result !== "error";
    answers += Number(isAnswered);
    if (status !== 200 || !(isAnswered || body?.error?.code === -32602))
      faults.push(JSON.stringify([method, params, body]));
  };
  const { tools } = await assistant.ask("tools/list");
  for (const { name, inputSchema } of tools) {
    const { properties, required } = inputSchema;
    const usual: Json = { conversation: "#design > logo", text: "x", message: asked, do: "send", at: "2999-01-01" };
    const base = Object.fromEntries(required.map((each: string) => [each, usual[each] ?? "x"]));
    for (const [argument, schema] of Object.entries<Json>(properties)) {
      if (argument === "seconds") continue;
      const wait = "seconds" in properties ? { seconds: 1 } : {};
      const values = name === "await_reply" ? oddFor(schema).slice(-8) : oddFor(schema);
      await Promise.all(
        values.map((value) => send("tools/call", { name, arguments: { ...base, ...wait, [argument]: value } })),
      );
    }
  }
  for (const uri of RESOURCES) await send("resources/read", { uri });
  for (const cursor of ODD) await send("resources/list", { cursor });
  for (const value of ODD) {
    await send("prompts/get", { name: "summarize", arguments: { conversation: value } });
    await send("prompts/get", { name: "standup", arguments: { days: value } });
    await send("prompts/get", { name: "catch_me_up", arguments: { since: value } });
    for (const name of ["conversation", "channel_id", "topic", "user_ids"]) {
      const ref = { type: "ref/prompt", name: "summarize" };
      await send("completion/complete", {
        ref,
        argument: { name, value },
        context: { arguments: { channel_id: value } },
      });
    }
  }
  expect(faults).toEqual([]);
  expect(answers).toBeGreaterThan(500);
}

test.each(["Bearer ", "Bearer a b", "Digest x", "Basic", "Basic %"])(
  "the credentials %j get a 401 with the metadata URL",
  async (authorization) => {
    const { assistant } = await helped();
    const { status, headers } = await assistant.send("tools/list", {}, { Authorization: authorization });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer resource_metadata="http/);
  },
);

test("a bot has no tool that asks its user, and cannot use handles or idempotency keys", async () => {
  const { assistant } = await helped();
  const { tools } = await assistant.ask("tools/list");
  expect(tools.map(({ name }: Json) => name)).not.toContain("ask_person");
  expect((await assistant.send("tools/call", { name: "ask_person", arguments: {} })).body.error.code).toBe(-32602);
  await expect(assistant.tool("await_reply", { handle: "h" })).rejects.toThrow("A bot has no handles");
  const message = { conversation: "#design > logo", text: "once", key: "k" };
  await expect(assistant.tool("send_message", message)).rejects.toThrow("remembers no key");
  await expect(assistant.tool("schedule", { ...message, do: "send", at: "2030-01-01" })).rejects.toThrow("no key");
});
