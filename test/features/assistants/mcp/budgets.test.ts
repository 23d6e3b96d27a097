import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { helped } from "./helped.ts";

/** About four characters per token. */
const tokens = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)).length / 4;

test("tools/list is stable, and costs a model at most 2,500 tokens", async () => {
  const { assistant } = await helped();
  const lists = await Promise.all([1, 2].map(() => assistant.ask("tools/list")));
  const [first, second] = lists.map(({ tools }) => JSON.stringify(tools));
  expect(first).toBe(second);
  expect(tokens(first ?? "")).toBeLessThanOrEqual(2500);
  for (const { name, description, inputSchema, annotations } of lists[0].tools) {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(description.length).toBeLessThan(250);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(Object.keys(annotations).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
  }
  const { instructions } = await assistant.ask("server/discover");
  expect(instructions.length).toBeLessThanOrEqual(1500);
  expect(instructions.slice(0, 512)).toMatch(/Never send what the person has not asked for\./);
});

test("every tool refuses unknown arguments", async () => {
  const { assistant } = await helped();
  const { tools } = await assistant.ask("tools/list");
  for (const { name, inputSchema } of tools) {
    const needed = Object.fromEntries(
      inputSchema.required.map((each: string) => [each, valueFor(inputSchema.properties[each])]),
    );
    const { isError, content } = await assistant.ask("tools/call", { name, arguments: { ...needed, unknown: 1 } });
    expect([name, isError, content[0].text]).toEqual([name, true, "Unknown argument: unknown."]);
  }
});

const valueFor = (schema: Json): unknown =>
  schema.enum?.[0] ?? { string: "#design > logo", integer: 1, boolean: true, array: [] }[schema.type as string];

test("tool results respect max_tokens in a topic of 1,000 messages and with a message of 10,000 characters", async () => {
  const { assistant, iris, noah } = await helped();
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "design" }));
  const filler = "Lorem ipsum dolor sit amet. ".repeat(6);
  const messages = Array.from({ length: 1000 }, (_, at) => ({
    sender: noah.id,
    to: stream_id,
    topic: "long",
    content: `${at} ${filler}`,
  }));
  await iris.ok(iris.post("/testing/messages", { messages }));
  const { id } = await iris.ok(
    iris.post("/messages", { type: "channel", to: stream_id, topic: "long", content: "x".repeat(10_000) }),
  );
  const conversation = "#design > long";
  for (const max_tokens of [500, 4000, 20_000]) {
    for (const format of ["text", "data"]) {
      for (const range of [{}, { around: id - 500 }, { after: id - 300 }, { around: id, limit: 1 }]) {
        const args = { conversation, limit: 200, max_tokens, format, ...range };
        const result = await assistant.ask("tools/call", { name: "read_conversation", arguments: args });
        const said = result.structuredContent ?? result.content[0].text;
        expect(tokens(said), JSON.stringify(args)).toBeLessThanOrEqual(max_tokens * 1.05);
        expect(JSON.stringify(said)).toMatch(/Lorem|xxx/);
      }
    }
    expect(tokens(await assistant.tool("catch_up", { since: "2020-01-01", max_tokens }))).toBeLessThanOrEqual(
      max_tokens * 1.05,
    );
  }
  expect(await assistant.tool("read_conversation", { conversation, around: id, limit: 1, max_tokens: 4000 })).toContain(
    "x".repeat(9000),
  );
  expect(tokens(await assistant.tool("find_messages", { query: "Lorem", limit: 50 }))).toBeLessThanOrEqual(4200);
});

/** A task as performed with the tools, and with one endpoint per step. */
interface Task {
  readonly name: string;
  readonly tools: readonly (readonly [name: string, args: object])[];
  readonly endpoints: readonly (readonly [route: string, fields: object])[];
}

test("ten tasks cost at most a fifth of the tokens that plain endpoints would cost as tools", async () => {
  const { assistant, helper, iris, noah, say, tell, asked } = await helped();
  for (let at = 0; at < 30; at += 1)
    await say(at % 2 === 0 ? iris : noah, `Point ${at}: we decided on the round logo, since it works on all screens.`);
  await say(noah, "@**Bot 1** when does it ship?");
  await tell(iris, "Please look at the logo.");
  const narrow = [
    { operator: "channel", operand: "design" },
    { operator: "topic", operand: "logo" },
  ];
  const page = ["GET /messages", { narrow, anchor: "newest", num_before: 30, num_after: 0 }] as const;
  const found = [
    "GET /messages",
    { narrow: [...narrow, { operator: "search", operand: "decided" }], anchor: "newest", num_before: 30, num_after: 0 },
  ] as const;
  const of = (...terms: object[]) =>
    ["GET /messages", { narrow: terms, anchor: "newest", num_before: 100, num_after: 0 }] as const;
  const streams = ["GET /streams", {}] as const;
  const users = ["GET /users", {}] as const;
  const is = (operand: string) => ({ operator: "is", operand });
  const conversation = "#design > logo";
  const read = ["read_conversation", { conversation }] as const;
  const send = ["send_message", { conversation, text: "On Monday." }] as const;
  const post = ["POST /messages", { type: "channel", to: "design", topic: "logo", content: "On Monday." }] as const;
  const tasks: readonly Task[] = [
    {
      name: "what is new",
      tools: [["catch_up", {}]],
      endpoints: [
        ["POST /register", {}],
        of(is("unread"), is("mentioned")),
        of(is("unread"), is("dm")),
        of(is("unread")),
      ],
    },
    {
      name: "what was decided about the logo since Monday, with links",
      tools: [["find_messages", { query: "decided", in: conversation, after: "2020-01-01" }]],
      endpoints: [streams, found],
    },
    { name: "answer the open question in this topic", tools: [read, send], endpoints: [streams, page, post] },
    { name: "summarize a topic", tools: [read], endpoints: [streams, page] },
    {
      name: "tell somebody directly",
      tools: [["send_message", { conversation: "dm:noah", text: "Hello" }]],
      endpoints: [users, ["POST /messages", { type: "direct", to: [noah.id], content: "Hello" }]],
    },
    {
      name: "who is Noah, and is he there",
      tools: [["people", { match: "noah" }]],
      endpoints: [users, ["GET /realm/presence", {}]],
    },
    {
      name: "what do people talk about in this channel",
      tools: [
        ["list_conversations", { channel: "design" }],
        ["read_conversation", { conversation: "#design", limit: 20 }],
      ],
      endpoints: [streams, ["GET /users/me/subscriptions", {}], page],
    },
    {
      name: "remind me of this message",
      tools: [
        ["find_messages", { query: "ship", in: conversation }],
        ["schedule", { do: "remind", message: asked, at: "2999-01-01" }],
      ],
      endpoints: [
        streams,
        found,
        ["POST /reminders", { message_id: asked, scheduled_delivery_timestamp: 32_000_000_000 }],
      ],
    },
    {
      name: "who mentioned me",
      tools: [["catch_up", { only: "mentions" }]],
      endpoints: [["POST /register", {}], of(is("mentioned"))],
    },
    {
      name: "mark this topic as read",
      tools: [["mark", { conversation, set: "read" }]],
      endpoints: [
        streams,
        [
          "POST /messages/flags/narrow",
          { anchor: "newest", num_before: 1000, num_after: 0, narrow, op: "add", flag: "read" },
        ],
      ],
    },
  ];
  // Each session gets the definitions once. An MCP server made of the endpoints would send all of theirs.
  const { body: document } = await helper.get("/openapi.json");
  const routes = new Set(tasks.flatMap(({ endpoints }) => endpoints.map(([route]) => route)));
  const definitions = [...routes].map((route) => {
    const [method = "", path = ""] = route.split(" ");
    const { responses: _, ...asked } = document.paths[path][method.toLowerCase()];
    return asked;
  });
  let [byTools, byEndpoints] = [tokens((await assistant.ask("tools/list")).tools), tokens(definitions)];
  for (const { tools, endpoints } of tasks) {
    for (const [name, args] of tools)
      byTools += tokens({ name, args }) + tokens(await assistant.ask("tools/call", { name, arguments: args }));
    for (const [route, fields] of endpoints) {
      const [method = "", path = ""] = route.split(" ");
      byEndpoints += tokens({ route, fields }) + tokens((await helper.send(method, path, fields)).body);
    }
  }
  expect(byTools * 5, `${Math.round(byTools)} against ${Math.round(byEndpoints)}`).toBeLessThanOrEqual(byEndpoints);
});
