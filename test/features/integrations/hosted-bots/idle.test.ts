import { expect, test, vi } from "vitest";
import { setProgram } from "../../../../src/features/integrations/hosted-bots/hosted-bots.ts";
import { TIMER } from "../../../../src/features/integrations/hosted-bots/timers.ts";
import { createBot } from "../../../../src/features/organization/account-actions/bots/bots.ts";
import { actorOf, findUser } from "../../../../src/features/organization/accounts/accounts.ts";
import { BotType } from "../../../../src/protocol/roles.ts";
import type { Realm } from "../../../../src/realm/realm.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { changeRealm, evict, inRealm, rowsReadDuring, untilShipped, withConfig } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { withService } from "../outgoing-webhooks/service.ts";
import { answering, settled } from "./hosted-bot.ts";

const BOTS = 100;
const PROGRAM = answering("return event.data;");

async function withBots(count: number): Promise<Cast> {
  const cast = await realm();
  const { iris } = cast;
  await changeRealm(iris, (realm) => makeBots(realm, iris.id, count));
  await sendToChannel(cast.mia, "general", "tea", "the first");
  await sendDirect(cast.mia, [cast.noah], "the first");
  await untilShipped(iris);
  return cast;
}

function makeBots(realm: Realm, owner: number, count: number): void {
  const user = findUser(realm, owner);
  if (user === undefined) throw new Error("there is no owner");
  const none = { sending: null, events: null, all_public: false, payload_url: null, interface: null, config_data: {} };
  for (let at = 0; at < count; at++) {
    const named = { email: `bird${at}-bot@${realm.host}`, full_name: `Bird ${at}`, service_name: null };
    const { user: bot } = createBot(realm, actorOf(user), { ...none, ...named, type: BotType.embedded });
    setProgram(realm, bot, { program: PROGRAM, hosts: [], isOn: true });
  }
}

/** Sends messages to a channel, with a mention, and to a user. */
async function sendSome({ mia, noah }: Cast): Promise<void> {
  await sendToChannel(mia, "general", "tea", "Hello @**Noah Example**");
  await sendDirect(mia, [noah], "Hello");
}

async function statementsOf({ iris }: Cast, work: () => Promise<void>): Promise<string[]> {
  const spy = await inRealm(iris, ({ sql }) => vi.spyOn(sql, "exec"));
  await work();
  const run = spy.mock.calls.map(([query]) => query);
  spy.mockRestore();
  return run;
}

/** Rows read between loading the object and its first answer. */
const rowsOfStart = ({ iris }: Cast): Promise<number> =>
  rowsReadDuring(iris, async () => {
    await evict(iris);
    await iris.ok(iris.get("/users/me"));
  });

const timersIn = ({ iris }: Cast) =>
  inRealm(iris, ({ sql }) => [...sql.exec("SELECT name FROM timers ORDER BY name")].map(({ name }) => name));

test("a hundred idle scripted bots cause no runs, no timers, and no row reads for messages or starts", async () => {
  const [without, cast] = [await withBots(0), await withBots(BOTS)];
  const few = BOTS / 10;
  expect(await rowsReadDuring(cast.iris, () => sendSome(cast))).toBeLessThan(
    (await rowsReadDuring(without.iris, () => sendSome(without))) + few,
  );
  expect(
    (await statementsOf(cast, () => sendSome(cast))).filter((query) => /bot_(runs|timers|log)|hosted/.test(query)),
  ).toEqual([]);
  const { rows } = await cast.iris.ok(cast.iris.get("/testing/object"));
  expect([rows.hosted_bots, rows.hosted_bot_runs, rows.hosted_bot_timers]).toEqual([BOTS, 0, 0]);
  expect(await timersIn(cast)).not.toContain(TIMER);
  expect(await rowsOfStart(cast)).toBeLessThan((await rowsOfStart(without)) + few);
});

test("only the mentioned bot runs among a hundred scripted bots", async () => {
  const cast = await withBots(BOTS);
  await withService(
    () => new Response('{"done":"Hello"}\n'),
    (received) =>
      withConfig(cast.iris, { botsUrl: "https://hooks.example/" }, async () => {
        await sendSome(cast);
        await settled(cast.iris);
        expect(received).toEqual([]);
        await sendToChannel(cast.mia, "general", "tea", "@**Bird 7** Hello?");
        await settled(cast.iris);
        expect(received.length).toBe(1);
      }),
  );
});
