import { expect, test } from "vitest";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { deliver } from "../../../support/webhooks.ts";
import { answer, answerQueue, press, pressQueue } from "../../messages/presses/pressing.ts";

const plain = (text: string) => ({ type: "plain_text", text });

/** https://docs.slack.dev/reference/block-kit/blocks/actions-block, and a button's elements. */
const ACTIONS = {
  type: "actions",
  block_id: "actionblock789",
  elements: [
    { type: "button", text: plain("Primary Button"), style: "primary", value: "click_me_456", action_id: "primary" },
    {
      ...{ type: "button", text: plain("Delete"), style: "danger", action_id: "delete" },
      confirm: { title: plain("Are you sure?"), text: plain("This can't be undone."), confirm: plain("Do it") },
    },
    { type: "button", text: plain("Link Button"), url: "https://api.slack.com/block-kit" },
    { type: "datepicker", action_id: "datepicker123", initial_date: "1990-04-28" },
  ],
};

/** https://docs.slack.dev/reference/block-kit/blocks/input-block */
const INPUTS = [
  {
    ...{ type: "input", block_id: "input123", label: plain("Label of input"), hint: plain("Hint") },
    element: { type: "plain_text_input", action_id: "plain_input", multiline: true },
  },
  {
    ...{ type: "input", block_id: "pick", optional: true, label: plain("Size") },
    element: {
      ...{ type: "static_select", action_id: "size" },
      options: [
        { text: plain("Small"), value: "s" },
        { text: plain("Large"), value: "l" },
      ],
    },
  },
  { type: "input", block_id: "when", label: plain("When"), element: { type: "datepicker", action_id: "date" } },
  { type: "input", block_id: "who", label: plain("Who"), element: { type: "users_select", action_id: "user" } },
  { type: "input", label: plain("A file"), element: { type: "file_input" } },
];

const SECTION = { type: "section", text: { type: "mrkdwn", text: "*Approve* it?" } };

async function delivered({ noah }: Cast, bot: Person, blocks: readonly object[]): Promise<Json> {
  await deliver(bot, "slack_incoming", { blocks }, { query: { stream: "general", topic: "asked" } });
  const narrow = [["sender", bot.id]];
  const { messages } = await noah.ok(
    noah.get("/messages", { narrow, anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false }),
  );
  return messages[0];
}

const dataOf = ({ submessages }: Json) => JSON.parse(submessages[0].content).extra_data;

test("actions become buttons, a URL stays a link, and other clients can mention the bot instead", async () => {
  const cast = await realm();
  const bot = await cast.bot(cast.noah, { full_name: "Gull" });
  const message = await delivered(cast, bot, [SECTION, ACTIONS]);
  const mention = `@**Gull|${bot.id}**`;
  expect(message.content).toBe(
    `**Approve** it?\n\n[Link Button](https://api.slack.com/block-kit)\n\n\`${mention} Primary Button\` Primary Button\n\`${mention} Delete\` Delete`,
  );
  expect(dataOf(message).buttons).toEqual([
    {
      ...{ id: "actionblock789/primary", label: "Primary Button", style: "primary", value: "click_me_456" },
      command: `${mention} Primary Button`,
    },
    {
      ...{ id: "actionblock789/delete", label: "Delete", style: "danger", confirm: "This can't be undone." },
      command: `${mention} Delete`,
    },
  ]);
  const [queue, own] = [await pressQueue(bot), await answerQueue(cast.mia)];
  const { press_id } = await cast.mia.ok(press(cast.mia, message.id, { button_id: "actionblock789/primary" }));
  expect(await queue.events()).toMatchObject([{ press: { value: "click_me_456" } }]);
  await bot.ok(answer(bot, press_id, { private: "Approved" }));
  expect(await own.events()).toMatchObject([{ content: "Approved" }]);
});

test("inputs become a form that the first button submits", async () => {
  const cast = await realm();
  const bot = await cast.bot(cast.noah);
  const { form } = dataOf(await delivered(cast, bot, [SECTION, ...INPUTS, ACTIONS]));
  expect(form.submit).toBe("Primary Button");
  expect(form.fields).toEqual([
    { id: "input123/plain_input", label: "Label of input", type: "long_text", required: true, hint: "Hint" },
    {
      ...{ id: "pick/size", label: "Size", type: "choice", required: false },
      options: [
        { value: "s", label: "Small" },
        { value: "l", label: "Large" },
      ],
    },
    { id: "when/date", label: "When", type: "date", required: true },
    { id: "who/user", label: "Who", type: "person", required: true },
  ]);
});

test("an incoming webhook bot, which can't answer, shows the text without buttons", async () => {
  const cast = await realm();
  const bot = await cast.bot(cast.noah, { bot_type: 2 });
  const message = await delivered(cast, bot, [SECTION, ACTIONS]);
  expect(message.submessages).toEqual([]);
  expect(message.content).toBe("**Approve** it?\n\n[Link Button](https://api.slack.com/block-kit)");
});
