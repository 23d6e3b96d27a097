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

test("what is typed into a channel's page while it is saved stays in its editor", async ({ owner, open }) => {
  const channel = await owner.channel("kitchen", [owner]);
  const write = (content: string, base_version: number) =>
    owner.ok(owner.patch(`/streams/${channel}/page`, { content, base_version }));
  await write("one\n\ntwo\n\nthree", 0);
  const visit = await open(owner, { at: `#board/channel/${channel}-kitchen` });
  const { page } = visit;
  const text = page.getByRole("textbox", { name: "Text of the page" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Edit page");
  const first = await holdRequests(page, "PATCH", "**/page");
  await text.fill("one\n\ntwo\n\nthree, four");
  await press("Save");
  await first.made;
  await text.fill("one\n\ntwo\n\nthree, four, five");
  first.release();
  await expect.poll(() => page.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe(null);
  expect(await text.inputValue()).toBe("one\n\ntwo\n\nthree, four, five");

  // Someone else's change is merged into what was typed while the conflict was not yet known.
  visit.expects(/400 \(Bad Request\).*\/page\)/);
  await page.unrouteAll();
  const second = await holdRequests(page, "PATCH", "**/page");
  await press("Save");
  await second.made;
  await write("one, as they say\n\ntwo\n\nthree, four", 2);
  await text.fill("one\n\ntwo\n\nthree, four, five, six");
  second.release();
  await page.getByRole("alert").getByText("Both changes are in the text.").waitFor();
  expect(await text.inputValue()).toBe("one, as they say\n\ntwo\n\nthree, four, five, six");
  await page.unrouteAll();
  await press("Save");
  await page.getByRole("button", { name: "Edit page" }).waitFor();
  const { page: saved } = await owner.ok(owner.get(`/streams/${channel}/board`));
  expect(saved.content).toBe("one, as they say\n\ntwo\n\nthree, four, five, six");
});
