import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { Tab } from "../web/tab.ts";
import { fillTopics, type MarkedTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const BUDGET = { atMost: 50 };
/** More topics than the client keeps in memory, so that when all of them are visited in turn, none is in memory. */
const TOPICS = 30;
const FEW = 5;
const SWITCHES = 120;

/** A user switches between topics that they viewed before. */
export const measure: Measure = {
  name: "web-switch",
  about: "from one topic to the next, as the browser has kept them, and as they are in memory",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team", hooks: true });
      const reader = await makeReader(server, organization);
      const channel = organization.channels[0]?.id ?? 0;
      const topics = await fillTopics(server, organization, { channel, count: TOPICS, messages: 60 });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const tab = await Tab.open(context);
      await tab.page.goto(`http://localhost:${server.port}/`);
      await tab.page.getByRole("main").waitFor();
      bench.progress("every topic once");
      for (const topic of topics) await goTo(tab, topic);
      await tab.page.reload();
      await tab.page.getByRole("main").waitFor();
      const switches = bench.settings.quick ? TOPICS : SWITCHES;
      const walk = async (name: string, among: readonly MarkedTopic[]) => {
        const times: number[] = [];
        for (let at = 0; at < switches; at++) {
          if (at % 20 === 0) bench.progress(`${name}, switch ${at}`);
          const topic = among[at % among.length];
          if (topic !== undefined) times.push(await goTo(tab, topic));
        }
        times.sort((a, b) => a - b);
        bench.report({ name: `${name}: p50`, value: quantile(times, 0.5), unit: "ms" });
        bench.report({ name: `${name}: p99`, value: quantile(times, 0.99), unit: "ms", budget: BUDGET });
      };
      await walk("from the database", topics);
      const few = topics.slice(0, FEW);
      for (const topic of few) await goTo(tab, topic);
      await walk("from memory", few);
      await context.close();
    }),
};

/** Opens a topic through a link. Returns the time until one of its messages is visible. */
async function goTo(tab: Tab, topic: MarkedTopic): Promise<number> {
  const time = await tab.page.evaluate(async ({ hash, mark }) => {
    const { painted } = window.recorded;
    delete painted[mark];
    const link = document.body.appendChild(document.createElement("a"));
    link.href = hash;
    const start = performance.now();
    link.click();
    link.remove();
    while (painted[mark] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    return painted[mark] - start;
  }, topic);
  // The server's response must arrive, too.
  await tab.page.waitForTimeout(60);
  return time;
}
