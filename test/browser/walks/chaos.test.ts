/** @module-tag nightly */
import { chromium } from "playwright-core";
import { expect, inject, test } from "vitest";
import { launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { ownerOf, PASSWORD } from "../../process/support/person.ts";
import { seeded } from "../../web/support/random.ts";
import { contentsOf } from "../support/messages.ts";
import { Trouble } from "../support/trouble.ts";
import { Visit } from "../support/visit.ts";
import { Writer } from "../support/writer.ts";

const started = inject("browser");
const MESSAGES = Number(process.env["PARLEY_CHAOS"] ?? 100);
const SEED = Number(process.env["PARLEY_SEED"] ?? Math.floor(1e6 * Math.random()));
const TOPICS = ["topic 1", "topic 2", "topic 3"];
const HOUR_MS = 3_600_000;
/** The server is killed and replaced after this many messages. */
const LIFE = 45;

test.skipIf(started === null)(
  `messages that two people write while everything fails arrive once and in order, and their drafts are kept (PARLEY_SEED=${SEED})`,
  { timeout: 900_000 + 500 * MESSAGES },
  async ({ onTestFinished }) => {
    const random = seeded(SEED);
    const some = (most: number) => Math.floor(random() * most);
    const oneOf = <One>(all: readonly One[]): One => {
      const found = all[some(all.length)];
      if (found === undefined) throw new Error("one of none");
      return found;
    };
    const data = makeData();
    const launch = (port = "0") => {
      const args = ["--quiet", "--rate-limits", "off", "--test-hooks", "--port", port];
      return launchOn({ data, args }).running();
    };
    let server: Server = await launch();
    const browser = await chromium.launch(started ?? {});
    onTestFinished(async () => {
      await browser.close();
      await removeData(data);
    });
    const { port } = new URL(server.url);
    const owner = await ownerOf(server);
    const people = { iris: await owner.invite("Iris"), omar: await owner.invite("Omar") };
    const channel = await owner.channel("crane", [people.iris, people.omar]);
    const addressOf = (topic: string) => `#narrow/channel/${channel}-crane/topic/${encodeURIComponent(topic)}`;
    const writers: Writer[] = [];
    for (const [name, person] of Object.entries(people)) {
      const visit = await Visit.begin(browser, server, person, {
        at: addressOf("topic 1"),
        password: PASSWORD,
        worker: true,
      });
      visit.expects(/ERR_|Failed to (load|fetch)|50\d/);
      // The client's files are cached, so that a tab can be opened without a server.
      await visit.page.evaluate(() => navigator.serviceWorker.ready);
      const trouble = await Trouble.between(visit.context, seeded(SEED + writers.length + 1));
      const writer = new Writer({ name, person, visit, trouble, addressOf });
      writers.push(writer);
      await writer.open();
    }

    let killedAt: number | undefined;
    const total = () => writers.reduce((sum, { written }) => sum + written.length, 0);
    while (total() < MESSAGES) {
      const writer = oneOf(writers);
      const { trouble } = writer;
      const tab = oneOf(writer.tabs);
      const what = random();
      if (what < 0.6) for (let left = 1 + some(4); left > 0; left--) await writer.send(tab, oneOf(TOPICS));
      else if (what < 0.7) await writer.begin(tab);
      else if (what < 0.77) await trouble.setOffline(!trouble.isOffline);
      else if (what < 0.85) trouble.level = oneOf([0, 0.3, 0.6]);
      else if (what < 0.89) await writer.setClock((random() - 0.3) * 20 * HOUR_MS);
      else if (what < 0.92 && killedAt === undefined) {
        await owner.ok(owner.post("/testing/clock", { advance_ms: some(2 * HOUR_MS) }));
      } else if (what < 0.97) {
        // The last act in it is a sent message.
        await writer.send(tab, oneOf(TOPICS));
        await writer.close(tab);
        await writer.open();
      } else if (writer.tabs.length < 4) await writer.open();
      if (killedAt === undefined && total() % LIFE > LIFE - 10) {
        killedAt = total();
        await server.killHard("all");
      } else if (killedAt !== undefined && total() > killedAt + 6) {
        killedAt = undefined;
        server = await launch(port);
      }
    }
    if (killedAt !== undefined) server = await launch(port);
    for (const { trouble } of writers) await trouble.end();

    for (const { visit, tabs } of writers) tabs.push(await visit.tab());
    for (const topic of TOPICS) {
      const there = () => contentsOf(owner, ["channel", channel], ["topic", topic]);
      const by = async (name: string) => (await there()).filter((one) => one.startsWith(name));
      for (const writer of writers) {
        await expect.poll(() => by(writer.name)).toEqual(writer.contentsIn(topic));
      }
      // A tab that was always open shows the same as a new one.
      const newest = (await there()).slice(-20);
      for (const { tabs } of writers) {
        for (const tab of tabs) {
          await tab.evaluate((address) => {
            location.hash = address;
          }, addressOf(topic));
          const feed = tab.getByRole("feed", { name: "Messages" });
          const shown = async () => {
            // In a text field, the key would lead to the end of the text.
            await tab.evaluate(() => document.getElementById("main")?.focus());
            await tab.keyboard.press("End");
            return (await feed.getByRole("article").locator(".content").allInnerTexts()).slice(-20);
          };
          await expect.poll(shown).toEqual(newest);
          await expect.poll(() => tab.locator(".message-pending").count()).toBe(0);
        }
      }
    }
    for (const { visit, drafts } of writers) {
      const tab = await visit.tab("#drafts");
      const shown = tab.getByRole("main").getByRole("listitem").locator(".written-source");
      await expect.poll(async () => (await shown.allInnerTexts()).sort()).toEqual([...drafts.values()].sort());
      expect(visit.problems).toEqual([]);
    }
  },
);
