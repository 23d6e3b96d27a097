import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

test("messages are moved to another topic and channel and back, and a topic is resolved, followed and muted", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const operations = await owner.channel("operations", [owner, omar]);
  const office = await owner.channel("office", [owner, omar]);
  for (const content of ["one", "two", "three"]) {
    await omar.ok(omar.post("/messages", { type: "channel", to: operations, topic: "crane", content }));
  }
  const { page } = await open(owner, { at: `#narrow/channel/${operations}-operations/topic/crane` });
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByText("three").waitFor();
  const topics = async (channel: number) =>
    (await owner.ok(owner.get(`/users/me/${channel}/topics`))).topics.map((one: { name: string }) => one.name);

  // From the second message on, into a topic of another channel.
  await feed.getByText("two").hover();
  await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: /^Move/ }).click();
  const dialog = page.getByRole("dialog", { name: "Move messages" });
  await dialog.getByRole("combobox", { name: "Topic" }).fill("lease");
  await dialog.getByRole("combobox", { name: "Channel" }).fill("off");
  await page.getByRole("option", { name: /office/ }).click();
  await dialog.getByRole("button", { name: "Move messages" }).click();
  // A notice stays while the pointer is on it.
  await page.getByRole("button", { name: "Undo" }).hover();
  await expect.poll(() => feed.getByText("two").count()).toBe(0);
  expect(await feed.getByText("one").count()).toBe(1);
  await expect.poll(() => topics(office)).toContain("lease");
  await page.getByRole("button", { name: "Undo" }).click();
  await feed.getByText("three").waitFor();
  await expect.poll(() => topics(office)).not.toContain("lease");

  await page.keyboard.press("o");
  await expect.poll(() => topics(operations)).toContain("✔ crane");
  // The page follows the topic once it hears of the change.
  await expect.poll(() => page.url()).toMatch(/\/topic\/\.E2\.9C\.94/);
  await feed.getByText("three").waitFor();
  await page.keyboard.press("o");
  await expect.poll(() => topics(operations)).toContain("crane");
  await expect.poll(() => page.url()).toMatch(/\/topic\/crane/);

  const policy = async () =>
    (await owner.ok(owner.post("/register", { fetch_event_types: ["user_topic"] }))).user_topics;
  await page.keyboard.press("f");
  await expect.poll(policy).toMatchObject([{ topic_name: "crane", visibility_policy: 3 }]);
  await page.keyboard.press("Shift+M");
  await expect.poll(policy).toMatchObject([{ topic_name: "crane", visibility_policy: 1 }]);
});
