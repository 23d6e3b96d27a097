import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { passTime } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { answerQueue, button, offer, press, zform } from "../../messages/presses/pressing.ts";
import { messagesBy, outgoingBot, saidBy, settled, withService } from "./service.ts";

const GENERAL = { channel: "general" };
const buttons = [button("alerts/ack", { value: "17" }), button("resolve")];

async function scene(fields: object = {}) {
  const cast: Cast = await realm();
  const bot = await outgoingBot(cast, fields);
  const message = await offer(bot, GENERAL, { buttons });
  return { ...cast, gull: bot, message, own: await answerQueue(cast.mia) };
}

const contentOf = async (who: Person, id: number) =>
  (await who.ok(who.get(`/messages/${id}`, { apply_markdown: false }))).message.content;

test("a press is delivered to the bot's service, which answers with a private text, a reply and an update", async () => {
  const { mia, noah, gull, message, own } = await scene();
  const answered = {
    ...{ private: "Yours", reply: "Mia has it." },
    update: { content: "Acknowledged.", widget_content: zform({ buttons: [button("resolve")] }) },
  };
  await withService(
    () => Response.json(answered),
    async (received) => {
      const send = () => mia.ok(press(mia, message, { button_id: "alerts/ack", local_id: "sent twice" }));
      const [{ press_id }] = await Promise.all([send(), send()]);
      await settled(mia);
      expect(await send()).toMatchObject({ press_id, state: "answered", content: "Yours" });
      await settled(mia);
      const [body] = received.map((one): Json => JSON.parse(one.body));
      expect(body).toMatchObject({
        ...{ trigger: "press", bot_email: gull.email, token: expect.any(String), message: { id: message } },
        press: { press_id, message_id: message, button_id: "alerts/ack", value: "17", user_id: mia.id },
      });
      expect(received.length).toBe(1);
      expect(await own.events()).toMatchObject([{ press_id, state: "answered", content: "Yours" }]);
    },
  );
  expect(await contentOf(noah, message)).toBe("Acknowledged.\n\n`/do resolve` RESOLVE");
  expect((await saidBy(noah, gull, "channel")).at(-1)).toBe("Mia has it.");
});

test.each([
  ["nothing", "", {}],
  ["content, as for messages", '{"content":"Hi"}', { said: "Hi" }],
])("a service can answer a press with %s", async (_, body, { said }: { said?: string }) => {
  const { mia, gull, message, own } = await scene();
  await withService(
    () => new Response(body),
    async () => {
      await mia.ok(press(mia, message, { button_id: "resolve" }));
      await settled(mia);
    },
  );
  expect(await own.events()).toMatchObject([{ state: "answered" }]);
  const all = await messagesBy(mia, gull, "channel");
  expect(all.slice(1).map(({ content }) => content)).toEqual(said === undefined ? [] : [said]);
});

test.each([
  ["fails", () => new Response("", { status: 400 }), "It answered with status 400."],
  ["returns an invalid answer", () => new Response("[1]"), "Invalid response format."],
  ["returns too long an answer", () => Response.json({ private: "x".repeat(2001) }), "Invalid response"],
])(
  "if a service %s, the user who pressed the button and the owner get an error, but not the channel",
  async (_, respond, problem) => {
    const { mia, noah, gull, message, own } = await scene();
    await withService(respond, async () => {
      await mia.ok(press(mia, message, { button_id: "resolve" }));
      await settled(mia);
    });
    expect(await own.events()).toMatchObject([{ state: "unanswered" }]);
    expect((await messagesBy(mia, gull, "channel")).length).toBe(1);
    expect((await saidBy(noah, gull)).at(-1)).toContain(problem);
  },
);

test("a press isn't delivered again after its message moved to a channel that the bot can't read", async () => {
  const { iris, mia, message, own } = await scene();
  const stream_id = await makeChannel(iris, "secret", [iris, mia], { invite_only: true });
  await withService(
    async () => {
      await iris.ok(iris.patch(`/messages/${message}`, { stream_id }));
      throw new Error("the connection broke");
    },
    async (received) => {
      await mia.ok(press(mia, message, { button_id: "resolve" }));
      await settled(mia);
      expect(received.length).toBe(1);
    },
  );
  expect(await own.events()).toMatchObject([{ state: "unanswered" }]);
});

test("a press counts as unanswered after three seconds, and the service's late answer is shown", async () => {
  const { mia, message, own } = await scene();
  const late = Promise.withResolvers<void>();
  await withService(
    async () => {
      await late.promise;
      return Response.json({ private: "Sorry" });
    },
    async (received) => {
      await mia.ok(press(mia, message, { button_id: "resolve" }));
      await until(() => expect(received.length).toBe(1));
      await passTime(mia, 3000);
      expect(await own.events()).toMatchObject([{ state: "unanswered" }]);
      late.resolve();
      await settled(mia);
      expect(await own.events()).toMatchObject([{ state: "answered", content: "Sorry" }]);
    },
  );
});

test("a service in Slack's form gets Slack's interaction payload, and answers in Slack's format", async () => {
  const { mia, noah, gull, message, own } = await scene({ interface_type: 2 });
  const form = await offer(
    gull,
    { people: [mia] },
    {
      form: { fields: [{ id: "b1/did", label: "Did", type: "text" }], submit: "Send", command: "/standup" },
    },
  );
  const answers = [
    { text: "Only you" },
    { text: "All", response_type: "in_channel" },
    { text: "Changed", replace_original: true },
  ];
  await withService(
    (_, count) => Response.json(answers[count - 1]),
    async (received) => {
      await mia.ok(press(mia, message, { button_id: "alerts/ack" }));
      await mia.ok(press(mia, form, { entered: { "b1/did": "Tests" } }));
      await mia.ok(press(mia, message, { button_id: "resolve" }));
      await settled(mia);
      const payloads = received.map(({ body }): Json => JSON.parse(new URLSearchParams(body).get("payload") ?? ""));
      expect(payloads[0]).toMatchObject({
        ...{ type: "block_actions", user: { id: `U${mia.id}` }, channel: { name: "general" } },
        actions: [{ type: "button", block_id: "alerts", action_id: "ack", value: "17" }],
      });
      expect(payloads[1]?.state).toEqual({ values: { b1: { did: { type: "plain_text_input", value: "Tests" } } } });
    },
  );
  expect((await own.events()).map(({ content }) => content)).toEqual(["Only you", undefined, undefined]);
  expect((await saidBy(mia, gull)).at(-1)).toBe("All");
  expect(await contentOf(noah, message)).toBe("Changed");
});
