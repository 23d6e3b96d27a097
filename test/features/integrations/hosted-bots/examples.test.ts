import { expect, test } from "vitest";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
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
  const days = [new Date((await due()) * 1000).getUTCDay()];
  for (let count = 0; count < 5; count++) {
    const before = await due();
    await advanceClock(mia, 3 * DAY_MS);
    await until(async () => expect(await due()).toBeGreaterThan(before));
    days.push(new Date((await due()) * 1000).getUTCDay());
  }
  expect(days.filter((day) => day === 0 || day === 6)).toEqual([]);
  await settled(mia);
  const asked = (await saidBy(mia, gull, "channel")).at(-1);
  expect(asked).toMatch(/^Stand-up: /);
  expect(asked).not.toContain("Last time");
  await sendToChannel(mia, "general", "daily", "I'm writing tests");
  const before = await due();
  await advanceClock(mia, 3 * DAY_MS);
  await until(async () => expect(await due()).toBeGreaterThan(before));
  await settled(mia);
  expect((await saidBy(mia, gull, "channel")).at(-1)).toMatch(
    new RegExp(`^Stand-up: .*\n\nLast time: @_\\*\\*Mia Example\\|${mia.id}\\*\\*\\.$`),
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

test("the on-call example names one user per week and calls them with links to similar messages", async () => {
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
    /^@\*\*(Noah|Iris) Example\*\*: Mia Example needs you\.\n\nBefore, with "burns": \[\d{4}-\d\d-\d\d\]\([^,]+\)$/,
  );
  expect(called).toContain(`/near/${first})`);
  expect(alone).toMatch(/needs you\.$/);
  expect(who).toMatch(/^On call: @_\*\*(Noah|Iris) Example\*\*$/);
  await advanceClock(mia, 7 * DAY_MS);
  const other = called?.includes("Noah") ? "Iris" : "Noah";
  await until(async () =>
    expect((await saidBy(mia, gull, "channel")).at(-1)).toBe(`On call from today: @**${other} Example**`),
  );

  expect(await logOf(cast, gull)).toEqual([]);
});
