import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Json, PASSWORD } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { pollsByStream } from "./support/script-client.ts";
import { root, type Server, start } from "./support/server.ts";
import { zulip } from "./support/zulip.ts";

// The library as its users run it. It sends every POST as multipart/form-data, and PATCH and DELETE parameters in the
// query string.

/** Asserts that a call succeeded. */
async function ok(call: Promise<Json>): Promise<Json> {
  const reply = await call;
  expect(reply).toMatchObject({ result: "success", msg: "" });
  return reply;
}

/** The owner, from the zuliprc, and two members the owner created, who log in with passwords. */
async function people(server: Server) {
  const owner = await zulip({ zuliprc: join(server.data, "zuliprc") });
  const join_ = async (name: string) => {
    const username = `${name.toLowerCase()}@example.com`;
    await ok(owner.users.create({ email: username, password: PASSWORD, full_name: `${name} Example` }));
    return zulip({ username, password: PASSWORD, realm: server.url });
  };
  return { owner, ada: await join_("Ada"), ben: await join_("Ben") };
}

const idOf = async (client: Json): Promise<number> => (await ok(client.users.me.getProfile())).user_id;

test("zulip-js manages accounts, channels and subscriptions", async () => {
  const server = await start();
  const { owner, ada, ben } = await people(server);

  const settings = await ok(ada.server.settings());
  expect(settings).toMatchObject({ zulip_version: "12.2", realm_uri: server.url });
  expect(settings.zulip_feature_level).toBeGreaterThan(277);

  expect((await ok(ada.accounts.retrieve())).api_key).toMatch(/^\w{32}$/);
  const wrong = await zulip({ username: "ada@example.com", password: "wrong", realm: server.url });
  expect(await wrong.users.me.getProfile()).toMatchObject({ result: "error", code: "INVALID_API_KEY" });

  expect(await ok(ada.users.me.getProfile())).toMatchObject({ full_name: "Ada Example", is_admin: false });
  const { members } = await ok(ada.users.retrieve());
  expect(members.map((member: Json) => member.full_name)).toEqual(
    expect.arrayContaining(["Owner", "Ada Example", "Ben Example"]),
  );
  expect(await ada.users.create({ email: "eve@example.com", password: PASSWORD, full_name: "Eve" })).toMatchObject({
    result: "error",
    code: "UNAUTHORIZED_PRINCIPAL",
  });

  const harbour = [{ name: "harbour", description: "Ships and tides" }];
  expect(await ok(ada.users.me.subscriptions.add({ subscriptions: JSON.stringify(harbour) }))).toMatchObject({
    subscribed: { [await idOf(ada)]: ["harbour"] },
    already_subscribed: {},
  });
  const cellar = {
    subscriptions: JSON.stringify([{ name: "cellar" }]),
    principals: JSON.stringify([await idOf(owner), await idOf(ada)]),
    invite_only: "true",
  };
  await ok(owner.users.me.subscriptions.add(cellar));

  const names = async (call: Promise<Json>, list: string) =>
    (await ok(call))[list].map((channel: Json) => channel.name).sort();
  expect(await names(ada.streams.retrieve(), "streams")).toEqual(["cellar", "general", "harbour"]);
  expect(await names(ben.streams.retrieve(), "streams")).toEqual(["general", "harbour"]);
  expect(await names(ben.streams.retrieve({ include_public: false }), "streams")).toEqual(["general"]);
  expect(await names(ada.streams.subscriptions.retrieve(), "subscriptions")).toEqual(["cellar", "general", "harbour"]);

  const { stream_id } = await ok(ben.streams.getStreamId("harbour"));
  expect(await ben.streams.getStreamId({ stream: "cellar" })).toMatchObject({
    result: "error",
    msg: "Invalid channel name 'cellar'",
  });
  await ok(ben.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: "harbour" }]) }));
  expect(
    await ok(ben.users.me.subscriptions.remove({ subscriptions: JSON.stringify(["harbour", "general"]) })),
  ).toMatchObject({ removed: ["harbour", "general"], not_removed: [] });
  expect(await names(ben.streams.subscriptions.retrieve(), "subscriptions")).toEqual([]);

  expect(await ben.streams.deleteById({ stream_id })).toMatchObject({ result: "error" });
  await ok(owner.streams.deleteById({ stream_id }));
  expect(await names(owner.streams.retrieve(), "streams")).not.toContain("harbour");

  expect((await ok(ada.emojis.retrieve())).emoji).toEqual({});
  expect((await ok(ada.filters.retrieve())).filters).toEqual([]);
  expect((await ok(ada.users.me.alertWords.retrieve())).alert_words).toEqual([]);
});

test("zulip-js sees a channel's board as a message, and an outsider as a guest", async () => {
  const server = await start();
  const { owner, ada } = await people(server);
  const subscriptions = JSON.stringify([{ name: "suppliers" }]);
  await ok(
    owner.users.me.subscriptions.add({
      subscriptions,
      principals: JSON.stringify([await idOf(owner), await idOf(ada)]),
    }),
  );
  const { stream_id } = await ok(owner.streams.getStreamId("suppliers"));
  const { queue_id, last_event_id } = await ok(ada.queues.register());
  const { url } = await ok(owner.callEndpoint("/outside_links", "POST", { channel_id: stream_id }));
  const entered = await fetch(url, {
    ...{ method: "POST", redirect: "manual" },
    body: new URLSearchParams({ full_name: "Ana" }),
  });
  const cookies = entered.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const said = await fetch(`${server.url}/json/messages`, {
    method: "POST",
    headers: {
      Cookie: cookies.join("; "),
      "X-CSRFToken": cookies.find((cookie) => cookie.startsWith("csrftoken="))?.slice("csrftoken=".length) ?? "",
    },
    body: new URLSearchParams({ type: "channel", to: String(stream_id), topic: "delivery", content: "On its way" }),
  });
  const { id } = await ok(said.json());
  await ok(owner.callEndpoint(`/streams/${stream_id}/pins`, "POST", { message_id: id }));

  const range = { anchor: "newest", num_before: 10, num_after: 0 };
  const narrow = [["channel", stream_id]];
  const board = await until("the board has a message", async () => {
    const { messages } = await ok(ada.messages.retrieve({ ...range, narrow }));
    expect(messages).toContainEqual(expect.objectContaining({ id, sender_full_name: "Ana (outside)" }));
    return messages.find(({ subject }: Json) => subject === "board");
  });
  expect(board).toMatchObject({ sender_full_name: "Notification Bot" });
  expect(board.content).toContain("Ana (outside)");
  const { members } = await ok(ada.users.retrieve());
  expect(members.find((one: Json) => one.full_name === "Ana (outside)")).toMatchObject({ is_guest: true });
  const { events } = await ok(ada.events.retrieve({ queue_id, last_event_id }));
  expect(events.map(({ type }: Json) => type)).toEqual(expect.arrayContaining(["realm_user", "message"]));
  const again = await ok(ada.queues.register());
  expect(again.realm_users.find((one: Json) => one.full_name === "Ana (outside)")).toMatchObject({ is_guest: true });
  const { messages } = await ok(ada.messages.retrieve({ ...range, narrow }));
  expect(JSON.stringify([events, again, members, messages])).not.toMatch(
    /channel_board|"outside_links"|outside_access|voice_room/,
  );
});

test("zulip-js sends, finds, edits and reads messages", async () => {
  const server = await start();
  const { owner, ada, ben } = await people(server);
  const [adaId, benId] = [await idOf(ada), await idOf(ben)];
  await ok(
    owner.users.me.subscriptions.add({
      subscriptions: JSON.stringify([{ name: "harbour" }]),
      principals: JSON.stringify([adaId, benId]),
    }),
  );
  const { stream_id } = await ok(ada.streams.getStreamId("harbour"));
  const say = async (client: Json, topic: string, content: string): Promise<number> =>
    (await ok(client.messages.send({ to: "harbour", type: "stream", topic, content }))).id;

  const tides = await say(ada, "tides", "High water at **nine**");
  const ships = await say(ben, "ships", "Two ketches and a lighter");
  const later = await say(ada, "tides", "Low water at four");
  const { id: direct } = await ok(ada.messages.send({ to: [benId], type: "private", content: "A word, Ben?" }));
  const { id: byEmail } = await ok(ben.messages.send({ to: "ada@example.com", type: "private", content: "Two words" }));

  const found = async (client: Json, narrow: Json[], fields = {}) => {
    const range = { anchor: "newest", num_before: 100, num_after: 0, narrow, ...fields };
    return (await ok(client.messages.retrieve(range))).messages;
  };
  const ids = async (client: Json, narrow: Json[]) => (await found(client, narrow)).map((message: Json) => message.id);
  const inHarbour = { operator: "stream", operand: "harbour" };
  expect(await ids(ben, [inHarbour, { operator: "topic", operand: "tides" }])).toEqual([tides, later]);
  expect(await ids(ben, [inHarbour, { operator: "topic", operand: "tides", negated: true }])).toContain(ships);
  expect(await ids(ben, [inHarbour, { operator: "sender", operand: "ben@example.com" }])).toEqual([ships]);
  expect(await ids(ben, [{ operator: "pm-with", operand: "ada@example.com" }])).toEqual([direct, byEmail]);
  expect(await ids(ben, [{ operator: "is", operand: "private" }])).toEqual(expect.arrayContaining([direct, byEmail]));
  const [match] = await found(ben, [inHarbour, { operator: "search", operand: "ketches" }]);
  expect(match).toMatchObject({ id: ships, match_content: expect.stringContaining('class="highlight"') });

  const { message, raw_content } = await ok(ben.messages.getById({ message_id: tides }));
  expect(message).toMatchObject({
    content: "<p>High water at <strong>nine</strong></p>",
    subject: "tides",
    stream_id,
    display_recipient: "harbour",
    sender_id: adaId,
    flags: [],
  });
  expect(raw_content).toBe("High water at **nine**");
  expect((await ok(ben.messages.render("*Aye*"))).rendered).toBe("<p><em>Aye</em></p>");

  expect((await ok(ben.streams.topics.retrieve({ stream_id }))).topics).toEqual([
    { name: "tides", max_id: later },
    { name: "ships", max_id: ships },
    expect.objectContaining({ name: "channel events" }),
  ]);

  const edit = { message_id: tides, content: "High water at ten", topic: "tide tables", propagate_mode: "change_all" };
  await ok(ada.messages.update(edit));
  expect(await ids(ben, [inHarbour, { operator: "topic", operand: "tide tables" }])).toEqual(
    expect.arrayContaining([tides, later]),
  );
  const { message_history } = await ok(ben.messages.getHistoryById({ message_id: tides }));
  expect(message_history).toHaveLength(2);
  expect(await ben.messages.update({ message_id: tides, content: "Never" })).toMatchObject({ result: "error" });

  const unread = async (client: Json) => (await ok(client.queues.register())).unread_msgs;
  const fromAda = (state: Json) => state.pms.find((one: Json) => one.other_user_id === adaId);
  const before = await unread(ben);
  // A message sent through the API is unread even for its sender.
  expect(fromAda(before)).toEqual({
    other_user_id: adaId,
    sender_id: adaId,
    unread_message_ids: [direct, byEmail],
  });
  const read = { messages: [tides, direct, byEmail], flag: "read" };
  expect((await ok(ben.messages.flags.add(read))).messages).toEqual([tides, direct, byEmail]);
  const after = await unread(ben);
  expect(fromAda(after)).toBeUndefined();
  expect(after.count).toBe(before.count - 3);
  expect(after.streams.find((one: Json) => one.topic === "tide tables").unread_message_ids).toContain(later);
  expect((await ok(ben.messages.flags.remove({ messages: [tides], flag: "read" }))).messages).toEqual([tides]);
  expect((await unread(ben)).count).toBe(before.count - 2);
  await ok(ben.messages.flags.add({ messages: [ships], flag: "starred" }));
  expect(await ids(ben, [{ operator: "is", operand: "starred" }])).toEqual([ships]);

  await ok(owner.messages.deleteById({ message_id: ships }));
  expect(await ben.messages.getById({ message_id: ships })).toMatchObject({
    result: "error",
    code: "BAD_REQUEST",
    msg: "Invalid message(s)",
  });
  const octopus = { message_id: tides, emoji_name: "octopus" };
  await ok(ben.reactions.add(octopus));
  expect(await ben.reactions.add(octopus)).toMatchObject({ result: "error", code: "REACTION_ALREADY_EXISTS" });
  expect((await ok(ada.messages.getById({ message_id: tides }))).message.reactions).toMatchObject([
    { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji", user_id: benId },
  ]);
  await ok(ben.reactions.remove(octopus));
  await ok(ben.typing.send({ to: [adaId, benId], op: "start" }));
});

test("zulip-js receives events through a queue and through callOnEachEvent", async () => {
  const server = await start();
  const { owner, ada } = await people(server);
  const { queue_id, last_event_id } = await ok(ada.queues.register({ event_types: ["message"] }));

  const zuliprc = join(server.data, "adas-zuliprc");
  writeFileSync(zuliprc, `[api]\nemail=ada@example.com\nkey=${ada.config.apiKey}\nsite=${server.url}\n`);
  const bot = spawn(process.execPath, ["test/process/support/print-events.mjs", zuliprc, "message"], { cwd: root });
  onTestFinished(() => void bot.kill("SIGKILL"));
  let printed = "";
  for (const stream of [bot.stdout, bot.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  // The last one can be incomplete.
  const lines = () =>
    printed
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.startsWith("{"));

  // Others can't see whether a bot has a queue. It does once it receives something.
  const say = (content: string) =>
    ok(owner.messages.send({ to: "general", type: "stream", topic: "greetings", content }));
  await until("the bot listens", async () => {
    await say("Are you there?");
    return lines().length > 0;
  });
  printed = "";
  for (const content of ["one", "two", "three"]) await say(content);
  const heard = () =>
    lines()
      .map((line) => JSON.parse(line).message.content)
      .filter((content) => !content.includes("there"));
  await until("all three have come", () => heard().length >= 3);
  expect(heard()).toEqual(["one", "two", "three"]);

  const { events } = await ok(ada.events.retrieve({ queue_id, last_event_id }));
  expect(events.at(-1)).toMatchObject({ type: "message", message: { content: "three", subject: "greetings" } });
  // The same over a stream, which replaces the library's polls.
  const streamed = pollsByStream(ada, server.url);
  expect((await ok(streamed.retrieve({ queue_id, last_event_id }))).events).toEqual(events);
  await ok(ada.queues.deregister({ queue_id }));
  expect(await ada.events.retrieve({ queue_id, last_event_id: events.at(-1).id })).toMatchObject({
    result: "error",
    code: "BAD_EVENT_QUEUE_ID",
    queue_id,
  });
  expect(await streamed.retrieve({ queue_id, last_event_id: events.at(-1).id })).toMatchObject({
    code: "BAD_EVENT_QUEUE_ID",
    queue_id,
  });

  // The call button creates a link, as on a server with Jitsi Meet. The client knows the call only from its message.
  const { server_jitsi_server_url, ...calls } = await ok(ada.queues.register());
  const link = `${server_jitsi_server_url}/123456789012345#config.startWithVideoMuted=true`;
  const { id } = await ok(
    ada.messages.send({ to: "general", type: "stream", topic: "tea", content: `[Join voice call.](${link})` }),
  );
  const shown = async () => (await ok(ada.messages.getById({ message_id: id }))).message.content;
  const textOf = (text: string) => `<p><a href="${link}">${text}</a></p>`;
  expect(await shown()).toBe(textOf("Join voice call."));
  await ok(ada.callEndpoint("/calls/123456789012345/end", "POST"));
  const seen: Json[] = [];
  await until("the message tells of the end", async () => {
    const from = { queue_id: calls.queue_id, last_event_id: seen.at(-1)?.id ?? calls.last_event_id };
    seen.push(...(await ok(ada.events.retrieve(from))).events);
    return seen.at(-1).type === "update_message";
  });
  expect(seen.map(({ type }) => type)).toEqual(["user_topic", "message", "update_message"]);
  expect(seen.at(-1)).toMatchObject({ rendering_only: true, rendered_content: textOf("Missed call") });
  expect(await shown()).toBe(textOf("Missed call"));
});
