/** @module-tag nightly */
import { chromium } from "playwright-core";
import { expect, inject, test } from "vitest";
import { launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { foundOrganization } from "../../process/support/person.ts";
import { contentsOf } from "../support/messages.ts";
import { Visit } from "../support/visit.ts";

const started = inject("browser");
const MESSAGES = 24;
/** The server is killed within each round of this many, and restarted after the round. */
const ROUND = 8;

test.skipIf(started === null)(
  "a server killed while users send and a call rings loses and duplicates nothing",
  async ({ onTestFinished }) => {
    const data = makeData();
    const launch = (port?: string) => {
      // The last --port counts: users return to the same address.
      const again = port === undefined ? [] : ["--port", port];
      return launchOn({ data, args: ["--quiet", "--rate-limits", "off", "--test-hooks", ...again] }).running();
    };
    let server: Server = await launch();
    const browser = await chromium.launch(started ?? {});
    onTestFinished(async () => {
      await browser.close();
      await removeData(data);
    });
    const { port } = new URL(server.url);
    const owner = await foundOrganization(server, "harbour");
    const omar = await owner.invite("Omar");
    const crane = await owner.channel("crane", [owner]);
    await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "before" }));
    const visit = await Visit.begin(browser, server, owner, { at: "/help/connect", worker: true });
    // The last alternative is the browser's message when it can't fetch the service worker's script.
    visit.expects(/ERR_|Failed to (load|fetch)|50\d|error occurred when fetching the script/);
    const { page } = visit;
    await visit.context.addInitScript(registerLate);
    await visit.go(`#narrow/channel/${crane}-crane/topic/load`);
    const feed = page.getByRole("feed", { name: "Messages" });
    const text = page.getByRole("textbox", { name: /^Message/ });
    await feed.getByText("before").waitFor();
    // The server is down from before the client caches its files until after it has tried to.
    await page.waitForFunction(() => "isRegistering" in window);
    await server.killHard("all");
    await page.evaluate(() => window.dispatchEvent(new Event("killed")));
    await page.waitForFunction(() => "refusals" in window);
    server = await launch(port);

    const written: string[] = [];
    for (let number = 1; number <= MESSAGES; number++) {
      const content = `box ${String(number).padStart(3, "0")}`;
      written.push(content);
      await text.fill(content);
      await page.keyboard.press("Control+Enter");
      // Some are in flight at that moment.
      if (number % ROUND === ROUND / 2) await server.killHard("all");
      if (number % ROUND === 0) server = await launch(port);
    }
    const load = () => contentsOf(owner, ["channel", crane], ["topic", "load"]);
    await expect.poll(load).toEqual(["before", ...written]);
    // The page reconnects on its own, and shows each message once.
    await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "after" }));
    await feed.getByText("after", { exact: true }).waitFor();
    // A message that is being sent again is shown twice until the response arrives.
    for (const content of written)
      await expect.poll(() => feed.getByText(content).count(), { message: content }).toBe(1);
    await expect.poll(() => page.getByText(/^(You.re offline|The server isn.t responding)/).count()).toBe(0);

    const { call_id } = await omar.ok(omar.post("/calls", { type: "direct", to: [owner.id], ring: true }));
    const ring = page.getByRole("alertdialog", { name: "Omar Example is calling" });
    await ring.waitFor();
    await server.killHard("all");
    server = await launch(port);
    expect(await ring.count()).toBe(1);
    await owner.ok(owner.post(`/calls/${call_id}/decline`));
    await ring.waitFor({ state: "detached" });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    expect(visit.problems).toEqual([]);
  },
);

/**
 * Runs in the page before anything else. Delays the service worker's registration until the server is killed, and
 * records attempts and failures.
 */
function registerLate(): void {
  const { serviceWorker } = navigator;
  const isKilled = new Promise((resolve) => addEventListener("killed", resolve, { once: true }));
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = async (...given) => {
    Object.assign(window, { isRegistering: true });
    await isKilled;
    try {
      return await register(...given);
    } catch (error) {
      Object.assign(window, { refusals: true });
      throw error;
    }
  };
}
