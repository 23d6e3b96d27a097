import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { contentsOf } from "../support/messages.ts";

test("a message written just before a tab closes is sent, or kept as a draft", async ({ owner, open }) => {
  const crane = await owner.channel("crane", [owner]);
  const at = (topic: string) => `#narrow/channel/${crane}-crane/topic/${topic}`;
  await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "before" }));
  const visit = await open(owner, { at: at("load"), worker: true });
  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const { context } = visit;
  await visit.page.evaluate(() => navigator.serviceWorker.ready);
  const sent: string[] = [];
  const begun: string[] = [];
  for (let number = 1; number <= 8; number++) {
    const isSent = number % 4 !== 0;
    const tab = await visit.tab(at(isSent ? "load" : `draft${number}`));
    const text = tab.getByRole("textbox", { name: /^Message/ });
    await text.waitFor();
    const isOffline = number % 2 === 0;
    if (isOffline) await context.setOffline(true);
    await text.fill(`box ${number}`);
    if (isSent) await text.press("Control+Enter");
    (isSent ? sent : begun).push(`box ${number}`);
    const closed = tab.waitForEvent("close");
    await tab.close({ runBeforeUnload: true });
    await closed;
    if (isOffline) await context.setOffline(false);
  }
  const there = () => contentsOf(owner, ["channel", crane], ["topic", "load"]);
  await expect.poll(there).toEqual(["before", ...sent]);
  const tab = await visit.tab("#drafts");
  const drafts = tab.getByRole("main").getByRole("listitem").locator(".written-source");
  await expect.poll(async () => (await drafts.allInnerTexts()).sort()).toEqual(begun);
});
