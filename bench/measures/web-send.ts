import { quantile } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";
import { makeReader, openAs } from "../web/reader.ts";
import { MARK } from "../web/recorded.ts";
import { Tab } from "../web/tab.ts";
import { writeTopic } from "../web/topics.ts";
import { withBrowser } from "../web/with-browser.ts";

const FRAMES_BUDGET = { atMost: 1 };
const FRAME_BUDGET = { atMost: 1000 / 60 };
const MESSAGES = 20;

/** A user sends a message, which should be on screen in the next frame. */
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
      const works: number[] = [];
      for (let at = 0; at < (bench.settings.quick ? 3 : MESSAGES); at++) {
        bench.progress(`message ${at + 1}`);
        const own = `${MARK}own-${at}`;
        await text.fill(`What I have to say is ${own}`);
        await tab.settle();
        await tab.page.evaluate(watchKey);
        works.push(await tab.workDuring(() => tab.page.keyboard.press("Control+Enter")));
        const painted = await tab.painted(own);
        const { pressed, frames: begun } = await tab.page.evaluate(() => window.keyWatched);
        const made = (await tab.recorded()).made[own] ?? Number.NaN;
        times.push(painted - pressed);
        // A frame shows what is in the document when it starts.
        frames.push(1 + begun.filter((time) => time < made).length);
        await tab.page.waitForTimeout(50);
      }
      for (const all of [times, frames, works]) all.sort((a, b) => a - b);
      bench.report({ name: "shown: p50", value: quantile(times, 0.5), unit: "ms" });
      bench.report({
        name: "frames until it is shown: most",
        value: frames.at(-1) ?? Number.NaN,
        unit: "frames",
        budget: FRAMES_BUDGET,
      });
      bench.report({ name: "work for it: p50", value: quantile(works, 0.5), unit: "ms", budget: FRAME_BUDGET });
      await context.close();
    }),
};

declare global {
  interface Window {
    /**
     * When the last key was pressed, and when each frame since then started, in milliseconds since the navigation
     * started.
     */
    keyWatched: { pressed: number; readonly frames: number[] };
  }
}

function watchKey(): void {
  const watched = { pressed: Number.NaN, frames: [] as number[] };
  window.keyWatched = watched;
  const frame = () => {
    watched.frames.push(performance.now());
    if (watched.frames.length < 60) requestAnimationFrame(frame);
  };
  const down = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    watched.pressed = event.timeStamp;
    removeEventListener("keydown", down, true);
    requestAnimationFrame(frame);
  };
  addEventListener("keydown", down, true);
}
