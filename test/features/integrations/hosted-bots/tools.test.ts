import { expect, test } from "vitest";
import { actorOfRun } from "../../../../src/features/integrations/hosted-bots/acting-bot.ts";
import { toolNames, toolsOf } from "../../../../src/features/integrations/hosted-bots/powers/tools.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { saidBy } from "../outgoing-webhooks/service.ts";
import { answering, hostedBot, logOf, settled } from "./hosted-bot.ts";

/** Script function that returns the result of a promise as JSON, or its error message. */
const TOLD = `const told = (work) => work.then((value) => JSON.stringify(value), (error) => "refused: " + error.message);`;

test("a script can use a channel that is closed to assistants, as bots at the API can", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "general" }));
  await iris.ok(iris.patch(`/streams/${stream_id}`, { closed_to_assistants: true }));
  const asked = await sendToChannel(mia, "general", "logo", "Shall we ship the round one?");
  const program = answering(`
    const { messages } = await parley.tools.read_conversation({ conversation: "#general > logo" });
    return event.message.subject + " " + messages[0].id;`);
  const gull = await hostedBot(cast, program);
  await sendToChannel(mia, "general", "other", "@**Gull** go");
  await settled(mia);
  expect(await saidBy(mia, gull, "channel")).toEqual([`other ${asked}`]);
});

test("a script has the assistants' tools as functions, except those that wait for a user", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await hostedBot(cast, answering(`return Object.keys(parley.tools).join();`));
  await sendDirect(mia, [gull], "go");
  await settled(mia);
  const names = toolNames.join();
  expect(await saidBy(mia, gull)).toEqual([names]);
  const { tools } = await iris.ok(iris.get(`/bots/${gull.id}/program`));
  expect(tools.join()).toBe(names);
});

test("tools return data, and write as the bot", async () => {
  const cast = await realm();
  const { mia, iris } = cast;
  const [first, second] = [
    await sendToChannel(mia, "general", "logo", "Shall we ship the round one?"),
    await sendToChannel(iris, "general", "logo", "Yes"),
  ];
  const program = answering(`
    const { tools } = parley;
    const { messages } = await tools.read_conversation({ conversation: "#general > logo" });
    const { messages: found } = await tools.find_messages({ query: "round", in: "#general" });
    const { people } = await tools.people({ match: "Mia" });
    const { conversations } = await tools.list_conversations({ channel: "general" });
    const { groups } = await tools.catch_up({});
    const { files } = await tools.search_files({});
    const sent = await tools.send_message({ conversation: "#general > logo", text: "Noted" });
    const edited = await tools.edit_message({ message: sent.message_id, expect: "Noted", text: "Noted!" });
    const { changed } = await tools.mark({ messages: [messages[0].id], react: "tada" });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await tools.schedule({ do: "send", conversation: "#general > logo", text: "Later", at });
    const listed = await tools.schedule({ do: "list" });
    await tools.schedule({ do: "cancel", id });
    return JSON.stringify({
      read: messages.map(({ id, sender, text }) => [id, sender, text]),
      found: found.map((one) => one.id), people: people.map(({ id }) => id),
      names: conversations.map(({ name }) => name), groups: groups.map(({ name }) => name), files,
      sent: [typeof sent.message_id, sent.state], edited: edited.done, changed, listed: listed.items.length,
    });`);
  const gull = await hostedBot(cast, program);
  await sendDirect(mia, [gull], "go");
  await settled(mia);
  expect(await logOf(cast, gull)).toEqual([]);
  const [answer = ""] = await saidBy(mia, gull);
  expect(JSON.parse(answer)).toEqual({
    read: [
      [first, "Mia Example", "Shall we ship the round one?"],
      [second, "Iris Owner", "Yes"],
    ],
    found: [first],
    people: [mia.id],
    names: expect.arrayContaining(["#general > logo"]),
    groups: ["mentions", "direct", "followed", "other"],
    files: [],
    sent: ["number", "sent"],
    edited: "changed",
    changed: 1,
    listed: 1,
  });
  const { messages } = await fetchMessages(mia, { narrow: [{ operator: "sender", operand: gull.id }] });
  const noted = (messages as Json[]).find(({ content }) => content === "<p>Noted!</p>");
  expect(noted).toMatchObject({ subject: "logo", client: "HostedBot", sender_id: gull.id });
  const { message: seen } = await iris.ok(iris.get(`/messages/${first}`));
  expect(seen.reactions).toMatchObject([{ emoji_name: "tada", user_id: gull.id }]);
});

test("[security 23.7] tools can see and do only what the bot's account can", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], invite_only: true }));
  const hidden = await sendToChannel(iris, "secret", "plans", "the hidden plan");
  const others = await sendDirect(iris, [mia], "a hidden word between two");
  const public_ = await sendToChannel(mia, "general", "open", "not hidden at all");
  const program = answering(`${TOLD}
    const { tools } = parley;
    return [
      await told(tools.find_messages({ query: "hidden" }).then(({ messages }) => messages.map(({ id }) => id))),
      await told(tools.find_messages({ query: "hidden", in: "#general" }).then(({ messages }) => messages.map(({ id }) => id))),
      await told(tools.read_conversation({ conversation: "#secret" })),
      await told(tools.read_conversation({ conversation: "parley://message/${hidden}" })),
      await told(tools.mark({ messages: [${others}], react: "tada" })),
      await told(tools.send_message({ conversation: "#secret > plans", text: "hello" })),
      await told(tools.edit_message({ message: ${public_}, expect: "not", text: "changed" })),
      await told(tools.list_conversations({}).then(({ conversations }) => conversations.some(({ name }) => name === "#secret"))),
    ];`);
  const gull = await hostedBot(cast, program);
  await sendDirect(iris, [gull], "go");
  await settled(iris);
  expect(await saidBy(iris, gull)).toEqual([
    `[${public_}]`,
    `[${public_}]`,
    expect.stringMatching(/^refused: There is no channel/),
    "refused: Invalid message(s)",
    "refused: Invalid message(s)",
    expect.stringMatching(/^refused: There is no channel/),
    "refused: This message is someone else's.",
    "false",
  ]);
  // Each refusal is logged too.
  expect(await logOf(cast, gull)).toEqual([
    expect.stringMatching(/^tools.read_conversation: There is no channel/),
    "tools.read_conversation: Invalid message(s)",
    "tools.mark: Invalid message(s)",
    expect.stringMatching(/^tools.send_message: There is no channel/),
    "tools.edit_message: This message is someone else's.",
  ]);
});

test("tool arguments of any form are checked against the tools' own schemas", async () => {
  const cast = await realm();
  const program = answering(`${TOLD}
    const { tools } = parley;
    let deep = []; for (let i = 0; i < 20_000; i++) deep = [deep];
    return [
      await told(tools.find_messages({ nonsense: 1 })),
      await told(tools.find_messages({ limit: 1000 })),
      await told(tools.find_messages("text")),
      await told(tools.find_messages(null)),
      await told(tools.find_messages([])),
      await told(tools.find_messages({ query: "x".repeat(10_000_000) })),
      await told(tools.find_messages({ query: "x".repeat(200_000) })),
      await told(tools.find_messages({ query: deep })),
      await told(tools.people({ ids: Array(1000).fill(1) })),
      await told(tools.find_messages(JSON.parse('{"__proto__": {"query": "x"}, "constructor": 1, "limit": 1}'))),
      await told(parley.call("tools.ask_person", { question: "?" })),
      await told(parley.call("tools.constructor", {})),
      await told(parley.call("tools.__proto__", {})),
    ].map((one) => one.slice(0, 90)).concat(String(Object.getPrototypeOf(tools)), String({}.query)).join("\\n");`);
  const gull = await hostedBot(cast, program);
  await sendDirect(cast.mia, [gull], "go");
  await settled(cast.mia);
  const [answer = ""] = await saidBy(cast.mia, gull);
  const found = expect.stringMatching(/^{"messages":\[{"id":/);
  expect(answer.split("\n")).toEqual([
    "refused: Unknown argument: nonsense.",
    "refused: limit: expected <=50, not 1000.",
    "refused: tools.find_messages is not a dict",
    "refused: tools.find_messages is not a dict",
    found,
    "refused: More than 250000 characters at once",
    "refused: query: expected <=500, not 200000.",
    "refused: Maximum call stack size exceeded",
    "refused: ids: expected <=50, not 1000.",
    found,
    "refused: parley has no tools.ask_person",
    "refused: parley has no tools.constructor",
    "refused: parley has no tools.__proto__",
    "null",
    "undefined",
  ]);
});

test("a call in progress stops when its run ends, and an ended run cannot make calls", async () => {
  const over = new AbortController();
  const asked: string[] = [];
  const begin = () => async (route: string) => {
    asked.push(route);
    over.abort();
    return Response.json({ user_id: 1, full_name: "Gull", timezone: "", scopes: null });
  };
  const callTool = toolsOf({ begin, over: over.signal, countReply: () => {} });
  const calls = [callTool("find_messages", {}), callTool("send_message", { conversation: "dm:1", text: "late" })];
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(asked).toEqual(["GET /assistants/caller"]);

  const cast = await realm();
  const sends = `for (let i = 0; i < 9; i++) void parley.tools.send_message({ conversation: "dm:${cast.mia.id}", text: "late" });`;
  const gull = await hostedBot(cast, answering(`${sends} throw new Error("end");`));
  await sendDirect(cast.iris, [gull], "go");
  await settled(cast.iris);
  const sent = (await saidBy(cast.mia, gull)).length;
  expect(sent).toBeLessThan(9);
  await inRealm(cast.iris, (one) => {
    expect(() => actorOfRun(one, { by: "run", run: 1, bot: toUserId(gull.id) })).toThrow("The run has ended.");
  });
  expect((await saidBy(cast.mia, gull)).length).toBe(sent);
  expect((await logOf(cast, gull)).at(-1)).toMatch(/^Error: end/);
});

test("a trial validates tool arguments, but finds and changes nothing", async () => {
  const cast = await realm();
  const { iris } = cast;
  const program = answering(`${TOLD}
    const { tools } = parley;
    const names = Object.keys(tools);
    const sent = await tools.send_message({ conversation: "dm:${iris.id}", text: "hello" });
    return [await told(tools.find_messages({ limit: 0 })), await told(tools.find_messages()), sent.state, names.length];`);
  const gull = await hostedBot(cast, program);
  const tried = await iris.ok(iris.post(`/bots/${gull.id}/program/try`, { content: "go" }));
  expect(tried.replies).toEqual([
    "refused: limit: expected >=1, not 0.",
    '{"messages":[]}',
    "sent",
    String(toolNames.length),
  ]);
  expect((tried.asked as Json[]).map(({ name }) => name)).toEqual([
    "tools.send_message",
    "tools.find_messages",
    "tools.find_messages",
  ]);
  expect(await saidBy(iris, gull)).toEqual([]);
});
