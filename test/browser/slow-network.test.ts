import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";
import { holdRequests } from "./support/hold-requests.ts";

const composer = (page: Page) => page.getByRole("textbox", { name: /^Message/ });

/** A channel with a message in each of the given topics. */
async function channelWith(owner: Person, ...topics: readonly string[]) {
  const channel = await owner.channel("crane", [owner]);
  for (const topic of topics)
    await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic, content: `about ${topic}` }));
  return { channel, at: (topic: string) => `#narrow/channel/${channel}-crane/topic/${topic}` };
}

test("a message that is being scheduled takes no other text with it", async ({ owner, open }) => {
  const { at } = await channelWith(owner, "lunch", "tea");
  const visit = await open(owner, { at: at("lunch") });
  const { page } = visit;
  const scheduling = await holdRequests(page, "POST", "**/json/scheduled_messages");
  await composer(page).fill("good morning");
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
  await scheduling.made;
  await visit.go(at("tea"));
  await page.getByRole("article").getByText("about tea").waitFor();
  await composer(page).fill("a cup, please");
  scheduling.release();
  await page.getByText(/Scheduled for tomorrow/).waitFor();
  expect(await composer(page).inputValue()).toBe("a cup, please");
  await visit.go(at("lunch"));
  await page.getByRole("article").getByText("about lunch").waitFor();
  expect(await composer(page).inputValue()).toBe("");
});
