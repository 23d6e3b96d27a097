import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { MARK } from "../web/recorded.ts";
import { Tab } from "../web/tab.ts";
import { writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const FRAMES_BUDGET = { atMost: 1 };
const MESSAGES = 20;

/** Somebody writes: what they have written stands there in the next frame. */
export const measure: Measure = {
  name: "web-send",
  about: "one's own message is shown when Enter is pressed",
  run: (bench) =>
    withBrowser(bench, async (browser) => {
      const { server, organization } = await bench.stage({ of: "team" });
      const reader = await makeReader(server, organization);
      const { hash, mark } = await writeTopic(server, organization, { name: "send" });
      await server.call("POST", "/mark_all_as_read", {}, reader.account);
      const context = await openAs(reader, browser);
      const tab = await Tab.open(context);
      await tab.page.goto(`http://localhost:${server.port}/${hash}`);
      await tab.painted(mark);
      const text = tab.page.getByRole("textbox", { name: /^Message/ });
      const times: number[] = [];
      const frames: number[] = [];
      for (let at = 0; at < (bench.settings.quick ? 3 : MESSAGES); at++) {
        bench.progress(`message ${at + 1}`);
        await text.fill(`What I have to say is ${MARK}own-${at}`);
        await tab.settle();
        await tab.page.evaluate(watchKey);
        await text.press("Control+Enter");
        const painted = await tab.painted(`${MARK}own-${at}`);
        const { pressed, drawn } = await tab.page.evaluate(() => window.keyWatched);
        times.push(painted - pressed);
        frames.push(drawn.filter((time) => time > pressed && time <= painted).length);
        await tab.page.waitForTimeout(50);
      }
      times.sort((a, b) => a - b);
      frames.sort((a, b) => a - b);
      bench.report({ name: "shown: p50", value: quantile(times, 0.5), unit: "ms" });
      bench.report({ name: "shown: slowest", value: times.at(-1) ?? Number.NaN, unit: "ms" });
      bench.report({
        name: "frames until it is shown: p50",
        value: quantile(frames, 0.5),
        unit: "frames",
        budget: FRAMES_BUDGET,
      });
      await context.close();
    }),
};

declare global {
  interface Window {
    /** When the last key was pressed, and which frames have begun since, in milliseconds since the navigation began. */
    keyWatched: { pressed: number; readonly drawn: number[] };
  }
}

function watchKey(): void {
  const watched = { pressed: Number.NaN, drawn: [] as number[] };
  window.keyWatched = watched;
  const frame = (time: number) => {
    watched.drawn.push(time);
    if (watched.drawn.length < 60) requestAnimationFrame(frame);
  };
  const down = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    watched.pressed = event.timeStamp;
    removeEventListener("keydown", down, true);
    requestAnimationFrame(frame);
  };
  addEventListener("keydown", down, true);
}
