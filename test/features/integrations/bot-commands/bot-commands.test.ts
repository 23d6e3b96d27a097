import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { evict } from "../../../support/object.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { outgoingBot, type Received, saidBy, settled, withService } from "../outgoing-webhooks/service.ts";

const deploy = { name: "deploy", description: "Puts a version into use", usage: "SERVICE [VERSION]" };

const commandsFor = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["bot_commands"] }))).bot_commands;

const set = (who: Person, bot: Person | "me", commands: readonly object[]) =>
  who.put(`/bots/${bot === "me" ? bot : bot.id}/commands`, { commands });

test("a bot, its owner and administrators set its commands, and everyone gets an event", async () => {
  const { iris, noah, mia, gus, bot } = await realm();
  const gull = await bot(noah);
  const [mias, guss] = await eventsDuring([mia, gus], async () => {
    await iris.ok(set(iris, gull, [deploy]));
    // Unchanged commands emit no event.
    await noah.ok(set(noah, gull, [deploy]));
  });
  const told = [{ ...deploy, bot_id: gull.id }];
  expect(mias).toEqual([{ type: "bot_commands", bot_commands: told, id: expect.any(Number) }]);
  expect(guss).toMatchObject([{ bot_commands: told }]);
  await evict(noah);
  expect(await commandsFor(gus)).toEqual(told);
  expect((await mia.ok(mia.get("/bots/commands"))).bot_commands).toEqual(told);
  await iris.ok(
    set(iris, gull, [
      { name: "a-1_b", description: "x" },
      { name: "0", description: "y" },
    ]),
  );
  expect((await commandsFor(mia)).map(({ name, usage }) => [name, usage])).toEqual([
    ["0", ""],
    ["a-1_b", ""],
  ]);
  await noah.ok(set(noah, gull, []));
  expect(await commandsFor(mia)).toEqual([]);
});

test("[security 10.7] a new command of a member's bot needs an administrator's approval", async () => {
  const { iris, omar, mona, noah, bot } = await realm();
  const [gull, hers, his] = [await bot(noah), await bot(mona), await bot(omar)];
  const other = { name: "other", description: "x" };
  const refused = {
    status: 400,
    body: { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization administrator" },
  };
  const tries = [
    set(noah, gull, [deploy]),
    set(gull, "me", [deploy]),
    set(mona, hers, [deploy]),
    set(hers, "me", [deploy]),
  ];
  for (const reply of await Promise.all(tries)) expect(reply).toMatchObject(refused);
  await his.ok(set(his, "me", [{ name: "own", description: "x" }]));
  await iris.ok(set(iris, gull, [deploy]));
  // Existing commands can still be changed by the bot and its owner.
  await gull.ok(set(gull, "me", [{ ...deploy, description: "New" }]));
  expect(await set(gull, "me", [deploy, other])).toMatchObject(refused);
  await noah.ok(set(noah, gull, []));
  expect(await set(noah, gull, [deploy])).toMatchObject(refused);
  await iris.ok(iris.patch(`/bots/${gull.id}`, { role: 200 }));
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 200 }));
  await gull.ok(set(gull, "me", [deploy, other]));
});

test("[security 10.7] a command reaches its bot only in places that the bot can read", async () => {
  const cast = await realm();
  const { iris, noah, mia, bot } = cast;
  const own = await bot(noah);
  const hook = await outgoingBot(cast);
  await iris.ok(set(iris, own, [deploy]));
  await iris.ok(set(iris, hook, [{ name: "hook", description: "x" }]));
  await makeChannel(mia, "vault", [mia], { invite_only: true });
  const queue = await own.ok(own.post("/register", { event_types: ["bot_command"] }));
  const heard = async () => {
    const { events } = await own.ok(own.get("/events", { ...queue, dont_block: true }));
    return (events as Json[]).map((event) => event.arguments);
  };
  await withService(
    () => Response.json({ content: "done" }),
    async (received) => {
      for (const name of ["deploy", "hook"]) {
        await sendToChannel(mia, "vault", "plans", `/${name} secret`);
        await sendDirect(mia, [noah], `/${name} secret`);
      }
      await settled(noah);
      expect(await heard()).toEqual([]);
      await mia.ok(
        mia.post("/users/me/subscriptions", { subscriptions: [{ name: "vault" }], principals: [own.id, hook.id] }),
      );
      for (const name of ["deploy", "hook"]) {
        await sendToChannel(mia, "vault", "plans", `/${name} now`);
        await sendDirect(mia, [noah, own, hook], `/${name} together`);
      }
      await settled(noah);
      expect(await heard()).toEqual(["now", "together"]);
      const commands = received.map(({ body }) => JSON.parse(body)).filter(({ trigger }) => trigger === "command");
      expect(commands.map(({ arguments: given }) => given)).toEqual(["now", "together"]);
      expect(received.map(({ body }) => body).join()).not.toContain("secret");
    },
  );
});

test("[security 10.7] a command is no longer delivered if its message moves to a place that its bot cannot read", async () => {
  const cast = await realm();
  const { iris, omar, mia } = cast;
  const hook = await outgoingBot(cast);
  await iris.ok(set(iris, hook, [deploy]));
  const vault = await makeChannel(omar, "vault", [omar], { invite_only: true });
  const held = Promise.withResolvers<void>();
  await withService(
    () => held.promise.then(() => Response.json({})),
    async (received) => {
      await sendToChannel(mia, "general", "ships", "/deploy one");
      const second = await sendToChannel(mia, "general", "ships", "/deploy two");
      await until(() => expect(received).toHaveLength(1));
      await omar.ok(
        omar.patch(`/messages/${second}`, { stream_id: vault, topic: "plans", propagate_mode: "change_one" }),
      );
      held.resolve();
      await settled(mia);
      expect(received).toHaveLength(1);
    },
  );
});

test("users who don't manage a bot cannot set its commands, and a bot that receives no events cannot have commands", async () => {
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

test("a command belongs to one bot, and cannot replace a client's own command", async () => {
  const { omar: noah, bot } = await realm();
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

const withBot = shared(async () => {
  const cast = await realm();
  return { ...cast, gull: await cast.bot(cast.omar) };
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
])("PUT refuses commands such as %j", async (commands) => {
  const { omar: noah, gull } = await withBot();
  const { status, body } = await set(gull, "me", commands);
  expect([status, body.result]).toEqual([400, "error"]);
  expect(await commandsFor(noah)).toEqual([]);
});

test("an organization has a maximum number of commands", async () => {
  const { iris, bot } = await realm();
  for (let made = 0; made < 4; made++) {
    const gull = await bot(iris);
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `c${made}-${index}`, description: "x" }));
    await gull.ok(set(gull, "me", many));
  }
  const last = await bot(iris);
  expect((await set(last, "me", [deploy])).body.msg).toBe("This organization has too many commands of bots.");
});

test("a message that starts with a command is sent to its bot, even if the bot is no recipient", async () => {
  const { iris, noah, mia, bot } = await realm();
  const gull = await bot(iris);
  await gull.ok(set(gull, "me", [deploy]));
  const { queue_id, last_event_id } = await gull.ok(gull.post("/register", { event_types: ["bot_command"] }));
  const said = [
    ...["/deploy", "/deploy  web 1.2 ", "/deploy\nweb", "/deployed", "x /deploy", "/Deploy", "/other", "`/deploy`"],
  ];
  const ids = [];
  for (const content of said) ids.push(await sendToChannel(mia, "general", "ships", content));
  // Neither a bot's message nor an edit triggers commands.
  const other = await bot(noah);
  await sendToChannel(other, "general", "ships", "/deploy web");
  await mia.ok(mia.patch(`/messages/${ids[6]}`, { content: "/deploy web" }));
  await sendDirect(mia, [noah, gull], "/deploy together");
  const { events } = await gull.ok(gull.get("/events", { queue_id, last_event_id, dont_block: true }));
  expect(events.map(({ command, arguments: given }: Json) => [command, given])).toEqual([
    ...[
      ["deploy", ""],
      ["deploy", "web 1.2"],
      ["deploy", "web"],
      ["deploy", "together"],
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

test("an outgoing webhook gets a command once, in its own format or Slack's", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const gull = await outgoingBot(cast);
  const slack = await outgoingBot(cast, { full_name: "Tern", interface_type: 2 });
  await iris.ok(set(iris, gull, [deploy]));
  await iris.ok(set(iris, slack, [{ name: "tern", description: "x" }]));
  await withService(
    () => Response.json({ content: "done", text: "done" }),
    async (received) => {
      await sendToChannel(mia, "general", "ships", "/deploy web @**Gull**");
      await settled(noah);
      await sendDirect(mia, [gull], "/deploy api");
      await settled(noah);
      await sendDirect(mia, [noah, slack], "/tern a  b");
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
  // The bot answers in the conversation where the command was used.
  expect(await saidBy(noah, slack)).toEqual(["done"]);
});
