import type { BrowserContext } from "playwright-core";
import type { Bench } from "../bench.ts";
import { median } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { MARK } from "../web/recorded.ts";
import { HOME, Tab } from "../web/tab.ts";
import { type MarkedTopic, writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const CONVERSATION_BUDGET = { atMost: 150 };
/** A multiple of the time of a request that a page without the client makes. */
const LIVE_BUDGET = { atMost: 2 };
const REGISTRATIONS_BUDGET = { atMost: 0 };

/** A user returns to a topic in a browser they used before. */
export const measure: Measure = {
  name: "web-second-visit",
  about: "a topic is opened again, at 40 ms and 20 Mbit/s, and without a network",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team" });
      const reader = await makeReader(server, organization);
      const topic = await writeTopic(server, organization, { name: "second" });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const url = `http://localhost:${server.port}/${topic.hash}`;
      const context = await openAs(reader, browser);
      bench.progress("the first visit");
      await visitFirst(context, url, topic);
      const write = async (name: string) => {
        await writeTopic(server, organization, { name: "second", marked: name, messages: 1 });
        return `${MARK}${name}`;
      };
      await reportOnline(bench, { context, url, topic, write });
      await reportOffline(bench, { context, url, topic });
      await context.close();
    }),
};

interface Again {
  readonly context: BrowserContext;
  readonly url: string;
  readonly topic: MarkedTopic;
}

/** Visits the topic until the browser has cached what the client needs to open offline. */
async function visitFirst(context: BrowserContext, url: string, { mark }: MarkedTopic): Promise<void> {
  const tab = await Tab.open(context);
  await tab.page.goto(url);
  await tab.painted(mark);
  await tab.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await tab.page.close();
}

interface Online extends Again {
  /** Writes a message with a mark that contains this name. Returns the mark. */
  readonly write: (name: string) => Promise<string>;
}

async function reportOnline(bench: Bench, { context, url, topic, write }: Online): Promise<void> {
  const conversations: number[] = [];
  const lives: number[] = [];
  const roundTrips: number[] = [];
  let registrations = 0;
  for (let round = 0; round <= bench.settings.rounds; round++) {
    bench.progress(`round ${round}`);
    const written = await write(`meanwhile-${round}`);
    const tab = await Tab.open(context, HOME);
    await tab.page.goto(url, { waitUntil: "commit" });
    const conversation = await tab.painted(topic.mark);
    const live = await tab.painted(written);
    conversations.push(conversation);
    lives.push(live - conversation);
    roundTrips.push(await tab.page.evaluate(timeRequest));
    registrations += tab.asked("/json/register");
    await tab.page.close();
  }
  bench.report({
    name: "conversation",
    value: median(conversations.slice(1)),
    unit: "ms",
    budget: CONVERSATION_BUDGET,
  });
  bench.report({
    name: "what was written meanwhile, after that",
    value: median(lives.slice(1)),
    floor: median(roundTrips.slice(1)),
    unit: "ms",
    budget: LIVE_BUDGET,
  });
  bench.report({ name: "registrations", value: registrations, unit: "requests", budget: REGISTRATIONS_BUDGET });
}

async function timeRequest(): Promise<number> {
  const start = performance.now();
  await (await fetch("/health")).text();
  return performance.now() - start;
}

async function reportOffline(bench: Bench, { context, url, topic }: Again): Promise<void> {
  const conversations: number[] = [];
  await context.setOffline(true);
  for (let round = 0; round <= bench.settings.rounds; round++) {
    bench.progress(`offline, round ${round}`);
    const tab = await Tab.open(context);
    await tab.page.goto(url, { waitUntil: "commit" });
    conversations.push(await tab.painted(topic.mark));
    await tab.page.close();
  }
  const value = median(conversations.slice(1));
  bench.report({ name: "conversation, without a network", value, unit: "ms", budget: CONVERSATION_BUDGET });
}
