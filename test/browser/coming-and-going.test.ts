/** @module-tag nightly */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { launchOn, removeData, SETUP_TOKEN } from "../process/support/launch.ts";
import type { Json, Person } from "../process/support/person.ts";
import { SfuStandIn } from "../process/support/sfu/stand-in.ts";
import { randomFrom } from "../support/changed-at-random.ts";
import { readPrometheusText } from "../support/prometheus-text.ts";
import { testOn } from "./support/browser-test.ts";
import { heardBy, speakAs, toneOf, toolbar, visitsOf } from "./support/in-call.ts";
import { settingsWith } from "./support/settings-with-sfu.ts";

/** Some 3,000 take an hour. */
const MOVES = Number(process.env["PARLEY_MOVES"] ?? 30);
const SEED = Number(process.env["PARLEY_SEED"] ?? Math.floor(1e6 * Math.random()));
const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy"];
/** Each voice is decoded by all others, on the machine that runs the tests. */
const MAX_SPEAKERS = 3;
/** Rows that the organization's object writes for each move, and when the empty room's call has ended. */
const MAX_ROWS = 4;
const MAX_ROWS_AT_END = 40;

const sfu = await SfuStandIn.start({ goneMs: 15_000 });
const settings = settingsWith(sfu);
const test = testOn(async (use) => {
  await use(await launchOn(settings).running());
  await removeData(settings.data);
  sfu.close();
});

/** What a page receives over each connection to the media server, for the report of a failure. */
const receivedBy = (page: Page) =>
  page.evaluate(async () => {
    const all: unknown[] = [];
    for (const connection of window.calls.connections)
      for (const report of (await connection.getStats()).values())
        if (report.type === "inbound-rtp" && report.kind === "audio") {
          const { mid, packetsReceived, concealedSamples, audioLevel, timestamp, lastPacketReceivedTimestamp } = report;
          const agoMs = Math.round(timestamp - lastPacketReceivedTimestamp);
          all.push({ state: connection.connectionState, mid, packetsReceived, agoMs, concealedSamples, audioLevel });
        }
    return all;
  });

/** Adds up the rows that an organization's object writes. It counts from zero whenever it wakes. */
class RowsWritten {
  sum = 0;
  readonly #person: Person;
  #before = { awake_since: 0, rows_written: 0 };

  constructor(person: Person) {
    this.#person = person;
  }

  async count(): Promise<number> {
    const person = this.#person;
    const { awake_since } = await person.ok(person.get("/testing/object"));
    const { rows_written } = await person.ok(person.get("/testing/work"));
    const added = rows_written - (awake_since === this.#before.awake_since ? this.#before.rows_written : 0);
    this.sum += added;
    this.#before = { awake_since, rows_written };
    return added;
  }
}

test(`ten people come and go in a voice room, and everyone sees and hears who is in it (PARLEY_SEED=${SEED})`, {
  timeout: 900_000 + 30_000 * MOVES,
}, async ({ owner, open, server }) => {
  const random = randomFrom(SEED);
  const people = [owner];
  for (const name of NAMES) people.push(await owner.invite(name));
  const names = ["Owner", ...NAMES.map((name) => `${name} Example`)];
  const channel = await owner.channel("den", people);
  await owner.ok(owner.post(`/streams/${channel}/voice_room`));
  const visits = await visitsOf(open, people, `#narrow/channel/${channel}-den`);
  const pages = visits.map(({ page }) => page);
  const inside = new Set<number>();
  const speaking = new Set<number>();
  const inOrder = (some: ReadonlySet<number>) => [...some].sort((a, b) => a - b);
  const room = (page: Page) => page.getByRole("navigation", { name: "Navigation" }).getByTitle(/^Voice room/);
  const press = (page: Page, name: string) => toolbar(page).getByRole("button", { name, exact: true }).click();

  const sockets = async () => {
    const page = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${SETUP_TOKEN}` } });
    const { samples } = readPrometheusText(await page.text()).get("parley_gate_waiting") ?? { samples: new Map() };
    return samples.get('parley_gate_waiting{kind="stream"}');
  };
  const calls = async (): Promise<Json[]> =>
    (await owner.ok(owner.get("/calls", { type: "channel", to: channel, topic: "voice room" }))).calls;

  const enter = async (who: number, page: Page) => {
    await room(page).click();
    await toolbar(page).waitFor();
    inside.add(who);
  };
  const leave = async (who: number, page: Page, isReload: boolean) => {
    if (isReload) {
      await page.reload();
      await page.locator(".shell").waitFor();
      await speakAs(page, who);
    } else await press(page, "Leave call");
    await toolbar(page).waitFor({ state: "detached" });
    inside.delete(who);
    speaking.delete(who);
  };
  const speak = async (who: number, page: Page) => {
    await press(page, speaking.has(who) ? "Mute" : "Unmute");
    if (!speaking.delete(who)) speaking.add(who);
  };

  let moves = 0;
  /** Waits until every page lists each participant once, and all participants hear everyone else who speaks. */
  const settle = async () => {
    const list = inOrder(inside).map((who) => names[who] ?? "");
    const shown = list.length === 0 ? "Voice room" : `Voice room · ${new Intl.ListFormat("en").format(list)}`;
    for (const [who, page] of pages.entries()) {
      await expect.poll(() => room(page).getAttribute("title"), { message: `what ${names[who]} sees` }).toBe(shown);
      const others = inOrder(speaking).filter((one) => inside.has(who) && one !== who);
      try {
        await heardBy(page).toEqual(others.map(toneOf));
      } catch (cause) {
        const found = { received: await receivedBy(page), sent: sfu.open.map(({ id, tracks }) => ({ id, tracks })) };
        throw new Error(`${names[who]} doesn't hear all, after ${moves} moves: ${JSON.stringify(found)}`, { cause });
      }
      if (inside.has(who))
        await toolbar(page)
          .getByRole("button", { name: `People in the call: ${list.length}` })
          .waitFor();
    }
    await expect.poll(sockets).toBe(pages.length + list.length);
    const ids = inOrder(inside).map((who) => people[who]?.id);
    await expect.poll(async () => (await calls()).map(({ member_ids }) => member_ids)).toEqual([ids]);
  };

  const rows = new RowsWritten(owner);
  const tables = async () => (await owner.ok(owner.get("/testing/object"))).rows;
  await rows.count();
  rows.sum = 0;
  // They join until everyone is in, then leave until no one is.
  let isEbb = false;
  while (moves < MOVES) {
    const who = random(pages.length);
    const page = pages[who] as Page;
    const isAgainst = random(4) === 0;
    if (!inside.has(who) && isEbb === isAgainst) await enter(who, page);
    else if (inside.has(who) && isEbb !== isAgainst) await leave(who, page, random(4) === 0);
    else if (inside.has(who) && (speaking.has(who) || speaking.size < MAX_SPEAKERS)) await speak(who, page);
    else continue;
    moves += 1;
    await settle();
    await rows.count();
    if (inside.size === pages.length) isEbb = true;
    if (inside.size === 0) isEbb = false;
  }
  expect(rows.sum / moves).toBeLessThan(MAX_ROWS);

  for (const who of inside) await leave(who, pages[who] as Page, false);
  await settle();
  await rows.count();
  await expect.poll(async () => (await calls())[0].ended_at).not.toBeNull();
  expect(await rows.count()).toBeLessThan(MAX_ROWS_AT_END);
  await expect.poll(() => sfu.open).toEqual([]);
  for (const visit of visits) await visit.end();
  await expect.poll(sockets).toBe(0);
  await expect.poll(tables).toMatchObject({ calls: 1, outbox: 0 });
});
