import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { evict } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { outgoingBot, type Received, saidBy, settled, withService } from "../outgoing/service.ts";

const deploy = { name: "deploy", description: "Puts a version into use", usage: "SERVICE [VERSION]" };

const commandsFor = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["bot_commands"] }))).bot_commands;

const set = (who: Person, bot: Person | "me", commands: readonly object[]) =>
  who.put(`/bots/${bot === "me" ? bot : bot.id}/commands`, { commands });

test("a bot sets its commands, its owner and administrators set them too, and everybody is told", async () => {
  const { iris, noah, mia, gus, bot } = await realm();
  const gull = await bot(noah);
  const [mias, guss] = await eventsDuring([mia, gus], async () => {
    await gull.ok(set(gull, "me", [deploy]));
    // What stays as it is is not told.
    await noah.ok(set(noah, gull, [deploy]));
  });
  const told = [{ ...deploy, bot_id: gull.id }];
  expect(mias).toEqual([{ type: "bot_commands", bot_commands: told, id: expect.any(Number) }]);
  expect(guss).toMatchObject([{ bot_commands: told }]);
  await evict(noah);
  expect(await commandsFor(gus)).toEqual(told);
  expect((await mia.ok(mia.get("/bots/commands"))).bot_commands).toEqual(told);
  await noah.ok(
    set(noah, gull, [
      { name: "a-1_b", description: "x" },
      { name: "0", description: "y" },
    ]),
  );
  expect((await commandsFor(mia)).map(({ name, usage }) => [name, usage])).toEqual([
    ["0", ""],
    ["a-1_b", ""],
  ]);
  await iris.ok(set(iris, gull, []));
  expect(await commandsFor(mia)).toEqual([]);
});

test("nobody else sets them, and bots that cannot be told have none", async () => {
  const { noah, mia, bot } = await realm();
  const [gull, tern, hook] = [await bot(noah), await bot(noah), await bot(noah, { bot_type: 2 })];
  const refusal = async (call: ReturnType<typeof set>) => (await call).body.msg;
  expect(await refusal(set(mia, gull, [deploy]))).toBe("Insufficient permission");
  expect(await refusal(set(tern, gull, [deploy]))).toBe("This endpoint does not accept bot requests.");
  expect(await refusal(set(noah, "me", [deploy]))).toBe("No such bot");
  expect(await refusal(set(noah, hook, [deploy]))).toBe("Bots of this type have no commands.");
  expect(await refusal(set(hook, "me", [deploy]))).toBe("This API is not available to incoming webhook bots.");
  await noah.ok(noah.delete(`/bots/${gull.id}`));
  expect(await refusal(set(noah, gull, [deploy]))).toBe("No such bot");
});

test("a name belongs to one bot, and clients keep their own", async () => {
  const { noah, bot } = await realm();
  const [gull, tern] = [await bot(noah), await bot(noah)];
  await gull.ok(set(gull, "me", [deploy]));
  const refusal = async (commands: readonly object[]) => (await set(tern, "me", commands)).body.msg;
  expect(await refusal([deploy])).toBe("/deploy is a command of another bot, or named twice.");
  const twice = { name: "twice", description: "x" };
  expect(await refusal([twice, twice])).toBe("/twice is a command of another bot, or named twice.");
  for (const name of ["me", "poll", "todo", "ping", "dark", "fluid-width"])
    expect(await refusal([{ name, description: "x" }])).toBe(`/${name} is a command of its own.`);
  expect((await commandsFor(noah)).map(({ name }) => name)).toEqual(["deploy"]);
  const [events] = await eventsDuring([noah], () => noah.ok(noah.delete(`/bots/${gull.id}`)));
  expect(events?.filter(({ type }: Json) => type === "bot_commands")).toMatchObject([{ bot_commands: [] }]);
  await tern.ok(set(tern, "me", [deploy]));
});

test.each([
  [[{ name: "Deploy", description: "x" }]],
  [[{ name: "/deploy", description: "x" }]],
  [[{ name: "de ploy", description: "x" }]],
  [[{ name: "-", description: "x" }]],
  [[{ name: "", description: "x" }]],
  [[{ name: "d".repeat(33), description: "x" }]],
  [[{ name: "deploy", description: "" }]],
  [[{ name: "deploy" }]],
  [[{ name: "deploy", description: "x".repeat(201) }]],
  [[{ name: "deploy", description: "a\nb" }]],
  [[{ name: "deploy", description: "x", usage: "a\u0000b" }]],
  [[{ name: "deploy", description: "x", more: 1 }]],
  [Array.from({ length: 51 }, (_, index) => ({ name: `c${index}`, description: "x" }))],
])("commands such as %j are refused", async (commands) => {
  const { noah, bot } = await realm();
  const gull = await bot(noah);
  const { status, body } = await set(gull, "me", commands);
  expect([status, body.result]).toEqual([400, "error"]);
  expect(await commandsFor(noah)).toEqual([]);
});

test("an organization has no more commands than its limit", async () => {
  const { noah, bot } = await realm();
  for (let made = 0; made < 4; made++) {
    const gull = await bot(noah);
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `c${made}-${index}`, description: "x" }));
    await gull.ok(set(gull, "me", many));
  }
  const last = await bot(noah);
  expect((await set(last, "me", [deploy])).body.msg).toBe("This organization has too many commands of bots.");
});

test("a message that begins with a command is told to its bot, which need not have received it", async () => {
  const { noah, mia, bot } = await realm();
  const gull = await bot(noah);
  await gull.ok(set(gull, "me", [deploy]));
  const { queue_id, last_event_id } = await gull.ok(gull.post("/register", { event_types: ["bot_command"] }));
  const said = [
    ...["/deploy", "/deploy  web 1.2 ", "/deploy\nweb", "/deployed", "x /deploy", "/Deploy", "/other", "`/deploy`"],
  ];
  const ids = [];
  for (const content of said) ids.push(await sendToChannel(mia, "general", "ships", content));
  // Neither what bots write, nor an edit.
  const other = await bot(noah);
  await sendToChannel(other, "general", "ships", "/deploy web");
  await mia.ok(mia.patch(`/messages/${ids[6]}`, { content: "/deploy web" }));
  await sendDirect(mia, [noah], "/deploy secretly");
  const { events } = await gull.ok(gull.get("/events", { queue_id, last_event_id, dont_block: true }));
  expect(events.map(({ command, arguments: given }: Json) => [command, given])).toEqual([
    ...[
      ["deploy", ""],
      ["deploy", "web 1.2"],
      ["deploy", "web"],
      ["deploy", "secretly"],
    ],
  ]);
  expect(events[1].message).toMatchObject({
    ...{ id: ids[1], sender_id: mia.id, content: "/deploy  web 1.2", subject: "ships", type: "stream" },
    rendered_content: "<p>/deploy  web 1.2</p>",
  });
  const others = await mia.ok(mia.post("/register", { event_types: ["bot_command"] }));
  await sendToChannel(mia, "general", "ships", "/deploy");
  const heard = await mia.ok(mia.get("/events", { ...others, dont_block: true }));
  expect(heard.events).toEqual([]);
});

test("the service of an outgoing webhook gets a command once, in its own form or Slack's", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const gull = await outgoingBot(cast);
  const slack = await outgoingBot(cast, { full_name: "Tern", interface_type: 2 });
  await noah.ok(set(noah, gull, [deploy]));
  await noah.ok(set(noah, slack, [{ name: "tern", description: "x" }]));
  await withService(
    () => Response.json({ content: "done", text: "done" }),
    async (received) => {
      await sendToChannel(mia, "general", "ships", "/deploy web @**Gull**");
      await settled(noah);
      await sendDirect(mia, [gull], "/deploy api");
      await settled(noah);
      await sendDirect(mia, [noah], "/tern a  b");
      await settled(noah);
      const [one, two, three] = received as [Received, Received, Received];
      expect(received.length).toBe(3);
      expect(JSON.parse(one.body)).toMatchObject({
        ...{ trigger: "command", command: "deploy", arguments: "web @**Gull**", data: "/deploy web @**Gull**" },
      });
      expect(JSON.parse(two.body)).toMatchObject({ trigger: "command", arguments: "api" });
      expect(Object.fromEntries(new URLSearchParams(three.body))).toMatchObject({
        ...{ command: "/tern", text: "a  b", trigger_word: "command", channel_name: "directmessage" },
      });
    },
  );
  expect(await saidBy(mia, gull, "channel")).toEqual(["done"]);
  expect(await saidBy(mia, gull)).toEqual(["done"]);
  // The bot's answer is in the conversation in which the command was used.
  expect(await saidBy(noah, slack)).toEqual(["done"]);
});
