import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBotProcess } from "../../src/cli/bot-processes/bot-process.ts";
import { compatibilityDate } from "../../src/cli/workerd/compatibility-date.ts";
import { workerdExecutable } from "../../src/cli/workerd/workerd.ts";
import type { Stage } from "../bench.ts";
import { compare } from "../comparison.ts";
import { median } from "../load/closed-loop.ts";
import { MessageQueue } from "../load/message-queue.ts";
import type { Measure } from "../measure.ts";

const root = join(import.meta.dirname, "../..");
/** Less than the 30 runs a minute that a bot is allowed. */
const MESSAGES = 20;
const COLD_START = { atMost: 50 };

/**
 * Replies with the time at which the message arrived: in workerd, `Date.now()` is the time of the last input or output.
 */
const PROGRAM = "export default { onMessage: () => String(Date.now()) };";

/**
 * A bot's script answers, compared with a client that answers at once. Every run is a cold start: no process is kept.
 */
export const measure: Measure = {
  name: "hosted-bots",
  about: "a message runs the program of a bot, in a process of its own: to its first line, and to its reply",
  async run(bench) {
    const stage = await bench.stage({ of: "standard", bots: true });
    const { server, organization } = stage;
    const [asking = server.owner, answering = server.owner] = organization.people;
    const count = bench.settings.quick ? 2 : MESSAGES;
    const [asked, answered] = [await MessageQueue.of(server, asking), await MessageQueue.of(server, answering)];

    const timed = async (to: number, reply: () => Promise<string>) => {
      const [sentAt, start] = [Date.now(), performance.now()];
      await asked.send(to, "Are you there?");
      return { begun: Number(await reply()) - sentAt, replied: performance.now() - start };
    };
    const side = async (one: () => ReturnType<typeof timed>) => {
      const times: Awaited<ReturnType<typeof timed>>[] = [];
      for (let at = 0; at < count; at++) times.push(await one());
      return { begun: median(times.map(({ begun }) => begun)), replied: median(times.map(({ replied }) => replied)) };
    };
    const byClient = async () => {
      await answered.from(asking.id);
      const now = Date.now();
      await answered.send(asking.id, String(now));
      return asked.from(answering.id);
    };
    const found = await compare(
      bench.settings.rounds,
      {
        async ours() {
          const bot = await makeBot(stage);
          return side(() => timed(bot, () => asked.from(bot)));
        },
        floor: () => side(() => timed(answering.id, byClient)),
      },
      (what) => bench.progress(what),
    );
    asked.close();
    answered.close();
    bench.progress("bare processes");
    const bare = await bareStart(count);
    const { ours, floor, ratio } = found;
    bench.report({ name: "to the first line of the program", value: ours.begun, unit: "ms", budget: COLD_START });
    bench.report({ name: "of that, a process that does nothing", value: bare, unit: "ms" });
    bench.report({ name: "to the reply", value: ours.replied, floor: floor.replied, unit: "ms" }, ratio.replied);
  },
};

let bots = 0;

async function makeBot({ server }: Stage): Promise<number> {
  bots += 1;
  const name = `bot${bots}`;
  const fields = { full_name: name, short_name: name, bot_type: 4 };
  const { user_id } = await server.call<{ user_id: number }>("POST", "/bots", fields);
  await server.call("PATCH", `/bots/${user_id}/program`, { program: PROGRAM });
  return user_id;
}

/** Returns the median time that a process, set up as for a run, takes to start and answer. */
async function bareStart(count: number): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const machine = { runtime: workerdExecutable, temporary, compatibilityDate: compatibilityDate(root) };
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    const bot = startBotProcess(machine, {
      harness: "export default { fetch: () => new Response() };",
      program: "",
    });
    await (await fetch(`http://127.0.0.1:${await bot.port}/`)).text();
    times.push(performance.now() - start);
    bot.kill();
    await bot.ended;
  }
  rmSync(temporary, { recursive: true, force: true });
  return median(times);
}
