import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { flood } from "../web/flood.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { Tab } from "../web/tab.ts";
import { writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const PER_SECOND = 200;
/**
 * How long caches fill up in a short run and in a long one. Later memory is compared with the memory at the end of this
 * time.
 */
const FILLING_SECONDS = 10;
const LONG_FILLING_SECONDS = 180;
const FRAME_BUDGET = { atMost: 100 };
const TASKS_BUDGET = { atMost: 0 };
const INPUT_BUDGET = { atMost: 50 };
const TOPIC = "flood";

/** A user types, and switches topics, while many events arrive. */
export const measure: Measure = {
  name: "web-flood",
  about: "somebody writes and switches topics while 200 events a second come",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "standard" });
      const reader = await makeReader(server, organization, 200);
      const { hash, mark } = await writeTopic(server, organization, { name: TOPIC });
      const context = await openAs(reader, browser);
      const tab = await Tab.open(context);
      await tab.page.goto(`http://localhost:${server.port}/${hash}`);
      await tab.painted(mark);
      await tab.rest();
      const floodFor = async (seconds: number) => {
        const flooded = flood(server, organization, {
          perSecond: PER_SECOND,
          seconds,
          reader: reader.account,
          topic: TOPIC,
        });
        let isOver = false;
        const over = flooded.finally(() => {
          isOver = true;
        });
        await useClient(tab, () => isOver);
        const perSecond = await over;
        await tab.rest();
        return perSecond;
      };
      bench.progress(`${PER_SECOND} events a second`);
      const { minutes } = bench.settings;
      const fillingSeconds = minutes > 1 ? LONG_FILLING_SECONDS : FILLING_SECONDS;
      await floodFor(fillingSeconds);
      const heapBefore = await heapInInbox(tab);
      // Measuring the heap discards compiled code, so the next turns are slow.
      await floodFor(FILLING_SECONDS);
      await tab.takeRecorded();
      const inputCount = () => tab.page.evaluate(() => performance.interactionCount);
      const inputsBefore = await inputCount();
      const perSecond = await floodFor(minutes * 60);
      const { longTasks: tasks, longFrames, inputs } = await tab.takeRecorded();
      const frames = longFrames.map(({ ms }) => ms);
      const slowest = new Map<number, number>();
      for (const { interaction, ms } of inputs) slowest.set(interaction, Math.max(ms, slowest.get(interaction) ?? 0));
      // The browser doesn't report inputs that took less than 16 ms.
      const quick = Math.max(0, (await inputCount()) - inputsBefore - slowest.size);
      const times = [...new Array<number>(quick).fill(0), ...slowest.values()].sort((a, b) => a - b);
      bench.report({ name: "requests", value: perSecond, unit: "per s" });
      bench.report({ name: "tasks above 50 ms", value: tasks.length, unit: "tasks", budget: TASKS_BUDGET });
      bench.report({ name: "longest of them", value: Math.max(0, ...tasks.map(({ ms }) => ms)), unit: "ms" });
      bench.report({ name: "longest frame", value: Math.max(0, ...frames), unit: "ms", budget: FRAME_BUDGET });
      const slow = times.length === 0 ? 0 : quantile(times, 0.98);
      bench.report({ name: "inputs", value: times.length, unit: "inputs" });
      bench.report({ name: "input to next frame: p98", value: slow, unit: "ms", budget: INPUT_BUDGET });
      bench.report({ name: "input to next frame: longest", value: times.at(-1) ?? 0, unit: "ms" });
      const heap = await heapInInbox(tab);
      bench.report({ name: `heap after ${fillingSeconds} s`, value: heapBefore, unit: "bytes" });
      bench.report({ name: "heap afterwards", value: heap, unit: "bytes" });
      bench.report({ name: "growth of the heap", value: heap - heapBefore, unit: "bytes" });
      await context.close();
    }),
};

/**
 * Measures the memory in the inbox, which shows few messages. The messages of a conversation can take more than a
 * megabyte.
 */
async function heapInInbox(tab: Tab): Promise<number> {
  await tab.page.evaluate(() => {
    location.hash = "#inbox";
  });
  await tab.rest();
  const bytes = await tab.heapBytes();
  await tab.page.goBack();
  return bytes;
}

async function useClient({ page }: Tab, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    await page.getByRole("textbox", { name: /^Message/ }).click();
    for (const letter of "what one writes ") {
      await page.keyboard.type(letter);
      await page.waitForTimeout(60);
    }
    await page
      .locator(".nav-topics a")
      .nth(turn % 3)
      .click();
    await page.waitForTimeout(400);
  }
}
