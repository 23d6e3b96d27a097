import { expect, test } from "vitest";
import { PRESSES_A_MINUTE } from "../../../../src/features/integrations/hosted-bots/run-limits.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { channelIdOf, outcome } from "../../../support/channels.ts";
import { passTime, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { answerQueue, button, offer, press } from "../../messages/presses/pressing.ts";
import { saidBy } from "../outgoing-webhooks/service.ts";
import { hostedBot, logOf, settled } from "./hosted-bot.ts";

const onAction = (statements: string) => `export default {
  async onAction(event, parley) { ${statements} },
};`;

async function scene(program: string) {
  const cast = await realm();
  const gull = await hostedBot(cast, program);
  const form = { fields: [{ id: "did", label: "Did", type: "text" }], submit: "Send", command: "/standup" };
  const message = await offer(gull, { channel: "general" }, { buttons: [button("ack", { value: "17" })] });
  const asked = await offer(gull, { channel: "general" }, { form });
  return { ...cast, cast, gull, message, asked, own: await answerQueue(cast.mia) };
}

const contentOf = async (who: Person, id: number) =>
  (await who.ok(who.get(`/messages/${id}`, { apply_markdown: false }))).message.content;

test("pressing a button runs onAction, and answers with its result", async () => {
  const { cast, mia, noah, gull, message, asked, own } = await scene(
    onAction(`
      const { trigger, button_id, value, entered, user_full_name, message, bot_id } = event;
      if (entered !== null) return { content: user_full_name + ": " + entered.did };
      await parley.reply([trigger, button_id, value, message.id, bot_id].join(" "));
      return { private: "Yours, " + user_full_name, update: "Acknowledged by " + user_full_name };`),
  );
  const send = () => mia.ok(press(mia, message, { button_id: "ack", local_id: "sent twice" }));
  const [{ press_id }] = await Promise.all([send(), send()]);
  await settled(mia);
  await send();
  await settled(mia);
  expect(await own.events()).toMatchObject([{ press_id, state: "answered", content: "Yours, Mia Example" }]);
  expect(await contentOf(noah, message)).toBe("Acknowledged by Mia Example");
  await mia.ok(press(mia, asked, { entered: { did: "Tests" } }));
  await settled(mia);
  const said = await saidBy(noah, gull, "channel");
  expect(said.slice(2)).toEqual([`press ack 17 ${message} ${gull.id}`, "Mia Example: Tests"]);
  expect(await logOf(cast, gull)).toEqual([]);
});

test.each([
  ["fails", onAction(`throw new Error("no luck");`), /^Error: no luck/],
  ["returns an invalid answer", onAction("return { private: 17 };"), /answer/],
  ["has no onAction", "export default { onMessage() {} };", /onAction/],
])(
  "if a script %s, the user who pressed the button gets an error, and the log has its cause",
  async (_, program, cause) => {
    const { cast, mia, gull, message, own } = await scene(program);
    await mia.ok(press(mia, message, { button_id: "ack" }));
    await settled(mia);
    expect(await own.events()).toMatchObject([{ state: "unanswered" }]);
    expect((await saidBy(mia, gull, "channel")).length).toBe(2);
    expect((await logOf(cast, gull)).at(-1)).toMatch(cause);
  },
);

test("a press is refused if the bot is disabled, or after too many presses in a minute", async () => {
  const { mia, iris, gull, message } = await scene(onAction("return {};"));
  await withConfig(mia, { rateLimits: false }, async () => {
    const codes: string[] = [];
    for (let count = 0; count < PRESSES_A_MINUTE + 1; count += 1) {
      codes.push(await outcome(press(mia, message, { button_id: "ack" })));
      if (count % limits.account.hosted_runs === limits.account.hosted_runs - 1) await settled(mia);
    }
    expect(codes.filter((code) => code === "ok").length).toBe(PRESSES_A_MINUTE);
    expect(codes.at(-1)).toMatch(/^BOT_UNAVAILABLE/);
  });
  await passTime(mia, 60_000);
  await mia.ok(press(mia, message, { button_id: "ack" }));
  await iris.ok(iris.patch(`/bots/${gull.id}/program`, { is_on: false }));
  expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe(
    "BOT_UNAVAILABLE: Gull isn't available now. Try again later.",
  );
});

test("a script replies to a press only if its bot, or the user who pressed the button, can post there", async () => {
  const { cast, iris, mia, noah, gull } = await scene(onAction('await parley.reply("Hi " + event.user_full_name);'));
  const who = { users: [mia.id, noah.id] };
  const message = await offer(gull, { channel: "general" }, { buttons: [button("ack", { who })] });
  const only = { direct_members: [noah.id], direct_subgroups: [] };
  const general = await channelIdOf(iris, "general");
  await iris.ok(iris.patch(`/streams/${general}`, { can_send_message_group: { new: only } }));
  for (const one of [mia, noah]) {
    await one.ok(press(one, message, { button_id: "ack" }));
    await settled(one);
  }
  expect((await saidBy(iris, gull, "channel")).slice(3)).toEqual(["Hi Noah Example"]);
  expect((await logOf(cast, gull))[0]).toBe("reply: You do not have permission to post in this channel.");
});

test("a script's message to a channel can have buttons", async () => {
  const program = `export default {
    async onMessage(event, parley) {
      const widget_content = { widget_type: "zform", extra_data: { type: "choices", buttons: [
        { id: "ack", label: "Acknowledge", command: "/ack" } ] } };
      await parley.send({ to: "general", topic: "alerts", content: "It burns", widget_content });
    },
    onAction: ({ button_id }) => ({ private: button_id }),
  };`;
  const { mia, gull, own } = await scene(program);
  await mia.ok(mia.post("/messages", { type: "direct", to: [gull.id], content: "Go" }));
  await settled(mia);
  const { messages } = await mia.ok(
    mia.get("/messages", {
      anchor: "newest",
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [["channel", "general"]],
    }),
  );
  const [sent] = messages as [Json];
  expect(sent.content).toBe("It burns\n\n`/ack` Acknowledge");
  await mia.ok(press(mia, sent.id, { button_id: "ack" }));
  await settled(mia);
  expect(await own.events()).toMatchObject([{ content: "ack" }]);
});
