import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { tablesOf } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { messagesBy, outgoingBot, type Received, SERVICE, saidBy, settled, withService } from "./service.ts";

const nothing = () => Response.json({ response_not_required: true });
const jsonOf = ({ body }: Received): Json => JSON.parse(body);

async function tokenOf(owner: Person, bot: Person): Promise<string> {
  const { realm_bots } = await owner.ok(owner.post("/register", { fetch_event_types: ["realm_bot"] }));
  return realm_bots.find(({ user_id }: Json) => user_id === bot.id).services[0].token;
}

test("[5] a service gets a direct message as JSON with its source, and the bot posts the answer", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const bot = await outgoingBot(cast);
  await withService(
    () => Response.json({ content: "Hello **back**" }),
    async (received) => {
      const id = await sendDirect(mia, [bot, noah], "Is *anybody* there?");
      await settled(noah);
      expect(received.length).toBe(1);
      const [one] = received as [Received];
      expect([one.url, one.method]).toEqual([SERVICE, "POST"]);
      expect(one.headers.get("content-type")).toBe("application/json");
      expect(one.headers.get("user-agent")).toMatch(/^ParleyOutgoingWebhook\/\d/);
      const token = await tokenOf(noah, bot);
      expect(token).toMatch(/^\w{32}$/);
      const { message } = await mia.ok(mia.get(`/messages/${id}`, { apply_markdown: false }));
      const { flags, ...rest } = message;
      expect(jsonOf(one)).toEqual({
        data: "Is *anybody* there?",
        message: {
          ...rest,
          avatar_url: expect.anything(),
          rendered_content: "<p>Is <em>anybody</em> there?</p>",
        },
        bot_email: bot.email,
        bot_full_name: "Gull",
        token,
        trigger: "direct_message",
      });
    },
  );
  const [reply] = await messagesBy(mia, bot, "dm");
  expect(reply).toMatchObject({ content: "Hello **back**", client: "OutgoingWebhookResponse", sender_id: bot.id });
  expect(reply?.display_recipient.map(({ id }: Json) => id).sort()).toEqual([noah.id, mia.id, bot.id].sort());
});

test("a delivery is signed with the bot's token according to Standard Webhooks", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  await withService(nothing, async (received) => {
    await sendDirect(cast.mia, [bot], "Hello");
    await settled(cast.noah);
    const { headers, body } = received[0] as Received;
    const [id, time, signature] = ["id", "timestamp", "signature"].map((name) => headers.get(`webhook-${name}`));
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
    const signed = createHmac("sha256", await tokenOf(cast.noah, bot)).update(`${id}.${time}.${body}`);
    expect(signature).toBe(`v1,${signed.digest("base64")}`);
  });
});

test("[5] a channel mention is delivered, with an empty topic left empty, and answered in its topic", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const bot = await outgoingBot(cast);
  await withService(
    (received) => Response.json({ content: `Heard ${jsonOf(received).message.subject}` }),
    async (received) => {
      await sendToChannel(mia, "general", "tea", "@**Gull** Is there any?");
      await sendToChannel(mia, "general", "", `@**Gull|${bot.id}** and here?`);
      await settled(noah);
      expect(received.map((one) => [jsonOf(one).trigger, jsonOf(one).data, jsonOf(one).message.subject])).toEqual([
        ["mention", "@**Gull** Is there any?", "tea"],
        ["mention", `@**Gull|${bot.id}** and here?`, ""],
      ]);
    },
  );
  const replies = await messagesBy(mia, bot, "channel");
  expect(replies.map(({ subject, content }) => [subject, content])).toEqual([
    ["tea", "Heard tea"],
    ["general chat", "Heard"],
  ]);
});

test("a bot's owner can replace its token", async () => {
  const cast = await realm();
  const { noah, iris, mia } = cast;
  const bot = await outgoingBot(cast);
  const before = await tokenOf(noah, bot);
  const [events] = await eventsDuring([noah], async () => {
    const { token } = await noah.ok(noah.post(`/bots/${bot.id}/token/regenerate`));
    expect(token).toMatch(/^\w{32}$/);
    expect(token).not.toBe(before);
    expect(await tokenOf(iris, bot)).toBe(token);
  });
  expect(events?.map(({ type, op }: Json) => `${type}/${op}`)).toEqual(["realm_bot/update"]);
  expect((await mia.post(`/bots/${bot.id}/token/regenerate`)).status).toBe(400);
  const generic = await cast.bot(noah);
  expect((await noah.post(`/bots/${generic.id}/token/regenerate`)).body.msg).toBe("This bot has no token.");
});

test.each([
  ["a silent mention", "@_**Gull** hello"],
  ["a mention in inline code", "`@**Gull**` hello"],
  ["a mention in a code block", "```\n@**Gull** hello\n```"],
  ["a mention in a quote", "```quote\n@**Gull** hello\n```"],
  ["a wildcard mention", "@**all** hello"],
  ["a message without a mention", "Gull hello"],
])("[5] %s is not delivered", async (_, content) => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  await cast.iris.ok(
    cast.iris.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }], principals: [bot.id] }),
  );
  await withService(nothing, async (received) => {
    await sendToChannel(cast.iris, "general", "tea", content);
    await settled(cast.noah);
    expect(received).toEqual([]);
  });
});

test("[5] messages of bots, edits, and messages to a deactivated bot are not delivered", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const bot = await outgoingBot(cast);
  const other = await cast.bot(noah);
  await withService(nothing, async (received) => {
    await sendDirect(other, [bot], "Hello");
    await sendToChannel(other, "general", "tea", "@**Gull** hello");
    const id = await sendToChannel(mia, "general", "tea", "hello");
    await mia.ok(mia.patch(`/messages/${id}`, { content: "@**Gull** hello" }));
    await noah.ok(noah.delete(`/bots/${bot.id}`));
    await sendToChannel(mia, "general", "tea", "@**Gull** again");
    await settled(noah);
    expect(received).toEqual([]);
  });
});

test.each<[string, unknown, string[]]>([
  ["response_not_required", { response_not_required: true, content: "x" }, []],
  ["no content", {}, []],
  ["a blank text", { content: "  \n" }, []],
  ["the empty text", "", []],
  ["the older name of the content, which takes precedence", { response_string: "old", content: "new" }, ["old"]],
  ["a number", { content: 7 }, ["7"]],
  ["a text with forbidden characters", { content: "a\0b" }, ["ab"]],
  ["a list", [], ["Failure! Invalid response format"]],
  ["an object as its text", { content: {} }, ["Failure! Invalid response format"]],
  ["an unknown widget", { content: "x", widget_content: { widget_type: "map" } }, ["Failure! Invalid response format"]],
])("[5] an answer with %s is posted, ignored or reported", async (_, answer, said) => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  await withService(
    () => Response.json(answer),
    async () => {
      await sendDirect(cast.mia, [bot], "Hello");
      await settled(cast.noah);
      expect(await saidBy(cast.mia, bot)).toEqual(said);
    },
  );
});

test("an empty answer posts nothing, and one that isn't JSON counts as a failure", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  await withService(
    (_, count) => (count === 1 ? new Response(null, { status: 204 }) : new Response("thanks")),
    async () => {
      await sendDirect(cast.mia, [bot], "Hello");
      await settled(cast.noah);
      expect(await saidBy(cast.mia, bot)).toEqual([]);
      await sendDirect(cast.mia, [bot], "Hello");
      await settled(cast.noah);
      expect(await saidBy(cast.mia, bot)).toEqual(["Failure! Invalid JSON in response"]);
    },
  );
});

test("[5] an answer can have a widget, such as a form of choices", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  const choice = { type: "multiple_choice", short_name: "A", long_name: "Tea", reply: "@**Gull** tea" };
  const widget = { widget_type: "zform", extra_data: { type: "choices", heading: "What?", choices: [choice] } };
  await withService(
    (_, count) => Response.json({ content: "What?", widget_content: count === 1 ? widget : JSON.stringify(widget) }),
    async () => {
      await sendToChannel(cast.mia, "general", "tea", "@**Gull** hello");
      await sendToChannel(cast.mia, "general", "tea", "@**Gull** hello again");
      await settled(cast.noah);
    },
  );
  const replies = await messagesBy(cast.mia, bot, "channel");
  expect(replies.map(({ submessages }) => JSON.parse(submessages[0].content))).toEqual([widget, widget]);
});

test("[5] the Slack format sends form fields, and accepts an answer with a text", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const bot = await outgoingBot(cast, { interface_type: 2 });
  const { stream_id } = await mia.ok(mia.get("/get_stream_id", { stream: "general" }));
  await withService(
    () => Response.json({ text: "Hello back", content: "not this" }),
    async (received) => {
      const id = await sendToChannel(mia, "general", "tea", "@**Gull** Is there *any*?");
      await settled(noah);
      const { message } = await mia.ok(mia.get(`/messages/${id}`));
      const [{ headers, body }] = received as [Received];
      expect(headers.get("content-type")).toBe("application/x-www-form-urlencoded");
      const { team_id, team_domain, token, ...fields } = Object.fromEntries(new URLSearchParams(body));
      expect([team_id, team_domain]).toEqual([expect.stringMatching(/^T\d+$/), cast.host]);
      expect(token).toBe(await tokenOf(noah, bot));
      expect(fields).toEqual({
        channel_id: `C${stream_id}`,
        channel_name: "general",
        thread_ts: String(message.timestamp),
        timestamp: String(message.timestamp),
        user_id: `U${mia.id}`,
        user_name: "Mia Example",
        text: "@**Gull** Is there *any*?",
        trigger_word: "mention",
        service_id: String(bot.id),
      });
      expect(await saidBy(mia, bot, "channel")).toEqual(["Hello back"]);
      await sendDirect(mia, [bot], "And here?");
      await settled(noah);
      expect(received.length).toBe(1);
    },
  );
  expect(await saidBy(mia, bot)).toEqual(["Failure! Slack outgoing webhooks don't support direct messages."]);
});

test("an answer follows its message if the message was moved, and is dropped if it was deleted", async () => {
  const cast: Cast = await realm();
  const { iris, noah, mia } = cast;
  const bot = await outgoingBot(cast);
  const held: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  await withService(
    async (_, count) => {
      await held[count - 1]?.promise;
      return Response.json({ content: `answer ${count}` });
    },
    async () => {
      const moved = await sendToChannel(mia, "general", "tea", "@**Gull** one");
      const deleted = await sendToChannel(mia, "general", "tea", "@**Gull** two");
      await iris.ok(iris.patch(`/messages/${moved}`, { topic: "coffee" }));
      held[0]?.resolve();
      await iris.ok(iris.delete(`/messages/${deleted}`));
      held[1]?.resolve();
      await settled(noah);
    },
  );
  const replies = await messagesBy(mia, bot, "channel");
  expect(replies.map(({ subject, content }) => [subject, content])).toEqual([["coffee", "answer 1"]]);
});

test("the answer to a bot is dropped if its organization was deactivated in the meantime", async () => {
  const cast: Cast = await realm();
  const { iris, mia } = cast;
  const bot = await outgoingBot(cast);
  await withService(
    async () => {
      await iris.ok(iris.post("/realm/deactivate"));
      return Response.json({ content: "Hi." });
    },
    async () => {
      await sendDirect(mia, [bot], "hello");
      await settled(iris);
    },
  );
  expect((await tablesOf(iris))["messages"]).toMatchObject([{ content: "hello" }]);
});

test("a message that waits for a bot's service isn't sent there once the organization is deactivated", async () => {
  const cast: Cast = await realm();
  const { iris, mia } = cast;
  const bot = await outgoingBot(cast);
  await withService(
    async () => {
      await sendDirect(mia, [bot], "second");
      await iris.ok(iris.post("/realm/deactivate"));
      return Response.json({});
    },
    async (received) => {
      await sendDirect(mia, [bot], "first");
      await settled(iris);
      expect(received.map(({ body }) => JSON.parse(body).data)).toEqual(["first"]);
    },
  );
});

test("the answer to a bot is dropped if the bot was deactivated in the meantime", async () => {
  const cast: Cast = await realm();
  const { noah, mia } = cast;
  // As many as one owner's bots can call at once, so that the next call begins when the first one has ended.
  const bots: Person[] = [];
  for (let number = 1; number <= 4; number++) bots.push(await outgoingBot(cast, { full_name: `Gull ${number}` }));
  const next = await outgoingBot(cast, { full_name: "Next" });
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await withService(
    async ({ body }) => {
      const { bot_full_name: name } = JSON.parse(body);
      if (name === "Gull 1") await first.promise;
      else if (name !== "Next") await others.promise;
      return Response.json({ content: "heard" });
    },
    async (received) => {
      for (const bot of bots) await sendDirect(mia, [bot], "one");
      await until(() => expect(received.length).toBe(4));
      await sendDirect(mia, [next], "two");
      await noah.ok(noah.delete(`/bots/${bots[0]?.id}`));
      expect(received.length).toBe(4);
      first.resolve();
      await until(async () => expect(await saidBy(mia, next)).toEqual(["heard"]));
      others.resolve();
      await settled(noah);
    },
  );
  const said = await Promise.all(bots.map((bot) => saidBy(mia, bot)));
  expect(said).toEqual([[], ["heard"], ["heard"], ["heard"]]);
});

test("a bot renamed and given away during the request answers under its new name, and its new owner is notified", async () => {
  const cast: Cast = await realm();
  const { iris, noah, mia } = cast;
  const bot = await outgoingBot(cast);
  await withService(
    async () => {
      await iris.ok(iris.patch(`/bots/${bot.id}`, { full_name: "Tern", bot_owner_id: mia.id }));
      return new Response("secret", { status: 404 });
    },
    async () => {
      await sendToChannel(noah, "general", "tea", "@**Gull** hello");
      await settled(iris);
    },
  );
  const notes = await Promise.all([noah, mia].map((person) => saidBy(person, bot)));
  expect(notes).toEqual([[], [expect.stringContaining(`the service of your bot @_**Tern|${bot.id}**`)]]);
});
