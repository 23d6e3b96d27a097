import type { Request } from "playwright-core";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { Tab } from "../web/tab.ts";
import { fillTopics } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const MESSAGES = 100_000;
const QUICK_MESSAGES = 3_000;
const DRIFT_BUDGET = { atMost: 0.5 };
const HEAP_BUDGET = { atMost: 40e6 };
const ELEMENTS_BUDGET = { atMost: 6000 };
/** When scrolling back, all messages are already in the browser. */
const REQUESTS_BUDGET = { atMost: 0 };

/** A user scrolls to the start of a long topic, and back to its end. */
export const measure: Measure = {
  name: "web-scroll",
  about: "100,000 messages of a topic are scrolled through, up and down",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team", hooks: true });
      const reader = await makeReader(server, organization);
      const messages = bench.settings.quick ? QUICK_MESSAGES : MESSAGES;
      bench.progress("writing the messages");
      const channel = organization.channels[0]?.id ?? 0;
      const [topic] = await fillTopics(server, organization, { channel, count: 1, messages });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const tab = await Tab.open(context);
      await tab.page.goto(`http://localhost:${server.port}/${topic?.hash}`);
      await tab.painted(topic?.mark ?? "");
      await tab.rest();
      for (const direction of ["up", "down"] as const) {
        bench.progress(`scrolling ${direction}`);
        let asked = 0;
        // Ignores the requests for the newest messages of all conversations, which the client sends at the same time.
        const count = (request: Request) => {
          const { pathname, searchParams } = new URL(request.url());
          if (pathname === "/json/messages" && searchParams.get("narrow") !== "[]") asked += 1;
        };
        tab.page.on("request", count);
        const { worst, elements, seen } = await tab.page.evaluate(scrollThrough, direction);
        tab.page.off("request", count);
        bench.report({
          name: `requests for messages, ${direction}`,
          value: asked,
          unit: "requests",
          ...(direction === "down" && { budget: REQUESTS_BUDGET }),
        });
        bench.report({ name: `messages seen, ${direction}`, value: seen, unit: "rows" });
        bench.report({ name: `largest drift, ${direction}`, value: worst, unit: "px", budget: DRIFT_BUDGET });
        bench.report({ name: `elements, ${direction}`, value: elements, unit: "elements", budget: ELEMENTS_BUDGET });
        const heap = await tab.heapBytes();
        bench.report({ name: `heap afterwards, ${direction}`, value: heap, unit: "bytes", budget: HEAP_BUDGET });
      }
      await context.close();
    }),
};

/**
 * Runs in the page. Scrolls until nothing more loads. Returns the largest distance by which loading messages shifted
 * the message in the middle, and the numbers of elements and of messages seen.
 */
async function scrollThrough(direction: "up" | "down") {
  const box = document.querySelector(".feed-viewport");
  if (box === null) throw new Error("there is no feed");
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const inTheMiddle = () => {
    const { top, height } = box.getBoundingClientRect();
    const rows = [...box.querySelectorAll<HTMLElement>("[data-row]")];
    return rows.find((row) => row.getBoundingClientRect().bottom > top + height / 2);
  };
  const seen = new Set<string>();
  let [worst, elements, steps] = [0, 0, 0];
  let moved = performance.now();
  // The end is reached when nothing has loaded for a while.
  while (performance.now() - moved < 3000) {
    const row = inTheMiddle();
    const before = { bottom: row?.getBoundingClientRect().bottom ?? 0, scroll: box.scrollTop };
    // Most steps jump to the edge of what is loaded, so that the end is reached soon. Every fourth scrolls by part of
    // the window.
    const far = steps % 4 === 3 ? 0.8 : 20;
    box.scrollTop += (direction === "up" ? -far : far) * box.clientHeight;
    const scrolled = before.scroll - box.scrollTop;
    await frame();
    await frame();
    if (row?.isConnected)
      worst = Math.max(worst, Math.abs(row.getBoundingClientRect().bottom - before.bottom - scrolled));
    const count = seen.size;
    for (const one of box.querySelectorAll<HTMLElement>("[data-row]")) seen.add(one.dataset["row"] ?? "");
    if (seen.size > count || scrolled !== 0) moved = performance.now();
    steps += 1;
    if (steps % 50 === 0) elements = Math.max(elements, document.querySelectorAll("*").length);
  }
  return { worst, elements: Math.max(elements, document.querySelectorAll("*").length), seen: seen.size };
}
