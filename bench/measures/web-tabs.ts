import type { BrowserContext } from "playwright-core";
import { median } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { MARK } from "../web/recorded.ts";
import { Tab } from "../web/tab.ts";
import { writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const TABS = 5;
const CONNECTIONS_BUDGET = { atMost: 1 };
const TAKE_OVER_BUDGET = { atMost: 1000 };

/** Tabs of one browser: one of them asks for events, and when it is closed, another one does. */
export const measure: Measure = {
  name: "web-tabs",
  about: "five tabs ask for events once; the one that asks is closed",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team" });
      const reader = await makeReader(server, organization);
      const { hash, mark } = await writeTopic(server, organization, { name: "tabs" });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const open = () => openTab(context, `http://localhost:${server.port}/${hash}`, mark);
      const write = async (marked: string) => {
        await writeTopic(server, organization, { name: "tabs", marked, messages: 1 });
        return `${MARK}${marked}`;
      };
      let tabs: Tab[] = [];
      while (tabs.length < TABS) tabs.push(await open());
      const asking = (one: Tab) => one.asked("/json/events/stream") > 0;
      const everywhere = (mark: string) => Promise.all(tabs.map((one) => one.painted(mark)));
      await everywhere(await write("before"));
      const connections = tabs.filter(asking).length;
      const times: number[] = [];
      for (let round = 1; round <= bench.settings.rounds; round++) {
        bench.progress(`round ${round}`);
        const leader = tabs.find(asking);
        tabs = tabs.filter((one) => one !== leader);
        const start = performance.now();
        await leader?.page.close();
        await everywhere(await write(`after-${round}`));
        times.push(performance.now() - start);
        tabs.push(await open());
      }
      bench.report({
        name: `connections of ${TABS} tabs`,
        value: connections,
        unit: "requests",
        budget: CONNECTIONS_BUDGET,
      });
      bench.report({
        name: "next event after the leader was closed",
        value: median(times),
        unit: "ms",
        budget: TAKE_OVER_BUDGET,
      });
      bench.report({ name: "the slowest of them", value: Math.max(...times), unit: "ms", budget: TAKE_OVER_BUDGET });
      await context.close();
    }),
};

async function openTab(context: BrowserContext, url: string, mark: string): Promise<Tab> {
  const tab = await Tab.open(context);
  await tab.page.goto(url);
  await tab.painted(mark);
  return tab;
}
