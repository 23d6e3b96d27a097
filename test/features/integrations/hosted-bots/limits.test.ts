import { expect, test } from "vitest";
import { writeStorage } from "../../../../src/features/people/bot-storage/bot-storage.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { sendDirect } from "../../../support/messages.ts";
import { advanceClock, inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { until } from "../../../support/until.ts";
import { saidBy } from "../outgoing-webhooks/service.ts";
import { answering, hostedBot, logOf, settled } from "./hosted-bot.ts";

const FAILED = "Failure! This bot's program failed.";

/** Scripts that exceed a limit, and the resulting log entry of the bot. */
const beyond: Readonly<Record<string, readonly [statements: string, log: RegExp, said?: readonly string[]]>> = {
  "a thousand returned replies": [`return Array.from({ length: 1000 }, () => "x");`, /^It replied more than 10 times/],
  "a reply too many": [
    `for (let i = 0; i < 11; i++) await parley.reply(String(i));`,
    /^It wrote more than 10 messages/,
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", FAILED],
  ],
  "a thousand calls": [`for (;;) await parley.storage.get("x");`, /^It made more than 30 calls/],
  "a thousand calls at once": [
    `await Promise.all(Array.from({ length: 1000 }, () => parley.storage.get("x")));`,
    /^It made more than 30 calls/,
  ],
  "tools in an endless loop": [`for (;;) await parley.tools.find_messages({});`, /^It called more than 20 tools/],
  "a thousand tools at once": [
    `await Promise.all(Array.from({ length: 1000 }, () => parley.tools.find_messages({})));`,
    /^It (called more than 20 tools|made more than 30 calls)/,
  ],
  "a message too many by a tool": [
    `for (let i = 0; i < 11; i++) await parley.tools.send_message({ conversation: "dm:" + event.message.sender_id, text: String(i) });`,
    /^It wrote more than 10 messages/,
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", FAILED],
  ],
  "a tool with 10 MB past the harness": [
    `const { write } = WritableStreamDefaultWriter.prototype;
     WritableStreamDefaultWriter.prototype.write = function () {
       return write.call(this, new TextEncoder().encode(JSON.stringify({ call: 1, name: "tools.people", args: { match: "x".repeat(10_000_000) } }) + "\\n"));
     };
     await parley.tools.people({});`,
    /^It said more than \d+ (characters at once|bytes)/,
  ],
  "10 MB as an answer": [`return "x".repeat(10_000_000);`, /More than 250000 characters at once/],
  "10 MB in a log": [`console.log("x".repeat(10_000_000)); throw new Error("end");`, /^Error: end/],
  "a promise that never ends": [`await new Promise(() => {});`, /^It (took more than 10 s|ended without|was stopped)/],
  "a value that is too large": [
    `await parley.storage.set("x", "x".repeat(249_000)); await parley.storage.set("y".repeat(300), 1);`,
    /too long|characters/,
  ],
  "lines of its own": [`globalThis.JSON = { stringify: () => "nonsense" }; return "x";`, /doesn't understand/],
};

test.each(Object.entries(beyond))(
  "%s ends the run, and another bot keeps running",
  async (_, [statements, log, said]) => {
    const cast = await realm();
    const good = await cast.bot(cast.iris, { full_name: "Tern", bot_type: 4 });
    await cast.iris.ok(cast.iris.patch(`/bots/${good.id}/program`, { program: answering("return event.data;") }));
    const gull = await hostedBot(cast, answering(statements));
    await sendDirect(cast.mia, [gull], "go");
    await sendDirect(cast.mia, [good], "Hello");
    await settled(cast.mia);
    expect(await saidBy(cast.mia, good)).toEqual(["Hello"]);
    expect((await logOf(cast, gull)).at(-1)).toMatch(log);
    expect(await saidBy(cast.mia, gull)).toEqual(said ?? [FAILED]);
  },
);

test("a bot is limited to hosted_timers timers and hosted_log_lines log lines", async () => {
  const { hosted_timers, hosted_log_lines } = limits.account;
  const cast = await realm();
  const program = answering(`
    for (let i = 0; i < 60; i++) console.log(event.data + " " + i);
    const at = Number(event.data) * 25;
    for (let i = at; i < at + 25; i++) await parley.schedule({ name: String(i), in_seconds: 10_000 });`);
  const gull = await hostedBot(cast, program);
  for (const batch of ["0", "1", "2", "3", "4"]) await sendDirect(cast.mia, [gull], batch);
  await settled(cast.mia);
  const { timers } = await cast.iris.ok(cast.iris.get(`/bots/${gull.id}/program`));
  expect(timers.length).toBe(hosted_timers);
  const log = await logOf(cast, gull);
  expect(log.length).toBe(hosted_log_lines);
  expect(log.at(-1)).toMatch(/You can't have more than 100 timers/);
});

test("timers have their own rate limit, and those above it run a minute later", async () => {
  const cast = await realm();
  const { mia } = cast;
  const gull = await hostedBot(
    cast,
    `export default {
      async onMessage(event, parley) {
        const [from, to] = event.data.split("-").map(Number);
        for (let i = from; i < to; i++) await parley.schedule({ name: String(i), in_seconds: 15 });
      },
      onTimer: ({ name }, parley) => parley.send({ to: [${mia.id}], content: name }),
    };`,
  );
  await sendDirect(mia, [gull], "0-20");
  await sendDirect(mia, [gull], "20-40");
  for (let count = 0; count < 30; count++) await sendDirect(mia, [gull], "0-0");
  await settled(mia);
  await advanceClock(mia, 16_000);
  await until(async () => expect((await saidBy(mia, gull)).length).toBe(30));
  await settled(mia);
  const { timers } = await cast.iris.ok(cast.iris.get(`/bots/${gull.id}/program`));
  expect(timers.length).toBe(10);
  await advanceClock(mia, 61_000);
  await until(async () => expect((await saidBy(mia, gull)).length).toBe(40));
  expect(await logOf(cast, gull)).toEqual(
    Array(2).fill("It was asked more than 30 times in a minute. It wasn't run for a direct_message."),
  );
});

test("a bot runs at most 30 times a minute, with at most hosted_runs runs waiting", async () => {
  const cast = await realm();
  const gull = await hostedBot(cast, answering("return event.data;"));
  for (let count = 0; count < 32; count++) await sendDirect(cast.mia, [gull], String(count));
  await settled(cast.mia);
  expect((await saidBy(cast.mia, gull)).length).toBe(30);
  expect(await logOf(cast, gull)).toEqual(
    Array(2).fill("It was asked more than 30 times in a minute. It wasn't run for a direct_message."),
  );
});

test("an API answer that is too long for the script is refused, and the run continues", async () => {
  const cast = await realm();
  const program = answering(`
    const read = (key) => parley.storage.get(key).then((value) => value.length, (error) => error.message);
    return [String(await read("long")), String(await read("short"))];`);
  const gull = await hostedBot(cast, program);
  const storage = { long: JSON.stringify("x".repeat(800_000)), short: JSON.stringify("xx") };
  await inRealm(cast.iris, (one) => one.change(() => writeStorage(one, toUserId(gull.id), Object.entries(storage))));
  await sendDirect(cast.mia, [gull], "go");
  await settled(cast.mia);
  expect(await saidBy(cast.mia, gull)).toEqual(["The answer is too long.", "2"]);
});
