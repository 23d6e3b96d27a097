import type { BrowserContext } from "playwright-core";
import type { Stage } from "../bench.ts";
import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { MARK } from "../web/recorded.ts";
import { Tab } from "../web/tab.ts";
import { fillTopics } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const BUDGET = { atMost: 150 };
/** The most pins that a board can have. */
const PINS = { topics: 40, messages: 40, links: 20 };
const OPENINGS = 30;
const FEW = 6;
const PAGE = `${MARK}board-page`;
const LAST = `${MARK}board-last`;

/** A user opens the board of a channel that has the maximum number of pins. */
export const measure: Measure = {
  name: "web-board",
  about: "a board with a page and 100 pins is opened, from the server and from memory",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const stage = await bench.stage({ of: "team", hooks: true });
      const { server, organization } = stage;
      const reader = await makeReader(server, organization);
      const [channel, other] = organization.channels.filter(({ isPrivate }) => !isPrivate);
      if (channel === undefined || other === undefined) throw new Error("the organization has no channels");
      bench.progress("filling a board");
      await fillBoard(stage, channel.id);
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const openings = bench.settings.quick ? FEW : OPENINGS;
      const url = `http://localhost:${server.port}/#board/channel/${other.id}`;
      const [fresh, alone, again]: [number[], number[], number[]] = [[], [], []];
      for (let at = 0; at < openings; at++) {
        bench.progress(`from the server, ${at}`);
        const context = await openAs(reader, browser);
        const tab = await openOther(context, url);
        fresh.push(await openBoard(tab, channel.id));
        alone.push(await ask(tab, channel.id));
        await context.close();
      }
      const context = await openAs(reader, browser);
      const tab = await openOther(context, url);
      await openBoard(tab, channel.id);
      for (let at = 0; at < openings; at++) {
        bench.progress(`from memory, ${at}`);
        await tab.page.evaluate((id) => location.assign(`#board/channel/${id}`), other.id);
        await tab.rest();
        again.push(await openBoard(tab, channel.id));
      }
      const p50 = (times: readonly number[]) =>
        quantile(
          [...times].sort((a, b) => a - b),
          0.5,
        );
      for (const [name, times, floor] of [
        ["from the server", fresh, p50(alone)],
        ["from memory", again, undefined],
      ] as const) {
        times.sort((a, b) => a - b);
        bench.report({ name: `${name}: p50`, value: p50(times), unit: "ms", ...(floor !== undefined && { floor }) });
        bench.report({ name: `${name}: p99`, value: quantile(times, 0.99), unit: "ms", budget: BUDGET });
      }
      bench.report({ name: "elements", value: await tab.elements(), unit: "elements" });
      await context.close();
    }),
};

async function fillBoard({ server, organization }: Stage, channel: number): Promise<void> {
  const topics = await fillTopics(server, organization, { channel, count: PINS.topics, messages: 2 });
  const names = topics.map(({ hash }) => decodeURIComponent((hash.split("/").at(-1) ?? "").replaceAll(".", "%")));
  for (const topic of names) await server.call("POST", `/streams/${channel}/pins`, { topic });
  for (let at = 0; at < PINS.messages; at++) {
    const content = at === PINS.messages - 1 ? LAST : `What was decided on day ${at}, and why it was.`;
    const message = { type: "channel", to: channel, topic: names[at] ?? "", content };
    const { id } = await server.call<{ id: number }>("POST", "/messages", message, organization.people[at % 7]);
    await server.call("POST", `/streams/${channel}/pins`, { message_id: id });
  }
  for (let at = 0; at < PINS.links; at++) {
    const link = { url: `https://example.com/papers/${at}`, title: `Paper ${at}` };
    await server.call("POST", `/streams/${channel}/pins`, link);
  }
  const content = [`${PAGE} says what newcomers need.`, ...PARAGRAPHS].join("\n\n");
  await server.call("PATCH", `/streams/${channel}/page`, { content, base_version: 0 });
}

const PARAGRAPHS = Array.from(
  { length: 20 },
  (_, at) => `## Part ${at}\n\n- **One** thing\n- [Another](https://example.com)`,
);

/** Opens an empty board, which loads the scripts and styles. */
async function openOther(context: BrowserContext, url: string): Promise<Tab> {
  const tab = await Tab.open(context);
  await tab.page.goto(url);
  await tab.page.getByRole("heading", { name: "Board" }).waitFor();
  await tab.rest();
  return tab;
}

/** Opens the board through a link. Returns the time until its page and its last pinned message are visible. */
const openBoard = (tab: Tab, channel: number): Promise<number> =>
  tab.page.evaluate(
    async ({ hash, first, last }) => {
      const { painted, made } = window.recorded;
      delete painted[first];
      delete made[last];
      const link = document.body.appendChild(document.createElement("a"));
      link.href = hash;
      const start = performance.now();
      link.click();
      link.remove();
      for (;;) {
        const ends = [painted[first], made[last]];
        if (ends.every((end) => end !== undefined)) return Math.max(...(ends as number[])) - start;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    { hash: `#board/channel/${channel}`, first: PAGE, last: LAST },
  );

/**
 * Sends the requests that opening a board needs, one after the other, from the page, without drawing anything. Returns
 * the time they take.
 */
const ask = (tab: Tab, channel: number): Promise<number> =>
  tab.page.evaluate(async (id) => {
    const get = async (address: string) => (await fetch(address)).json();
    const start = performance.now();
    const { pins } = await get(`/json/streams/${id}/board`);
    const ids = pins.flatMap(({ message_id }: { message_id?: number }) => message_id ?? []);
    await get(`/json/messages?${new URLSearchParams({ message_ids: JSON.stringify(ids) })}`);
    return performance.now() - start;
  }, channel);
