import type { Browser } from "playwright-core";
import { compare } from "../comparison.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs, type Reader } from "../web/reader.ts";
import { HOME, Tab } from "../web/tab.ts";
import { writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const PAINT_BUDGET = { atMost: 100 };
const CONVERSATION_BUDGET = { atMost: 500 };
const REQUESTS_BUDGET = { atMost: 4 };

/** A logged-in user opens a topic in a browser that has none of the client's files. */
export const measure: Measure = {
  name: "web-first-visit",
  about: "a topic is opened in a browser that has nothing of the client, at 40 ms and 20 Mbit/s",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team" });
      const reader = await makeReader(server, organization);
      const { hash, mark } = await writeTopic(server, organization, { name: "first" });
      const url = `http://localhost:${server.port}/${hash}`;
      const before = `http://localhost:${server.floors}/plain`;
      const visit = (address: string) => firstVisit(browser, reader, { address, mark, before });
      bench.progress("looking what is loaded");
      const { exchanges } = await visit(url);
      const bytes = (pattern: RegExp) =>
        String(exchanges.filter(({ path }) => pattern.test(path)).reduce((sum, { bytes }) => sum + bytes, 0));
      const sizes = { style: bytes(/\.css$/), script: bytes(/\.js$/), data: bytes(/^\/json\//), text: mark };
      const floor = `http://localhost:${server.floors}/page?${new URLSearchParams(sizes)}`;
      const times = async (address: string) => {
        const { paint, conversation } = await visit(address);
        return { paint, conversation };
      };
      const found = await compare(
        bench.settings.rounds,
        { ours: () => times(url), floor: () => times(floor) },
        (what) => bench.progress(what),
      );
      for (const [name, key, budget] of [
        ["first paint", "paint", PAINT_BUDGET],
        ["conversation", "conversation", CONVERSATION_BUDGET],
      ] as const) {
        bench.report({ name, value: found.ours[key], unit: "ms", budget });
        bench.report({ name: `${name}, of a page of as many bytes`, value: found.floor[key], unit: "ms" });
      }
      const asked = exchanges.findIndex(({ path }) => path === "/json/messages");
      const files = exchanges.slice(0, asked).filter(({ path }) => /^\/(w\/.*\.(js|css))?$/.test(path));
      bench.report({
        name: "files before messages are asked for",
        value: files.length,
        unit: "requests",
        budget: REQUESTS_BUDGET,
      });
    }),
};

interface Visited {
  readonly address: string;
  readonly mark: string;
  /** The address of a blank page, opened first so that the browser has already started. */
  readonly before: string;
}

async function firstVisit(browser: Browser, reader: Reader, { address, mark, before }: Visited) {
  const context = await openAs(reader, browser);
  const tab = await Tab.open(context);
  await tab.page.goto(before);
  await tab.setLine(HOME);
  tab.exchanges.length = 0;
  await tab.page.goto(address, { waitUntil: "commit" });
  const conversation = await tab.painted(mark);
  const paint = await tab.firstPaint();
  const exchanges = [...tab.exchanges];
  await context.close();
  return { paint, conversation, exchanges };
}
