import { expect, test } from "vitest";
import { saidBy, tell } from "./support/bot-messages.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData, start } from "./support/server.ts";

const answering = (statements: string): string =>
  `export default { async onMessage(event, parley) { ${statements} } };`;

const putProgram = (owner: Person, bot: number, fields: Record<string, string>) =>
  owner.send("PATCH", `/bots/${bot}/program`, new URLSearchParams(fields));

async function makeBot(
  owner: Person,
  name: string,
  program: string,
  fields: Record<string, string> = {},
): Promise<number> {
  const made = await owner.ok(owner.post("/bots", { full_name: name, short_name: name, bot_type: 4 }));
  // On an overloaded machine, a program may not start in time.
  const put = await until(`${name} has its program`, async () => {
    const reply = await putProgram(owner, made.user_id, { program, ...fields });
    return !/started in time/.test(reply.body.msg) && reply;
  });
  await owner.ok(Promise.resolve(put));
  return made.user_id;
}

const logOf = async (owner: Person, bot: number): Promise<string[]> =>
  (await owner.ok(owner.get(`/bots/${bot}/program`))).log.map(({ text }: Json) => text).reverse();

/** On an overloaded machine, the limit for the whole run is reached first. */
const TOO_LONG = /^It (computed for more than 1|took more than 10) s\.$/;
const TOO_MUCH = /^It (computed for more than 1 s|took more than 10 s|took too much memory)\.$|RangeError/;
const FAILED = "Failure! This bot's program failed.";

type Hostile = Readonly<Record<string, { readonly program: string; readonly log: RegExp }>>;

/** Harmful scripts, and the resulting entry in the bot's log. */
const hostile: Hostile = {
  "an endless loop": { program: answering("for (;;) {}"), log: TOO_LONG },
  "arrays without end": {
    program: answering("const all = []; for (;;) all.push(new Array(100000).fill({}));"),
    log: TOO_MUCH,
  },
  // Fails at once, without a DNS lookup.
  "a fetch of its own": {
    program: answering(`return (await fetch("https://example.com/")).text();`),
    log: /^Error: internal error/,
  },
  "a socket": {
    program: answering(
      `const { connect } = await import("cloudflare:sockets"); await connect("127.0.0.1:22").opened; return "open";`,
    ),
    log: /./,
  },
};

/** Further hostile scripts, some of which run until they are stopped. */
const hostileInOtherWays: Hostile = {
  "10 MB as an answer": {
    program: answering(`return "x".repeat(10_000_000);`),
    log: /More than 250000 characters at once/,
  },
  "a thousand replies": {
    program: answering(`return Array.from({ length: 1000 }, () => "x");`),
    log: /^It replied more than 10 times\.$/,
  },
  "a thousand calls": {
    program: answering(`for (let i = 0; i < 1000; i++) await parley.storage.get("x");`),
    log: /^It made more than 30 calls\.$/,
  },
  "a prototype that it has changed": {
    program: answering(
      `Object.prototype.then = () => {}; Array.prototype.push = () => {}; JSON.stringify = () => "x"; return "y";`,
    ),
    log: /./,
  },
  "an endless loop of awaits": { program: answering("for (;;) await 0;"), log: TOO_LONG },
  "buffers without end": {
    program: answering("const all = []; for (;;) all.push(new Uint8Array(10_000_000).fill(1));"),
    log: TOO_MUCH,
  },
  "a regular expression that backtracks": {
    program: answering(`return String(/^(a+)+$/.test("${"a".repeat(50)}b"));`),
    log: TOO_LONG,
  },
  "an endless loop of tools whose errors it ignores": {
    program: answering("for (;;) await parley.tools.find_messages({}).catch(() => {});"),
    log: /^It (called more than 20 tools|computed for more than 1 s|took more than 10 s)\.$/,
  },
};

test("[security 23.4] harmful scripts are stopped individually, without delaying others", () => areStopped(hostile));

test("[security 23.4] scripts that exhaust time, memory or output are stopped too", { tags: "nightly" }, () =>
  areStopped(hostileInOtherWays),
);

async function areStopped(scripts: Hostile): Promise<void> {
  const server = await start({ args: ["--hosted-bots", "--rate-limits", "off"] });
  const owner = await ownerOf(server);
  const good = await makeBot(owner, "Good", answering("return event.data;"));
  const bad: [string, number, RegExp][] = [];
  for (const [name, { program, log }] of Object.entries(scripts)) {
    bad.push([name, await makeBot(owner, `Bad${bad.length}`, program), log]);
  }
  for (const [name, bot] of bad) await tell(owner, bot, name);
  await tell(owner, good, "Hello");
  // The server itself keeps responding.
  await owner.ok(owner.get("/users/me"));
  await until("the good one answers", async () => (await saidBy(owner, good)).includes("Hello"));
  for (const [name, bot, log] of bad) {
    await until(`${name} has ended`, async () => (await logOf(owner, bot)).length > 0);
    const lines = await logOf(owner, bot);
    expect(lines.at(-1), name).toMatch(log);
    expect(await saidBy(owner, bot), name).toEqual([FAILED]);
  }
}

test("[security 23.6] a run interrupted by a kill is logged and not repeated, and a waiting one runs", {
  tags: "nightly",
}, async () => {
  const data = freshData();
  const args = ["--hosted-bots", "--test-hooks", "--rate-limits", "off"];
  const first = await start({ data, args });
  const owner = await ownerOf(first);
  const program = answering(`
    if (event.data === "second") return "done";
    await parley.reply("begun");
    await new Promise((resolve) => setTimeout(resolve, 9000));
    return "ended";`);
  const bot = await makeBot(owner, "Slow", program);
  await tell(owner, bot, "first");
  await until("it has begun", async () => (await saidBy(owner, bot)).includes("begun"));
  await tell(owner, bot, "second");
  await first.killHard("all");
  const again = await ownerOf(await start({ data, args }));
  await again.ok(again.post("/testing/clock", { advance_ms: 41_000 }));
  await until("the second is done", async () => (await saidBy(again, bot)).includes("done"));
  expect(await saidBy(again, bot)).toEqual(["begun", FAILED, "done"]);
  expect(await logOf(again, bot)).toEqual(["The server stopped during a run, which isn't repeated."]);
});
