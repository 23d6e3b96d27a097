import type { Bench } from "../bench.ts";
import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { Tab } from "../web/tab.ts";
import { fillTopics } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const FRAME_BUDGET = { atMost: 1000 / 60 };
const CHANNELS = 10;
const TOPICS = 1000;
/** Prefixes of words that occur in many names, or in none. */
const TYPED = ["bek", "gak dik", "pobuk 3", "tok", "lisuk", "x9"];

/** A user searches for one of many topics. */
export const measure: Measure = {
  name: "web-palette",
  about: "a key is pressed in the palette, among 10,000 topics",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team", hooks: true });
      const reader = await makeReader(server, organization);
      const channels = organization.channels.filter(({ isPrivate }) => !isPrivate).slice(0, CHANNELS);
      for (const { id } of channels) {
        bench.progress("writing topics");
        await fillTopics(server, organization, { channel: id, count: bench.settings.quick ? 20 : TOPICS, messages: 1 });
      }
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const tab = await Tab.open(context);
      await tab.page.goto(`http://localhost:${server.port}/`);
      await tab.page.getByRole("main").waitFor();
      for (const { id } of channels) {
        const listed = tab.page.waitForResponse((response) => response.url().includes(`/users/me/${id}/topics`));
        await tab.page.evaluate((id) => location.assign(`#topics/channel/${id}`), id);
        await listed;
      }
      await typeInPalette(bench, tab);
      await context.close();
    }),
};

async function typeInPalette(bench: Bench, tab: Tab): Promise<void> {
  const { page } = tab;
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Jump or search" }).waitFor();
  await tab.settle();
  const times: number[] = [];
  for (let round = 0; round < (bench.settings.quick ? 1 : 3); round++) {
    for (const text of TYPED) {
      bench.progress(`typing ${text}`);
      const keys = [...text, ...Array.from(text, () => "Backspace")];
      for (const key of keys) {
        const work = await tab.workDuring(() => page.keyboard.press(key === " " ? "Space" : key));
        times.push(work);
      }
    }
  }
  times.sort((a, b) => a - b);
  bench.report({ name: "work for a key: p50", value: quantile(times, 0.5), unit: "ms" });
  bench.report({ name: "work for a key: p99", value: quantile(times, 0.99), unit: "ms", budget: FRAME_BUDGET });
}
