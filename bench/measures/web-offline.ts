import type { Bench, Stage } from "../bench.ts";
import { median } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs, type Reader } from "../web/reader.ts";
import { databaseBytes, storedMessages } from "../web/stored.ts";
import { Tab } from "../web/tab.ts";
import { fillTopics, type MarkedTopic, writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

/** The maximum number of messages that the client stores. */
const MESSAGES = 10_000;
const TOPICS = 100;
/** Messages written in a week. */
const MISSED = 2_000;
const SEARCHES = 10;
/** Time between two keys of a fast typist. */
const KEY_MS = 80;
const ACTS = 10;
const SEARCH_BUDGET = { atMost: 50 };
const ACT_BUDGET = { atMost: 50 };
const CATCH_UP_BUDGET = { atMost: 1 };
/** The time within which the client must have stored the messages. It fetches them in pages, with pauses in between. */
const MAX_MS = 300_000;

/** A user works offline on the newest messages, and reconnects after a week. */
export const measure: Measure = {
  name: "web-offline",
  about: "the newest 10,000 messages without a network: searches, acts, bytes; and catching up after a week",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const stage = await bench.stage({ of: "team", hooks: true });
      const { server, organization } = stage;
      const reader = await makeReader(server, organization);
      const channel = organization.channels[0]?.id ?? 0;
      const messages = bench.settings.quick ? MESSAGES / 10 : MESSAGES;
      bench.progress("writing messages");
      const topics = await fillTopics(server, organization, { channel, count: TOPICS, messages: messages / TOPICS });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const tab = await Tab.open(context);
      const registered = tab.page.waitForResponse((response) => response.url().endsWith("/json/register"));
      const [first] = topics;
      if (first === undefined) throw new Error("no topic was written");
      await tab.page.goto(`http://localhost:${server.port}/${first.hash}`);
      const { queue_id } = (await (await registered).json()) as { queue_id: string };
      await tab.painted(first.mark);
      await reportStored(bench, tab, messages);
      await tab.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await context.setOffline(true);
      await reportSearches(bench, tab, topics);
      await reportActs(bench, tab, first);
      await tab.page.close();
      await context.setOffline(false);
      await reportCatchUp(bench, { stage, reader, queue: queue_id, open: () => Tab.open(context) });
      await context.close();
    }),
};

/** Waits until the browser has stored the messages, and reports how much storage they take. */
async function reportStored(bench: Bench, tab: Tab, messages: number): Promise<void> {
  const end = performance.now() + MAX_MS;
  let stored = await storedMessages(tab.page);
  while (stored.messages < messages && performance.now() < end) {
    bench.progress(`${stored.messages} messages are stored`);
    await tab.page.waitForTimeout(2_000);
    stored = await storedMessages(tab.page);
  }
  bench.report({ name: "messages stored", value: stored.messages, unit: "rows", budget: { atLeast: messages } });
  const value = await databaseBytes(tab.page);
  bench.report({ name: "bytes on disk", value, floor: stored.textBytes, unit: "bytes" });
}

/** Searches for words that each occur in a single topic, and reports the times. */
async function reportSearches(bench: Bench, tab: Tab, topics: readonly MarkedTopic[]): Promise<void> {
  const times: number[] = [];
  for (const { mark } of topics.slice(-SEARCHES)) {
    bench.progress(`search ${times.length + 1}`);
    times.push(await searchFor(tab, mark));
    await tab.rest();
  }
  const [first = Number.NaN, ...later] = times;
  bench.report({ name: "first search for a word", value: first, unit: "ms", budget: SEARCH_BUDGET });
  bench.report({ name: "later searches: p50", value: median(later), unit: "ms", budget: SEARCH_BUDGET });
}

/** Types a word into the search dialog. Returns the time from Enter until the marked message is visible. */
async function searchFor(tab: Tab, mark: string): Promise<number> {
  const { page } = tab;
  await page.locator("main").focus();
  await page.keyboard.press("/");
  await page.keyboard.type(mark, { delay: KEY_MS });
  // The page must start listening before the key is pressed, because a key press reaches it before evaluated code does.
  const found = await page.evaluateHandle((mark) => {
    const { painted } = window.recorded;
    delete painted[mark];
    const time = new Promise<number>((resolve) => {
      const begin = ({ key, timeStamp }: KeyboardEvent) => {
        if (key !== "Enter") return;
        removeEventListener("keydown", begin, true);
        const look = setInterval(() => {
          const at = painted[mark];
          if (at === undefined) return;
          clearInterval(look);
          resolve(at - timeStamp);
        }, 5);
      };
      addEventListener("keydown", begin, true);
    });
    return { time };
  }, mark);
  await page.keyboard.press("Enter");
  return found.evaluate(({ time }) => time);
}

/** Stars and unstars a message, repeatedly, and reports the times. */
async function reportActs(bench: Bench, tab: Tab, { hash, mark }: MarkedTopic): Promise<void> {
  await goTo(tab, hash, mark);
  await tab.rest();
  await tab.page.getByRole("article").last().focus();
  const works: number[] = [];
  for (let at = 0; at < ACTS; at++) {
    bench.progress(`act ${at + 1}`);
    const stars = await tab.page.locator(".message-star").count();
    works.push(await tab.workDuring(() => tab.page.keyboard.press("Control+s")));
    if ((await tab.page.locator(".message-star").count()) === stars) throw new Error("the star did not change");
  }
  bench.report({ name: "work for a star: p50", value: median(works), unit: "ms", budget: ACT_BUDGET });
}

interface Return {
  readonly stage: Stage;
  readonly reader: Reader;
  readonly queue: string;
  readonly open: () => Promise<Tab>;
}

/** Reconnects after the queue has expired and thousands of messages were written. Reports the client's requests. */
async function reportCatchUp(bench: Bench, { stage, reader, queue, open }: Return): Promise<void> {
  const { server, organization } = stage;
  bench.progress("a week passes");
  await server.call("DELETE", "/events", { queue_id: queue }, reader.account);
  const [, channel] = organization.channels.filter(({ isPrivate }) => !isPrivate);
  const count = bench.settings.quick ? MISSED / 10 : MISSED;
  await fillTopics(server, organization, {
    channel: channel?.id ?? 0,
    count: TOPICS / 2,
    messages: count / (TOPICS / 2),
  });
  const { hash, mark } = await writeTopic(server, organization, { name: "week", messages: 1 });
  const tab = await open();
  await tab.page.goto(`http://localhost:${server.port}/${hash}`);
  await tab.painted(mark);
  const asked = (pattern: RegExp) => tab.exchanges.filter(({ path }) => pattern.test(path)).length;
  await tab.rest();
  const value = asked(/^\/json\/register$/);
  bench.report({ name: "registrations after a week", value, unit: "requests", budget: CATCH_UP_BUDGET });
  bench.report({ name: "requests for messages after a week", value: asked(/^\/json\/messages$/), unit: "requests" });
}

/** Opens a narrow. Returns the time until the marked message is visible. */
const goTo = (tab: Tab, hash: string, mark: string): Promise<number> =>
  tab.page.evaluate(
    async ({ hash, mark }) => {
      const { painted } = window.recorded;
      delete painted[mark];
      const start = performance.now();
      location.hash = hash;
      while (painted[mark] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
      return painted[mark] - start;
    },
    { hash, mark },
  );
