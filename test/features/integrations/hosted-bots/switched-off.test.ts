import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { setProgram } from "../../../../src/features/integrations/hosted-bots/hosted-bots.ts";
import { powersOf } from "../../../../src/features/integrations/hosted-bots/powers/powers.ts";
import { queueRun } from "../../../../src/features/integrations/hosted-bots/runs.ts";
import { runDueTimers } from "../../../../src/features/integrations/hosted-bots/timers.ts";
import { findUser } from "../../../../src/features/organization/accounts/accounts.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { sendDirect } from "../../../support/messages.ts";
import { advanceClock, inRealm, tablesOf, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { until } from "../../../support/until.ts";
import { saidBy, withService } from "../outgoing-webhooks/service.ts";
import { answering, hostedBot, logOf, settled } from "./hosted-bot.ts";

const reminding = `export default {
  async onMessage(event, parley) {
    const { to, count } = JSON.parse(event.data);
    for (let i = 0; i < count; i++) await parley.schedule({ name: String(i), in_seconds: 20, data: to });
  },
  onTimer: ({ name, data }, parley) => parley.send({ to: [data], content: "timer " + name }),
};`;

test("[security 23.1] a server with hosted bots disabled keeps timers and drops queued runs until re-enabled", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await hostedBot(cast, reminding);
  await sendDirect(mia, [gull], JSON.stringify({ to: mia.id, count: 1 }));
  await settled(mia);
  await withConfig(iris, { runsBots: false }, async () => {
    await inRealm(iris, (one) =>
      one.change(() => {
        const bot = toUserId(gull.id);
        queueRun(one, { bot, trigger: "timer", message: null, timer: JSON.stringify({ name: "x", data: mia.id }) });
      }),
    );
    await advanceClock(iris, 30_000);
    await settled(mia);
    await inRealm(iris, (one) => one.change(() => runDueTimers(one)));
    expect((await iris.ok(iris.get(`/bots/${gull.id}/program`))).timers).toMatchObject([{ name: "0" }]);
  });
  await advanceClock(iris, 3_600_000);
  await until(async () => expect(await saidBy(mia, gull)).toEqual(["timer 0"]));
  await settled(mia);
  expect(await logOf(cast, gull)).toEqual([]);
});

const never = () => Promise.reject(new Error("no tools are called"));

test("a script's answer isn't posted if its organization was deactivated in the meantime", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const program = answering('await parley.fetch("https://hooks.example/"); return "Hi";');
  const gull = await hostedBot(cast, program, { hosts: ["hooks.example"] });
  await withService(
    async () => {
      await iris.ok(iris.post("/realm/deactivate"));
      return new Response("asked");
    },
    async () => {
      await sendDirect(mia, [gull], "hello");
      await settled(iris);
    },
  );
  expect((await tablesOf(iris))["messages"]).toMatchObject([{ content: "hello" }]);
});

test("[security 23.5] a script that is disabled during a run can no longer make requests or read anything", async () => {
  const cast = await realm();
  const { iris, mia } = cast;
  const gull = await hostedBot(cast, answering("return event.data;"), { hosts: ["hooks.example"] });
  const bot = toUserId(gull.id);
  await withService(
    () => new Response("asked"),
    async (received) => {
      await inRealm(iris, async (one) => {
        const trigger = { message: null, press: null };
        const run = { realm: one, env, config: one.config, bot, ...trigger, callTool: never, countReply() {} };
        const powers = powersOf(run);
        const put = (fields: { isOn?: boolean; hosts?: string[] }) =>
          one.change(() => {
            const before = { hosts: ["hooks.example"], isOn: true, program: answering("return event.data;") };
            const user = findUser(one, bot);
            if (user !== undefined) setProgram(one, user, { ...before, ...fields });
          });
        const refused = (name: string, args: object) => expect((async () => powers(name, args))()).rejects;
        await powers("fetch", { url: "https://hooks.example/" });
        put({ hosts: [] });
        await refused("fetch", { url: "https://hooks.example/" }).toThrow(
          "The bot isn't allowed to reach hooks.example.",
        );
        put({ isOn: false });
        for (const [name, args] of [
          ["fetch", { url: "https://hooks.example/" }],
          ["storage.get", { key: "a" }],
          ["storage.list", { prefix: "" }],
          ["timers", {}],
        ] as const) {
          await refused(name, args).toThrow("The bot was switched off.");
        }
      });
      expect(received.length).toBe(1);
    },
  );
  expect(await saidBy(mia, gull)).toEqual([]);
});
