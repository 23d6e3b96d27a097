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

/** Several tabs of one browser: one of them requests events for all, and when it is closed, another takes over. */
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
      const everywhere = async (mark: string) => {
        const painted = await Promise.allSettled(tabs.map((one) => one.painted(mark)));
        const behind = tabs.filter((_, at) => painted[at]?.status === "rejected");
        if (behind.length === 0) return;
        const how = await Promise.all(behind.map((one) => stateOf(one, mark)));
        throw new Error(`${behind.length} of ${tabs.length} tabs have not painted ${mark}: ${how.join("; ")}`);
      };
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

/** Describes the state of a tab that didn't paint a message: whether the message is missing or out of view. */
const stateOf = (tab: Tab, mark: string): Promise<string> =>
  tab.page.evaluate(
    ([mark = "", streams = ""]) => {
      const view = document.querySelector(".feed-viewport");
      const row = [...document.querySelectorAll(".feed-row")].find((one) => one.textContent?.includes(mark));
      const [edge, top] = [view?.getBoundingClientRect(), row?.getBoundingClientRect().top];
      const notice = document.querySelector(".shell-notice")?.textContent ?? "no notice";
      return `${row === undefined ? "it is not there" : `it is at ${top} of ${edge?.top} to ${edge?.bottom}`}, ${notice}, ${document.visibilityState}, streams: ${streams}`;
    },
    [mark, String(tab.asked("/json/events/stream"))],
  );

async function openTab(context: BrowserContext, url: string, mark: string): Promise<Tab> {
  const tab = await Tab.open(context);
  await tab.page.goto(url);
  await tab.painted(mark);
  return tab;
}
