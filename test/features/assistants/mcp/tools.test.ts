import { expect, test } from "vitest";
import { sendFiles, textFile } from "../../../support/files.ts";
import { sendDirect } from "../../../support/messages.ts";
import { advanceClock, inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { grantedTo } from "../rules/granted.ts";
import { helped } from "./helped.ts";

const designOf = async (person: Person): Promise<number> =>
  (await person.ok(person.get("/get_stream_id", { stream: "design" }))).stream_id;

const queuesOf = (person: Person): Promise<number> => inRealm(person, ({ queues }) => [...queues.all()].length);

test("catch_up groups mentions, direct messages and followed topics, and counts the rest", async () => {
  const { assistant, helper, iris, noah, say, tell, asked } = await helped();
  const mention = await say(noah, `@**Bot 1** look\nat this`);
  const direct = await tell(iris, "Can you help?");
  const followed = await say(noah, "New colours", "colours");
  await helper.ok(
    helper.post("/user_topics", { stream_id: await designOf(iris), topic: "colours", visibility_policy: 3 }),
  );
  const text = await assistant.tool("catch_up");
  expect(text.match(/^## .*$/gm)).toEqual([
    "## Mentions: 1",
    "## Direct: 1",
    "## Followed topics: 1",
    expect.stringMatching(/^## Other: \d+$/),
  ]);
  expect(text).toContain(`[${mention} Noah Example `);
  expect(text).not.toContain("at this");
  expect(text).toMatch(new RegExp(`dm:${iris.id} \\(Iris Owner\\).*\\n\\[${direct} Iris Owner .*\\] Can you help\\?`));
  expect(text).toContain(`[${followed} Noah Example `);
  expect(text).not.toContain(`[${asked} `);
  expect(await assistant.tool("catch_up", { only: "direct", since: "2020-01-01" })).toContain("Can you help?");
  expect(await assistant.tool("catch_up", { since: "2999-01-01" })).toBe("Nothing is new since then.");
});

test("list_conversations lists channels, topics and direct conversations", async () => {
  const { assistant, iris, say, tell } = await helped();
  await say(iris, "New colours", "colours");
  await tell(iris, "Hello");
  expect(await assistant.tool("list_conversations", { mine: true })).toMatch(
    /^#design {2}id \d+, subscribed, \d+ unread/m,
  );
  const topics = await assistant.tool("list_conversations", { channel: "design" });
  expect(topics.split("\n").map((line) => line.replace(/ {2}.*/, ""))).toEqual([
    "#design > colours",
    "#design > logo",
    "#design > channel events",
  ]);
  const first = await assistant.tool("list_conversations", { channel: "design", limit: 1 });
  expect(first).toContain("— 2 more: cursor=1");
  expect(await assistant.tool("list_conversations", { channel: "design", limit: 1, cursor: "1" })).toContain(
    "#design > logo",
  );
  expect(await assistant.tool("list_conversations", { kind: "direct" })).toMatch(
    new RegExp(`^dm:${iris.id} \\(Iris Owner\\) {2}newest \\d+ of .*, 1 unread$`),
  );
});

test("a channel whose name contains > is found by the name that the tools write for its conversations", async () => {
  const { assistant, iris, helper } = await helped();
  const subscriptions = [{ name: "office > web" }, { name: "design > web" }];
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions, principals: [helper.id] }));
  const send = (conversation: string) => assistant.tool("send_message", { conversation, text: "a" });
  const topicsOf = (channel: string) => assistant.tool("list_conversations", { channel });
  await send("#office > web > logo > new");
  expect(await topicsOf("office > web")).toContain("#office > web > logo > new  ");
  await expect(send("#office > web")).rejects.toThrow("Say the topic too: #office > web > topic.");
  await expect(send("#offices > web")).rejects.toThrow("There is no channel #offices.");
  await send("#design > web");
  expect(await topicsOf("design")).toContain("#design > web  ");
});

test("people finds users by parts of their names", async () => {
  const { assistant, noah } = await helped();
  expect(await assistant.tool("people", { match: "noah" })).toMatch(new RegExp(`^${noah.id} Noah Example {2}member`));
  expect((await assistant.data("people", { ids: [noah.id], format: "data" })).people).toMatchObject([{ id: noah.id }]);
  expect(await assistant.tool("people", { match: "nobody of that name" })).toBe("Nobody found.");
});

test("search_files finds files by name, and resources/read returns them", async () => {
  const { assistant, iris, say } = await helped();
  const url = (await sendFiles(iris, "/user_uploads", [textFile("The plan is simple.", "plan.txt")])).body.url;
  const id = await say(iris, `See [plan.txt](${url})`);
  const found = await assistant.tool("search_files", { query: "plan" });
  const [, uri] = /^plan\.txt {2}(parley:\/\/file\/\S+) /.exec(found) ?? [];
  expect(found).toContain(`[${id} Iris Owner `);
  expect((await assistant.ask("resources/read", { uri })).contents).toEqual([
    { uri, mimeType: "text/plain", text: "The plan is simple." },
  ]);
  expect(await assistant.tool("read_conversation", { conversation: "#design > logo" })).toContain(
    `[file: plan.txt ${uri}]`,
  );
});

test("edit_message changes only the account's own messages, and only if the expected text matches", async () => {
  const { assistant, asked, helper } = await helped();
  const { message_id: message } = await assistant.data("send_message", {
    conversation: "#design > logo",
    text: "I think so",
  });
  await expect(assistant.tool("edit_message", { message: asked, expect: "Shall", text: "No" })).rejects.toThrow(
    "someone else's",
  );
  await expect(assistant.tool("edit_message", { message, expect: "You think", text: "No" })).rejects.toThrow(
    "begins otherwise",
  );
  expect(await assistant.data("edit_message", { message, expect: "I think", text: "I know" })).toEqual({
    message_id: message,
    done: "changed",
  });
  expect((await helper.ok(helper.get(`/messages/${message}`))).raw_content).toBe("I know");
  await assistant.tool("edit_message", { message, expect: "I know", topic: "colours" });
  expect((await helper.ok(helper.get(`/messages/${message}`))).message.subject).toBe("colours");
});

test("mark sets and removes flags and reactions on messages and conversations", async () => {
  const { assistant, asked, answered, helper, tell, iris } = await helped();
  const flags = async (id: number) => (await helper.ok(helper.get(`/messages/${id}`))).message.flags;
  expect(await assistant.data("mark", { messages: [asked, answered], set: "read" })).toEqual({ changed: 2 });
  expect(await flags(asked)).toContain("read");
  await assistant.tool("mark", { messages: [asked], set: "unread" });
  expect(await flags(asked)).not.toContain("read");
  await assistant.tool("mark", { messages: [asked], react: "tada" });
  expect(await assistant.tool("read_conversation", { conversation: "#design > logo" })).toContain(" +1🎉] Shall");
  await assistant.tool("mark", { messages: [asked], react: "tada", undo: true });
  const direct = await tell(iris, "Hello");
  expect(await assistant.data("mark", { conversation: `dm:${iris.id}`, set: "read" })).toEqual({ changed: 1 });
  expect(await flags(direct)).toContain("read");
  await assistant.tool("mark", { conversation: "#design > logo", set: "followed" });
  await expect(assistant.tool("mark", { messages: [asked] })).rejects.toThrow("Say react, or set.");
});

test("mark can be repeated when some of the messages already have the reaction", async () => {
  const { assistant, asked, answered } = await helped();
  const react = (messages: number[], undo = false) => assistant.data("mark", { messages, react: "tada", undo });
  expect(await react([asked])).toEqual({ changed: 1 });
  expect(await react([asked, answered])).toEqual({ changed: 1 });
  expect(await react([answered], true)).toEqual({ changed: 1 });
  expect(await react([answered, asked], true)).toEqual({ changed: 1 });
  await expect(react([asked], true)).resolves.toEqual({ changed: 0 });
});

test("schedule creates, lists and cancels messages and reminders", async () => {
  const { assistant, asked } = await helped();
  const later = { do: "send", at: "2999-01-02T09:00", conversation: "#design > logo", text: "Happy new year" };
  const { id, at } = await assistant.data("schedule", later);
  expect(at).toBe("2999-01-02T09:00");
  await assistant.tool("schedule", { do: "remind", at: "2999-01-03", message: asked });
  expect(await assistant.tool("schedule", { do: "list" })).toMatch(
    /^message-\d+ at 2999-01-02T09:00: Happy new year\nreminder-\d+ at 2999-01-03T00:00: /,
  );
  await assistant.tool("schedule", { do: "cancel", id });
  expect((await assistant.data("schedule", { do: "list" })).items).toHaveLength(1);
  await expect(
    assistant.tool("schedule", { do: "send", at: "soon", conversation: "#design > logo", text: "x" }),
  ).rejects.toThrow("is no time");
});

test("schedule repeats messages and reminders, and returns how many times are left", async () => {
  const { assistant, helper, asked } = await helped();
  // The first of January 2999 is a Tuesday.
  const times = { at: "2999-01-01T09:00", recurrence: "FREQ=WEEKLY;BYDAY=MO;COUNT=3" };
  const sent = { do: "send", ...times, conversation: "#design > logo", text: "Stand-up" };
  const { id, at } = await assistant.data("schedule", sent);
  expect(at).toBe("2999-01-07T09:00");
  const inTokyo = { ...times, time_zone: "Asia/Tokyo" };
  await assistant.tool("schedule", { do: "remind", message: asked, ...inTokyo });
  expect(await assistant.tool("schedule", { do: "list" })).toMatch(
    /^message-\d+ at 2999-01-07T09:00, repeats by FREQ=WEEKLY;BYDAY=MO;COUNT=3 \(UTC\): Stand-up\nreminder-\d+ at 2999-01-07T09:00, repeats by \S+ \(Asia\/Tokyo\): /,
  );
  await helper.ok(helper.post(`/scheduled_messages/${id.replace("message-", "")}/skip`));
  const { items } = await assistant.data("schedule", { do: "list" });
  expect(items[1]).toMatchObject({ id, at: "2999-01-14T09:00", recurrence: "FREQ=WEEKLY;BYDAY=MO;COUNT=2" });
  for (const [wrong, error] of [
    [{ recurrence: "FREQ=HOURLY" }, "recurrence"],
    [{ time_zone: "Mars" }, "time_zone"],
    [{ recurrence: "FREQ=MONTHLY;BYMONTHDAY=30;UNTIL=29990102T000000Z" }, "The recurrence has no time."],
  ] as const)
    await expect(assistant.tool("schedule", { ...sent, ...wrong })).rejects.toThrow(error);
});

test("await_reply returns a new reply, one sent since the cursor, or none after its timeout", async () => {
  const { assistant, noah, iris, say, answered } = await helped();
  const wait = (more: object) =>
    assistant.ask("tools/call", { name: "await_reply", arguments: { conversation: "#design > logo", ...more } });
  const waiting = wait({ from: "noah" });
  await until(async () => expect(await queuesOf(assistant.account)).toBeGreaterThan(0));
  await say(iris, "Somebody else's");
  const said = await say(noah, "Here I am");
  const { content, structuredContent } = await waiting;
  expect(structuredContent).toEqual({ state: "reply", cursor: String(said) });
  expect(content[0].text).toContain(`[${said} Noah Example `);
  expect((await wait({ cursor: String(answered) })).content[0].text).toContain("Somebody else's");
  expect((await wait({ cursor: String(said), seconds: 1 })).structuredContent).toEqual({
    state: "timed_out",
    cursor: String(said),
  });
  expect(await queuesOf(assistant.account)).toBe(0);
});

test("await_reply finds a reply that follows many of the account's own messages", async () => {
  const { assistant, noah, helper, say, tell, answered } = await helped();
  for (let count = 0; count < 31; count += 1) await say(helper, `part ${count}`);
  const said = await say(noah, "And now?");
  const waited = (args: object) => assistant.data("await_reply", { seconds: 1, ...args });
  const from = { conversation: "#design > logo", cursor: String(answered) };
  expect(await waited(from)).toEqual({ state: "reply", cursor: String(said) });
  expect(await waited({ ...from, from: "noah" })).toEqual({ state: "reply", cursor: String(said) });
  const first = await tell(noah, "Hello");
  for (let count = 0; count < 31; count += 1)
    await helper.ok(helper.post("/messages", { type: "direct", to: [noah.id], content: `part ${count}` }));
  const last = await tell(noah, "And here?");
  expect(await waited({ conversation: `dm:${noah.id}`, cursor: String(first) })).toEqual({
    state: "reply",
    cursor: String(last),
  });
});

test("resources/read returns only the URL of a file above 1 MiB, regardless of its type", async () => {
  const { helper, assistant } = await helped();
  const MIB = 1_048_576;
  const read = async (bytes: number, type: string) => {
    const file = new File([new Uint8Array(bytes).fill(120)], "long.bin", { type });
    const { url } = (await sendFiles(helper, "/user_uploads", [file])).body;
    const uri = url.replace("/user_uploads/", "parley://file/");
    return { url, content: (await assistant.ask("resources/read", { uri })).contents[0] };
  };
  for (const type of ["text/plain", "application/octet-stream"]) {
    const { url, content } = await read(MIB + 1, type);
    expect(content.text).toBe(`The file has ${MIB + 1} bytes, too many to read here: http://${helper.host}${url}`);
    expect(content.blob).toBeUndefined();
  }
  expect((await read(MIB, "text/plain")).content.text).toHaveLength(MIB);
  expect((await read(MIB, "application/octet-stream")).content.blob).toHaveLength(Math.ceil(MIB / 3) * 4);
});

test("find_messages without a conversation includes public channels, lists each message once, and names its scope", async () => {
  const { assistant, iris, mia, asked } = await helped();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "bills" }], principals: [mia.id] }));
  const hidden = { subscriptions: [{ name: "vault" }], principals: [iris.id, mia.id], invite_only: true };
  await iris.ok(iris.post("/users/me/subscriptions", hidden));
  const say = async (to: string) =>
    (await iris.ok(iris.post("/messages", { type: "channel", to, topic: "t", content: "the round invoice" }))).id;
  const [open, secret] = [await say("bills"), await say("vault")];
  const found = async (args: object) =>
    (await assistant.data("find_messages", { format: "data", ...args })).messages.map(({ id }: Json) => id);
  expect(await found({ query: "invoice" })).toEqual([open]);
  expect(await found({ query: "round" })).toEqual([open, asked]);
  expect(await found({ query: "round", limit: 1 })).toEqual([open]);
  expect(await found({ query: "round", limit: 1, cursor: String(open) })).toEqual([asked]);
  expect(await found({ query: "invoice channels:public" })).toEqual([open]);
  expect(await found({ query: "round", in: "#design" })).toEqual([asked]);
  expect(secret).toBeGreaterThan(open);
  expect(await assistant.tool("find_messages", { query: "nowhere" })).toBe(
    "No messages found in public channels and what the account has received.",
  );
});

test("find_messages with `before` fills its limit with messages sent before that time", async () => {
  const { assistant, iris, mia, asked, answered } = await helped();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "bills" }], principals: [mia.id] }));
  const { message } = await iris.ok(iris.get(`/messages/${answered}`));
  const before = new Date((message.timestamp + 5) * 1000).toISOString();
  await advanceClock(iris, 10_000);
  await iris.ok(iris.post("/messages", { type: "channel", to: "bills", topic: "t", content: "later" }));
  await iris.ok(iris.post("/messages", { type: "channel", to: "design", topic: "logo", content: "later, too" }));
  const found = async (args: object) => await assistant.data("find_messages", { format: "data", before, ...args });
  expect((await found({ in: "#design > logo", limit: 1 })).messages.map(({ id }: Json) => id)).toEqual([answered]);
  const page = await found({ from: String(iris.id), query: "round", limit: 2 });
  expect(page.messages.map(({ id }: Json) => id)).toEqual([asked]);
  expect(await assistant.tool("find_messages", { in: "#design > logo", before, limit: 1 })).toContain(`[${answered} `);
});

test("tools state that direct messages are not allowed, instead of reporting none", async () => {
  const { iris, noah } = await realm();
  await sendDirect(iris, [noah], "for Noah");
  const [reads, all] = [await grantedTo(noah), await grantedTo(noah, { scopes: ["read", "read:direct"] })];
  const closed = "Direct messages are not open to this assistant: the person has not allowed them.";
  for (const [tool, args] of [
    ["catch_up", { only: "direct" }],
    ["list_conversations", { kind: "direct" }],
    ["read_conversation", { conversation: `dm:${iris.id}` }],
    ["find_messages", { query: "Noah" }],
  ] as const) {
    expect(await reads.tool(tool, args), tool).toContain(closed);
    expect(await all.tool(tool, args), tool).toContain("for Noah".slice(tool === "list_conversations" ? 8 : 0));
    expect(await all.tool(tool, args), tool).not.toContain(closed);
  }
});

test("read_board returns a channel's page and pins, as text or as data", async () => {
  const { assistant, iris, say } = await helped();
  const message = await say(iris, "Shall we ship the round one?");
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "design" }));
  const read = () => assistant.tool("read_board", { channel: "#design" });
  expect(await read()).toBe("Nothing is on this board.");
  await iris.ok(iris.patch(`/streams/${stream_id}/page`, { content: "Read **this** first", base_version: 0 }));
  for (const pinned of [{ topic: "logo" }, { message_id: message }, { url: "https://a.example/", title: "Colors" }]) {
    await iris.ok(iris.post(`/streams/${stream_id}/pins`, pinned));
  }
  expect((await read()).split("\n")).toEqual([
    "Read **this** first",
    "pinned: #design > logo",
    `pinned: message ${message}`,
    "pinned: Colors https://a.example/",
  ]);
  const { page, pins } = await assistant.data("read_board", { channel: "design", format: "data" });
  expect(page).toBe("Read **this** first");
  expect(pins).toEqual([{ topic: "logo" }, { message }, { url: "https://a.example/", title: "Colors" }]);
});
