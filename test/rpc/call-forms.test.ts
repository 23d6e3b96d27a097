import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { hashKey } from "../../src/rpc/credentials.ts";
import { HEARTBEAT_ID, WAIT_MS } from "../../src/rpc/poll-answer.ts";
import { LIMIT_HEADER, POLL_HEADER, PROTOCOL, type RealmCall, STALE, STALE_HEADER } from "../../src/rpc/realm-call.ts";
import { logLines } from "../support/log-lines.ts";
import { realm } from "../support/organization.ts";
import type { Json, Person } from "../support/person.ts";
import { portOf } from "../support/realm-port.ts";

/**
 * Calls recorded from Workers of this PROTOCOL. Never edit them: during a deploy, objects of a later program receive
 * them. If one can no longer be served, raise PROTOCOL and record them again.
 */
const recorded = {
  register: {
    route: "POST /register",
    step: "run",
    params: {
      apply_markdown: false,
      client_gravatar: true,
      include_subscribers: false,
      slim_presence: false,
      presence_history_limit_days: 14,
      all_public_streams: false,
      client_capabilities: [],
      narrow: [],
      event_types: ["message"],
      fetch_event_types: [],
    },
  },
  send: {
    route: "POST /messages",
    step: "run",
    params: { type: "channel", to: "general", content: "Hello **you** :smile:", topic: "t" },
    prepared: {
      content: "Hello **you** :smile:",
      markup: {
        pieces: [
          "<p>",
          { hole: "text", text: "Hello " },
          "<strong>",
          { hole: "text", text: "you" },
          "</strong>",
          { hole: "text", text: " :smile:", glued: true },
          "</p>\n",
        ],
        isMe: false,
        channelWildcard: false,
        topicWildcard: false,
        uploads: [],
      },
    },
  },
  page: {
    route: "GET /messages",
    step: "plan",
    params: {
      narrow: [],
      client_gravatar: true,
      apply_markdown: true,
      allow_empty_topic_name: false,
      anchor: "newest",
      num_before: 1,
      num_after: 0,
    },
  },
} as const;

const SENDER = { protocol: 2, build: "recorded" };
/** How programs of earlier protocols identify themselves: the oldest not at all. */
const EARLIER = { "of the first protocol": { protocol: 1, build: "recorded" }, "from before there was one": {} };

const speakerOf = (person: Person, sender: object) => ({
  ...sender,
  subdomain: person.host.replace(/\.localhost$/, ""),
  credentials: { by: "key", email: person.email, keyHash: hashKey(person.key), wellFormed: true },
  refused: null,
  facts: {
    id: "80151331-0efc-4e45-95be-12fe713d9e9d",
    origin: `http://${person.host}`,
    address: "unknown",
    userAgent: "ParleyTest/1.0",
    client: "ParleyTest",
  },
});

const ask = (person: Person, sender: object, call: object): Promise<Json> =>
  portOf(person).call({ ...speakerOf(person, sender), ...call } as unknown as RealmCall) as Promise<Json>;

const poll = (person: Person, sender: object, call: object): Promise<Response> =>
  portOf(person).fetch("https://realm/poll", {
    headers: {
      Upgrade: "websocket",
      [POLL_HEADER]: encodeURIComponent(JSON.stringify({ ...speakerOf(person, sender), ...call })),
    },
  });

test.each(Object.entries(EARLIER))("calls %s are answered as stale, and have no effect", async (_, sender) => {
  const { noah } = await realm();
  expect(await ask(noah, sender, recorded.send)).toEqual(STALE);
  const polled = await poll(noah, sender, { queue_id: "1", last_event_id: -1, dont_block: true });
  expect([polled.status, polled.headers.get(STALE_HEADER)]).toEqual([503, "1"]);
  const { messages } = await noah.ok(noah.get("/messages", { anchor: "newest", num_before: 10, num_after: 0 }));
  expect(messages.filter(({ subject }: Json) => subject === recorded.send.params.topic)).toEqual([]);
});

test("recorded calls are understood, and answered in the recorded format", async () => {
  const sender = SENDER;
  const { noah } = await realm();
  const answered = { ok: true, realm: expect.any(Number), limit: expect.any(Object), user: noah.id };
  const registered = await ask(noah, sender, recorded.register);
  const queue_id = registered.value.queue.queue_id;
  expect(registered).toMatchObject({ ...answered, value: { queue: { queue_id: expect.any(String) } } });
  const sent = await ask(noah, sender, recorded.send);
  expect(sent).toMatchObject({ ...answered, value: { id: expect.any(Number) } });
  expect(await ask(noah, sender, recorded.page)).toMatchObject({ ...answered, value: expect.any(String) });
  expect(
    await ask(noah, sender, { ...recorded.send, params: { ...recorded.send.params, to: "nowhere" } }),
  ).toMatchObject({
    ok: false,
    error: { code: "STREAM_DOES_NOT_EXIST", msg: expect.any(String), status: 400, extra: {}, headers: {} },
  });

  const first = await poll(noah, sender, { queue_id, last_event_id: -1, dont_block: true });
  const { events } = await first.json<Json>();
  expect([first.status, events[0].message.content]).toEqual([200, recorded.send.params.content]);
  expect(JSON.parse(first.headers.get(LIMIT_HEADER) ?? "")).toMatchObject({ limit: 200 });
});

test("a waiting poll gets a socket, a heartbeat ID and a waiting time", async () => {
  const { noah } = await realm();
  const { value } = await ask(noah, SENDER, recorded.register);
  const call = { queue_id: value.queue.queue_id, last_event_id: -1, dont_block: false };
  const { status, webSocket, headers } = await poll(noah, SENDER, call);
  expect([status, webSocket]).toEqual([101, expect.any(WebSocket)]);
  expect([Number(headers.get(HEARTBEAT_ID)), Number(headers.get(WAIT_MS))]).toEqual([0, expect.any(Number)]);
  webSocket?.accept();
  webSocket?.close();
});

test("every response names its program's protocol and build, and the calling user", async () => {
  const { noah } = await realm();
  const version = { protocol: PROTOCOL, build: (env as unknown as { VERSION: { id: string } }).VERSION.id };
  expect(version.build).not.toBe("");
  expect(await ask(noah, SENDER, recorded.page)).toMatchObject(version);
  const refused = { ...recorded.page, refused: { code: "BAD_REQUEST", msg: "No" } };
  expect(await ask(noah, SENDER, refused)).toMatchObject({ ok: false, ...version });
  const { headers } = await poll(noah, SENDER, { queue_id: "none", last_event_id: -1, dont_block: true });
  expect(JSON.parse(headers.get(LIMIT_HEADER) ?? "")).toMatchObject({ realm: expect.any(Number), user: noah.id });
});

const OTHER = { protocol: PROTOCOL, build: "another" };

test.each([
  ["a route that doesn't exist yet", OTHER, { ...recorded.page, route: "GET /from/tomorrow" }],
  ["a step that doesn't exist yet", OTHER, { ...recorded.page, step: "dream" }],
  ["another protocol", { ...OTHER, protocol: PROTOCOL + 1 }, recorded.page],
  ["no request facts", OTHER, { ...recorded.page, facts: undefined }],
  ["parameters of another form", OTHER, { ...recorded.page, params: null }],
])("a call with %s is answered as stale, not as an error", async (_, sender, call) => {
  const { noah } = await realm();
  expect(await ask(noah, sender, call)).toEqual(STALE);
});

test("a parameter that the sender's program doesn't know is treated as omitted", async () => {
  const { noah } = await realm();
  const channels = (sender: object) => ask(noah, sender, { route: "GET /streams", step: "run", params: {} });
  const { value } = await channels(OTHER);
  expect(JSON.stringify(value)).toContain("general");
});

test("a required parameter unknown to the sender's program makes the call stale", async () => {
  const { noah } = await realm();
  const { content, ...older } = recorded.send.params;
  expect(content).not.toBe("");
  expect(await ask(noah, OTHER, { ...recorded.send, params: older })).toEqual(STALE);
  const admitted = { ...recorded.send, step: "admit", params: {} };
  expect(await ask(noah, OTHER, admitted)).toMatchObject({ ok: true, user: noah.id });
});

test("an unknown route within the same program is an error", async () => {
  const { noah } = await realm();
  const { build } = await ask(noah, SENDER, recorded.page);
  const answer = await ask(noah, { protocol: PROTOCOL, build }, { ...recorded.page, route: "GET /nowhere" });
  expect(answer).toMatchObject({ ok: false, error: { msg: "Not found" } });
});

test("unreadable prepared data from another program makes the call stale, and has no effect", async () => {
  const { noah } = await realm();
  const queue = await noah.queue({ event_types: ["message"] });
  const lines = logLines();
  const call = { ...recorded.send, prepared: { content: "Hello", markup: { trees: [] } } };
  expect(await ask(noah, OTHER, call)).toEqual(STALE);
  expect(lines.of("call_misread")).toEqual([
    expect.objectContaining({ level: "error", build: "another", route: "POST /messages", user: noah.id }),
  ]);
  expect(await queue.events()).toEqual([]);
});

test.each([
  ["of another protocol", (call: object) => encodeURIComponent(JSON.stringify({ ...call, protocol: PROTOCOL + 1 }))],
  ["that isn't JSON", () => "{"],
  ["that isn't encoded correctly", () => "%"],
])("a poll %s is answered as stale", async (_, encode) => {
  const { noah } = await realm();
  const call = { ...speakerOf(noah, OTHER), queue_id: "q", last_event_id: -1, dont_block: true };
  const headers = { Upgrade: "websocket", [POLL_HEADER]: encode(call) };
  const answer = await portOf(noah).fetch("https://realm/poll", { headers });
  expect([answer.status, answer.headers.has(STALE_HEADER)]).toEqual([503, true]);
});
