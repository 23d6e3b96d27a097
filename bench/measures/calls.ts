import type { Browser, Page } from "playwright-core";
import { connectBare, disconnectBare, heardBare } from "../calls/bare.ts";
import { giveVoice, toneOf } from "../calls/talk.ts";
import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import type { Budget } from "../report/figure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { Tab } from "../web/tab.ts";
import { withBrowser } from "../web/with-browser.ts";

const PEOPLE = 6;
const ROUNDS = 10;
const LISTEN_SECONDS = 10;
const GOALS = { second: { atMost: 2000 }, sixth: { atMost: 3000 }, cpu: { atMost: 200 }, tasks: { atMost: 0 } };
/** Lets pages play without a user gesture, and connect by local addresses. */
const ARGS = ["--autoplay-policy=no-user-gesture-required", "--disable-features=WebRtcHideLocalIpsWithMdns"];

/** A call of six people between browsers. The floor has the same tones and connections, but no client. */
export const measure: Measure = {
  name: "calls",
  about: "a voice call of six between browsers: until one is heard, and what a page costs",
  run: (bench) =>
    withBrowser(
      bench,
      async (browser) => {
        const { server, organization } = await bench.stage({ of: "team" });
        const rounds = bench.settings.quick ? 2 : ROUNDS;
        const url = `http://localhost:${server.port}`;
        const bare: Page[] = [];
        for (let index = 0; index < PEOPLE; index++) {
          const page = await (await browser.newContext()).newPage();
          await giveVoice(page, index);
          await page.goto(`${url}/robots.txt`);
          bare.push(page);
        }
        const floorOf = async (count: number): Promise<number[]> => {
          const [newcomer, there] = [bare[count - 1] as Page, bare.slice(0, count - 1)];
          const times: number[] = [];
          for (let round = 0; round < rounds; round++) {
            bench.progress(`bare, ${count} people, round ${round + 1}`);
            for (const [at, page] of there.entries())
              for (const other of there.slice(at + 1)) await connectBare(page, other);
            times.push(await heardBare(there, newcomer, count - 1));
            if (round < rounds - 1 || count < PEOPLE) await disconnectBare(bare);
          }
          return times.sort((a, b) => a - b);
        };
        const floors = { second: await floorOf(2), sixth: await floorOf(PEOPLE) };
        bench.progress("bare, all talk");
        const floorCpu = await cpuOf(browser, PEOPLE);
        for (const page of bare) await page.context().close();

        const tabs: Tab[] = [];
        for (let index = 0; index < PEOPLE; index++) {
          bench.progress(`page ${index + 1}`);
          const reader = await makeReader(server, organization, 3, `talker${index}`);
          const tab = await Tab.open(await openAs(reader, browser));
          await giveVoice(tab.page, index);
          const [channel] = organization.channels.filter(({ isPrivate }) => !isPrivate);
          await tab.page.goto(`${url}/#narrow/channel/${channel?.id}/topic/talk`);
          tabs.push(tab);
        }
        const [listener] = tabs;
        if (listener === undefined) return;
        await join(listener.page);
        const timesOf = async (count: number): Promise<number[]> => {
          const { page } = tabs[count - 1] as Tab;
          const times: number[] = [];
          for (let round = 0; round < rounds; round++) {
            bench.progress(`${count} people, round ${round + 1}`);
            const heard = listener.page.evaluate((tone) => window.talk.hear(tone), toneOf(count - 1));
            const pressed = await join(page);
            times.push((await heard) - pressed);
            if (round === rounds - 1) continue;
            await leave(page);
            await listener.page.evaluate((tone) => window.talk.hear(tone, false), toneOf(count - 1));
          }
          return times.sort((a, b) => a - b);
        };
        const second = await timesOf(2);
        for (const { page } of tabs.slice(2, PEOPLE - 1)) await join(page);
        const sixth = await timesOf(PEOPLE);
        const p95 = (name: string, times: readonly number[], budget?: Budget) =>
          bench.report({ name: `${name}: p95`, value: quantile(times, 0.95), unit: "ms", budget });
        p95("the second is heard", second, GOALS.second);
        p95("the second is heard, bare", floors.second);
        p95("the sixth is heard", sixth, GOALS.sixth);
        p95("the sixth is heard, bare", floors.sixth);

        bench.progress("all talk");
        const since = await Promise.all(tabs.map(({ page }) => page.evaluate(() => performance.now())));
        let cpu = Number.NaN;
        const work = await listener.workDuring(async () => {
          cpu = await cpuOf(browser, PEOPLE);
        });
        const recorded = await Promise.all(tabs.map((tab) => tab.recorded()));
        const long = recorded.flatMap(({ longTasks }, at) => longTasks.filter(({ start }) => start > (since[at] ?? 0)));
        bench.report({ name: "CPU of a page in a second", value: cpu, unit: "ms", budget: GOALS.cpu });
        bench.report({ name: "of that, its main thread", value: work / LISTEN_SECONDS, unit: "ms" });
        bench.report({ name: "CPU of a page in a second, bare", value: floorCpu, unit: "ms" });
        bench.report({
          name: "tasks over 50 ms, of all pages",
          value: long.length,
          unit: "tasks",
          budget: GOALS.tasks,
        });
        for (const { page } of tabs) await page.context().close();
      },
      ARGS,
    ),
};

/** Joins the conversation's call. Returns when the button was pressed, in milliseconds since 1970. */
async function join(page: Page): Promise<number> {
  await page
    .getByRole("button", { name: /^(Start voice call|Join call)$/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Voice call" }).getByRole("button", { name: "Join", exact: true }).click();
  const pressed = await page.evaluate(() => window.talk.pressed);
  await page.getByRole("toolbar", { name: "Call controls" }).waitFor();
  return pressed;
}

async function leave(page: Page): Promise<void> {
  const bar = page.getByRole("toolbar", { name: "Call controls" });
  await bar.getByRole("button", { name: "Leave call" }).click();
  await bar.waitFor({ state: "detached" });
}

/** The average CPU time of a page's process, in milliseconds a second. */
async function cpuOf(browser: Browser, pages: number): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const seconds = async () => {
    const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const [before, begun] = [await seconds(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, LISTEN_SECONDS * 1000));
  const used = (await seconds()) - before;
  await cdp.detach();
  return (used * 1000) / ((performance.now() - begun) / 1000) / pages;
}
