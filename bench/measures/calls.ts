import type { Browser, Page } from "playwright-core";
import { APP } from "../../test/process/support/sfu/stand-in.ts";
import type { Bench } from "../bench.ts";
import { connectBare, disconnectBare, heardBare } from "../calls/bare.ts";
import { connectThrough, startMediaServer } from "../calls/media-server.ts";
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
const GOALS = {
  ...{ second: { atMost: 2000 }, sixth: { atMost: 3000 }, tasks: { atMost: 0 } },
  ...{ cpu: { atMost: 200 }, cpuThroughServer: { atMost: 150 } },
};
/** Lets pages play without a user gesture, and connect through local addresses. */
const ARGS = ["--autoplay-policy=no-user-gesture-required", "--disable-features=WebRtcHideLocalIpsWithMdns"];

/**
 * A call of six people, between browsers and through a media server. The floor has the same tones and connections, but
 * no client.
 */
export const measure: Measure = {
  name: "calls",
  about: "a voice call of six: until one is heard, and what a page costs, also through a media server",
  run: (bench) =>
    withBrowser(
      bench,
      async (browser) => {
        const { server } = await bench.stage({ of: "team" });
        const rounds = bench.settings.quick ? 2 : ROUNDS;
        const url = `http://localhost:${server.port}`;
        const bare = await barePages(browser, url);
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

        const tabs = await talkers(bench, browser);
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
        await reportTalk(bench, tabs, { how: "", cpu: () => cpuOf(browser, PEOPLE), budget: GOALS.cpu });
        bench.report({ name: "CPU of a page in a second, bare", value: floorCpu, unit: "ms" });
        for (const { page } of tabs) await page.context().close();
        await throughServer(bench, browser);
      },
      ARGS,
    ),
};

/** Measures one page of a call through a media server. The page sends its voice, and receives all others. */
async function throughServer(bench: Bench, browser: Browser): Promise<void> {
  const how = ", through a server";
  const sfu = await startMediaServer();
  try {
    const host = new URL(sfu.url).host;
    const app = { CALLS_SFU_APP_ID: APP.id, CALLS_SFU_SECRET: APP.secret };
    const tabs = await talkers(bench, browser, { ...app, CALLS_SFU_URL: sfu.url, OUTSIDE_HOSTS: host });
    for (const { page } of tabs) await join(page);
    const pages = tabs.map(({ page }) => page);
    const cpu = await cpuOfFirst(browser, pages);
    bench.progress(`all talk${how}`);
    await reportTalk(bench, tabs.slice(0, 1), { how, cpu, budget: GOALS.cpuThroughServer });
    for (const page of pages) await page.context().close();
  } finally {
    sfu.close();
  }
  const floor = await startMediaServer();
  try {
    const bare = await barePages(browser, `http://localhost:${(await bench.stage({ of: "team" })).server.port}`);
    await connectThrough(floor, bare);
    const cpu = await cpuOfFirst(browser, bare);
    bench.progress(`bare, all talk${how}`);
    bench.report({ name: `CPU of a page in a second, bare${how}`, value: await cpu(), unit: "ms" });
    for (const page of bare) await page.context().close();
  } finally {
    floor.close();
  }
}

/** Opens pages with tones as voices, without a client. */
async function barePages(browser: Browser, url: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let index = 0; index < PEOPLE; index++) {
    const page = await (await browser.newContext()).newPage();
    await giveVoice(page, index);
    await page.goto(`${url}/robots.txt`);
    pages.push(page);
  }
  return pages;
}

/** Opens a page for each of six people, with tones as voices, on the same topic. */
async function talkers(bench: Bench, browser: Browser, vars: Readonly<Record<string, string>> = {}): Promise<Tab[]> {
  const { server, organization } = await bench.stage({ of: "team", vars });
  const [channel] = organization.channels.filter(({ isPrivate }) => !isPrivate);
  const topic = Object.keys(vars).length === 0 ? "talk" : "relayed";
  const tabs: Tab[] = [];
  for (let index = 0; index < PEOPLE; index++) {
    bench.progress(`page ${index + 1}`);
    const tab = await Tab.open(await openAs(await makeReader(server, organization, 3, `${topic}${index}`), browser));
    await giveVoice(tab.page, index);
    await tab.page.goto(`http://localhost:${server.port}/#narrow/channel/${channel?.id}/topic/${topic}`);
    tabs.push(tab);
  }
  return tabs;
}

interface Talk {
  readonly how: string;
  readonly cpu: () => Promise<number>;
  readonly budget: Budget;
}

/** Reports the CPU time and the long tasks of pages while everyone talks. */
async function reportTalk(bench: Bench, tabs: readonly Tab[], { how, cpu, budget }: Talk): Promise<void> {
  const since = await Promise.all(tabs.map(({ page }) => page.evaluate(() => performance.now())));
  let value = Number.NaN;
  const work = await tabs[0]?.workDuring(async () => {
    value = await cpu();
  });
  const recorded = await Promise.all(tabs.map((tab) => tab.recorded()));
  const long = recorded.flatMap(({ longTasks }, at) => longTasks.filter(({ start }) => start > (since[at] ?? 0)));
  bench.report({ name: `CPU of a page in a second${how}`, value, unit: "ms", budget });
  bench.report({ name: `of that, its main thread${how}`, value: (work ?? Number.NaN) / LISTEN_SECONDS, unit: "ms" });
  bench.report({ name: `tasks over 50 ms${how}`, value: long.length, unit: "tasks", budget: GOALS.tasks });
}

/** Joins the conversation's call. Returns the time at which the button was pressed, in milliseconds since 1970. */
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

/**
 * Waits until the first page hears the others. Returns a function that measures the CPU time of that page's process.
 */
async function cpuOfFirst(browser: Browser, [first]: readonly Page[]): Promise<() => Promise<number>> {
  for (let index = 1; index < PEOPLE; index++) await first?.evaluate((tone) => window.talk.hear(tone), toneOf(index));
  const before = await cpuTimes(browser);
  await first?.evaluate(() => {
    for (const begun = performance.now(); performance.now() - begun < 1000; );
  });
  const used = [...(await cpuTimes(browser))].map(([id, time]) => ({ id, time: time - (before.get(id) ?? 0) }));
  const [busiest] = used.sort((one, other) => other.time - one.time);
  return () => cpuOf(browser, 1, busiest?.id);
}

/** Returns the CPU time that each of the browser's page processes has used, in seconds, by process id. */
async function cpuTimes(browser: Browser): Promise<Map<number, number>> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  await cdp.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return new Map(pages.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** Measures the average CPU time of a page, or of one process, in milliseconds a second. */
async function cpuOf(browser: Browser, pages: number, process?: number): Promise<number> {
  const seconds = async () => {
    const times = await cpuTimes(browser);
    return process === undefined ? [...times.values()].reduce((sum, time) => sum + time, 0) : (times.get(process) ?? 0);
  };
  const [before, begun] = [await seconds(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, LISTEN_SECONDS * 1000));
  const used = (await seconds()) - before;
  return (used * 1000) / ((performance.now() - begun) / 1000) / pages;
}
