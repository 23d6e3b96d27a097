import { expect, test } from "vitest";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { answerQueue, press } from "../../messages/presses/pressing.ts";
import { saidBy } from "../outgoing-webhooks/service.ts";
import { logOf, settled } from "./hosted-bot.ts";

/** Creates a bot with the example script that the settings offer under this name. */
async function exampleBot({ iris, bot }: Cast, name: string): Promise<Person> {
  const gull = await bot(iris, { full_name: "Gull", bot_type: 4 });
  const { examples } = await iris.ok(iris.get(`/bots/${gull.id}/program`));
  const { program } = (examples as Json[]).find((example) => example.name === name);
  await iris.ok(iris.patch(`/bots/${gull.id}/program`, { program }));
  return gull;
}

const DAY_MS = 86_400_000;

test("the echo example repeats messages", async () => {
  const cast = await realm();
  const gull = await exampleBot(cast, "echo");
  await sendDirect(cast.mia, [gull], "**Hello**");
  await settled(cast.mia);
  expect(await saidBy(cast.mia, gull)).toEqual(["**Hello**"]);
});

test("the reminders example reminds each user at the requested time", async () => {
  const cast = await realm();
  const { mia, noah } = cast;
  const gull = await exampleBot(cast, "reminders");
  for (const content of ["/remind nonsense", "/remind 20m tea", "/remind 2h", "/remind list"]) {
    await sendDirect(mia, [gull], content);
  }
  await sendDirect(noah, [gull], "/remind list");
  await settled(mia);
  const at = expect.stringMatching(/^I'll remind you at <time:.+>\.$/);
  const list = expect.stringMatching(/^\* <time:.+> tea\n\* <time:.+> what you wanted$/);
  expect(await saidBy(mia, gull)).toEqual([expect.stringMatching(/^Write/), at, at, list]);
  expect(await saidBy(noah, gull)).toEqual(["Nothing to remind you of."]);
  await advanceClock(mia, 21 * 60_000);
  await until(async () => expect((await saidBy(mia, gull)).at(-1)).toBe("Remember: tea"));
  expect(await logOf(cast, gull)).toEqual([]);
});

test("the stand-ups example asks on weekdays at an hour of a given time zone", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await exampleBot(cast, "stand-up");
  await sendDirect(mia, [gull], "/standup 9:30");
  await sendToChannel(mia, "general", "daily", "/standup 25:00");
  await sendToChannel(mia, "general", "daily", "/standup 9:30 Asia/Kolkata");
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toMatch(/^The next stand-up here is at <time:.*T04:00:00/);
  const due = async () => (await iris.ok(iris.get(`/bots/${gull.id}/program`))).timers[0].due_at as number;
  const untilAsked = async () => {
    const before = await due();
    const { now } = await advanceClock(mia, 0);
    await advanceClock(mia, before * 1000 - now);
    await until(async () => expect(await due()).toBeGreaterThan(before));
  };
  const days = [new Date((await due()) * 1000).getUTCDay()];
  for (let count = 0; count < 5; count++) {
    await untilAsked();
    days.push(new Date((await due()) * 1000).getUTCDay());
  }
  expect(days.filter((day) => day === 0 || day === 6)).toEqual([]);
  await settled(mia);
  const asked = (await saidBy(mia, gull, "channel")).at(-1);
  expect(asked).toMatch(/^Stand-up: /);
  expect(asked).not.toContain("Last time");
  await sendToChannel(mia, "general", "daily", "I'm writing tests");
  await untilAsked();
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toMatch(
    new RegExp(`^Stand-up: .*\n\nLast time: @_\\*\\*Mia Example\\|${mia.id}\\*\\*\\.\n\n`),
  );
  await sendToChannel(mia, "general", "daily", "/standup off");
  await settled(mia);
  expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).timers).toEqual([]);
  expect(await logOf(cast, gull)).toEqual([]);
});

test("the polls example posts a question with options", async () => {
  const cast = await realm();
  const { mia } = cast;
  const gull = await exampleBot(cast, "polls");
  await sendToChannel(mia, "general", "lunch", "/vote nothing");
  await sendToChannel(mia, "general", "lunch", "/vote Where do we eat? Pizza, Soup");
  await settled(mia);
  const { messages } = await fetchMessages(mia, { narrow: [{ operator: "sender", operand: gull.id }] });
  const [help, poll] = messages as Json[];
  expect(help.content).toContain("/vote Where do we eat?");
  expect(JSON.parse(poll.submessages[0].content)).toEqual({
    widget_type: "poll",
    extra_data: { question: "Where do we eat?", options: ["Pizza", "Soup"] },
  });
  expect(await logOf(cast, gull)).toEqual([]);
});

test("the on-call example names one user per week, and mentions that user with links to similar messages", async () => {
  const cast = await realm();
  const { mia } = cast;
  const gull = await exampleBot(cast, "on-call");
  const first = await sendToChannel(mia, "general", "help", "@**Gull** It burns");
  await sendToChannel(mia, "general", "help", "/oncall set @**Noah Example** @**Iris Example**");
  await sendToChannel(mia, "general", "help", "@**Gull** It burns");
  await sendToChannel(mia, "general", "help", "/oncall");
  await sendToChannel(mia, "general", "help", "@**Gull** Nothing works");
  await settled(mia);
  const [nobody, set, called, who, alone] = await saidBy(mia, gull, "channel");
  expect(nobody).toMatch(/^Nobody is on call/);
  expect(set).toBe("On call, in turn: 2 people.");
  expect(called).toMatch(
    /^@\*\*(Noah|Iris) Example\*\*: Mia Example needs you\.\n\nBefore, with "burns": \[\d{4}-\d\d-\d\d\]\([^,]+\)\n\n`\/oncall ack/,
  );
  expect(called).toContain(`/near/${first})`);
  expect(alone).toMatch(/needs you\.\n\n`\/oncall ack/);
  expect(who).toMatch(/^On call: @_\*\*(Noah|Iris) Example\*\*$/);
  await advanceClock(mia, 7 * DAY_MS);
  const other = called?.includes("Noah") ? "Iris" : "Noah";
  await until(async () =>
    expect((await saidBy(mia, gull, "channel")).at(-1)).toBe(`On call from today: @**${other} Example**`),
  );

  expect(await logOf(cast, gull)).toEqual([]);
});

/** The newest message of a bot in a channel, with its buttons or form. */
async function offered(who: Person, bot: Person): Promise<Json> {
  const narrow = [
    { operator: "sender", operand: bot.id },
    { operator: "channel", operand: "general" },
  ];
  const { messages } = await fetchMessages(who, { narrow });
  const { id, content, submessages } = (messages as Json[]).filter((one) => one.submessages.length > 0).at(-1);
  return { id, content, ...JSON.parse(submessages[0].content).extra_data };
}

test("the on-call example is acknowledged, escalated and resolved with buttons or their commands", async () => {
  const cast = await realm();
  const { mia, noah } = cast;
  const gull = await exampleBot(cast, "on-call");
  await sendToChannel(mia, "general", "help", "/oncall set @**Noah Example** @**Iris Example**");
  await settled(mia);
  const problem = await sendToChannel(mia, "general", "help", "@**Gull** It burns");
  await settled(mia);
  const { id, buttons } = await offered(mia, gull);
  expect(buttons.map(({ label }: Json) => label)).toEqual(["Acknowledge", "Escalate", "Resolve"]);
  const own = await answerQueue(noah);
  await noah.ok(press(noah, id, { button_id: "ack" }));
  await settled(mia);
  expect(await own.events()).toMatchObject([
    { state: "answered", content: "It's yours. Press Resolve when it's done." },
  ]);
  const text = async () => (await mia.ok(mia.get(`/messages/${id}`, { apply_markdown: false }))).message.content;
  expect(await text()).toContain("* Acknowledged by Noah Example.\n\n`/oncall escalate");
  await noah.ok(press(noah, id, { button_id: "escalate" }));
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toMatch(
    /^@\*\*(Noah|Iris) Example\*\*: Noah Example needs you\.$/,
  );
  await noah.ok(press(noah, id, { button_id: "resolve" }));
  await settled(mia);
  expect(await text()).toMatch(/\* Resolved by Noah Example\.$/);
  await sendToChannel(mia, "general", "help", `/oncall ack ${problem}`);
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toBe("Someone has already resolved this.");
  expect(await logOf(cast, gull)).toEqual([]);
});

test("the stand-ups example asks with a form, and posts the entries", async () => {
  const cast = await realm();
  const { mia, noah } = cast;
  const gull = await exampleBot(cast, "stand-up");
  await sendToChannel(mia, "general", "daily", "/standup 9:30");
  await settled(mia);
  await advanceClock(mia, 4 * DAY_MS);
  await until(async () => expect((await offered(mia, gull)).form.submit).toBe("Send"));
  await settled(mia);
  const { id } = await offered(mia, gull);
  await noah.ok(press(noah, id, { entered: { did: "Tests", next: "More tests", helper: mia.id } }));
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toBe(
    `@_**Noah Example|${noah.id}**\n* Did: Tests\n* Next: More tests\n* Could help: @**|${mia.id}**`,
  );
  expect(await logOf(cast, gull)).toEqual([]);
});

test("the leave example lets approvers approve or decline a request, and notifies who made it", async () => {
  const cast = await realm();
  const { mia, noah, iris } = cast;
  const gull = await exampleBot(cast, "leave");
  await sendToChannel(iris, "general", "leave", "/leave approvers @**Noah Example**");
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toBe("Requests for leave are decided here, by 1 people.");
  await sendDirect(mia, [gull], "/leave 2026-12-24 2027-01-02 Family");
  await settled(mia);
  const { id, content } = await offered(noah, gull);
  expect(content).toContain("Mia Example asks for leave from 2026-12-24 to 2027-01-02.</p>\n<p>Family</p>");
  expect((await press(mia, id, { button_id: "approve" })).body.msg).toBe(
    "You don't have permission to press this button.",
  );
  await noah.ok(press(noah, id, { button_id: "approve" }));
  await settled(mia);
  expect((await saidBy(mia, gull)).at(-1)).toBe("Noah Example approved your leave from 2026-12-24 to 2027-01-02.");
  expect((await noah.ok(noah.get(`/messages/${id}`, { apply_markdown: false }))).message.content).toBe(
    "Mia Example's leave from 2026-12-24 to 2027-01-02: approved by Noah Example.",
  );
  expect((await press(noah, id, { button_id: "approve" })).body.code).toBe("BUTTON_GONE");
  expect(await logOf(cast, gull)).toEqual([]);
});
