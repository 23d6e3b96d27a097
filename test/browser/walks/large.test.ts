/** @module-tag nightly */
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { enlarge, nameOf } from "../support/large.ts";
import type { Visit } from "../support/visit.ts";

const isSmall = async (visit: Visit) => expect(await visit.elements()).toBeLessThan(6_000);

test("in an organization with 10,000 people and 1,000 channels, every list finds its entries, but renders only some", async ({
  owner,
  open,
}) => {
  const { member, colleague, channels, people } = await enlarge(owner);
  const group = { name: "half", description: "", members: people.slice(0, 5000) };
  const { group_id: half } = await owner.ok(owner.post("/user_groups/create", group));
  const idOf = (name: string) => channels.get(name) ?? 0;
  const visit = await open(member, { at: "#inbox" });
  const { page } = visit;
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog", { name: "Jump or search" });
  const option = page.getByRole("option");

  // The inbox has all channels, including the last.
  await main.getByRole("heading", { name: /2,00\d unread/ }).waitFor();
  await main.getByRole("region", { name: "channel 0" }).getByText("what is planned in channel 0").waitFor();
  await isSmall(visit);
  await main.getByRole("region", { name: "channel 999" }).scrollIntoViewIfNeeded();
  await main.getByRole("region", { name: "channel 999" }).getByText("what is planned in channel 999").waitFor();
  await isSmall(visit);

  // The navigation scrolls to its end, and back.
  const inNavigation = (name: string) => navigation.getByRole("link", { name: new RegExp(`^${name}\\b`) });
  await inNavigation("channel 0").waitFor();
  expect(await inNavigation("channel 999").count()).toBe(0);
  const scroll = (to: number) => navigation.locator(".nav-scroll").evaluate((box, top) => box.scrollTo({ top }), to);
  await scroll(1_000_000);
  await inNavigation("channel 999").waitFor();
  expect(await inNavigation("channel 0").count()).toBe(0);
  await isSmall(visit);

  // Changes by others appear in place.
  await owner.ok(owner.patch(`/streams/${idOf("channel 998")}`, { new_name: "zebra crossing" }));
  await inNavigation("zebra crossing").waitFor();
  expect(await inNavigation("channel 998").count()).toBe(0);
  await colleague.ok(
    colleague.post("/messages", { type: "channel", to: idOf("channel 999"), topic: "plans", content: "one more" }),
  );
  await inNavigation("channel 999").filter({ hasText: "3" }).waitFor();
  await scroll(0);
  await inNavigation("channel 0").waitFor();

  // Finds one channel of a thousand, and one person of ten thousand.
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").fill("channel 777");
  await option.filter({ hasText: "channel 777" }).first().waitFor();
  await isSmall(visit);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "channel 777" }).waitFor();
  await page.keyboard.press("q");
  await dialog.getByRole("combobox").fill("8765");
  await option.filter({ hasText: nameOf(8765) }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: nameOf(8765) }).waitFor();

  // A mention of a user whose new name is all that the server has announced.
  const text = page.getByRole("textbox", { name: /^Message/ });
  const person = await owner.as("person4321@example.com", "correct horse battery");
  await owner.ok(owner.patch(`/users/${person.id}`, { full_name: "Zenobia Newname" }));
  await text.click();
  await text.pressSequentially("@zenobia");
  await page.getByRole("option", { name: /Zenobia Newname/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => text.inputValue()).toContain("@**Zenobia Newname**");
  await isSmall(visit);
  await text.fill("");
  await page.keyboard.press("Escape");

  await visit.go("#channels/all");
  await main.getByText("channel 0", { exact: true }).waitFor();
  await isSmall(visit);
  await main.getByRole("searchbox", { name: "Find a channel" }).fill("zebra");
  await main.getByRole("link", { name: "zebra crossing" }).waitFor();
  expect(await main.getByRole("link", { name: /^channel/ }).count()).toBe(0);

  await visit.go("#organization/channels");
  await main.getByRole("link", { name: "channel 0", exact: true }).waitFor();
  await isSmall(visit);
  await main.getByRole("searchbox", { name: "Find a channel" }).fill("zebra");
  await main.getByRole("link", { name: "zebra crossing" }).click();
  await main.getByRole("textbox", { name: "Description" }).waitFor();
  await isSmall(visit);

  await visit.go("#organization/users");
  await main.getByText(/^10,00\d people/).waitFor();
  await isSmall(visit);
  await main.getByRole("searchbox", { name: "Find people" }).fill("4271 huber");
  await main.getByText(/^1 person/).waitFor();
  await main.getByText(nameOf(4271)).waitFor();
  await isSmall(visit);

  // A group with half of the users.
  await visit.go("#groups/all");
  await main.getByRole("searchbox", { name: "Find groups" }).fill("hal");
  await main.getByRole("link", { name: "half" }).click();
  await main.getByText("5,000 people in total").waitFor();
  await isSmall(visit);
  await main.getByRole("searchbox", { name: "Find a member" }).fill("4999 jensen");
  await main.getByRole("button", { name: nameOf(4999), exact: true }).waitFor();
  expect(await main.getByRole("button", { name: /Jensen/ }).count()).toBe(1);

  await visit.go("#channels/all");

  // Everyone is subscribed to the default channel.
  await main.getByRole("searchbox", { name: "Find a channel" }).fill("general");
  await main.getByRole("button", { name: /general/ }).click();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByRole("heading", { name: /Away · 10,00\d/ }).waitFor();
  await isSmall(visit);
  await details.evaluate((pane) => pane.scrollTo({ top: 1_000_000 }));
  await details.getByRole("button", { name: "Zenobia Newname" }).waitFor();
  expect(await details.getByRole("button", { name: nameOf(0), exact: true }).count()).toBe(0);
  await isSmall(visit);
  await details.getByRole("searchbox", { name: "Find people" }).fill("4271 huber");
  await details.getByRole("button", { name: nameOf(4271) }).waitFor();
  expect(await details.getByRole("button", { name: /Huber/ }).count()).toBe(1);
  await details.getByRole("button", { name: "Close" }).click();

  // A group direct message.
  await visit.go("#recent");
  await main.getByRole("heading", { level: 1, name: "Recent" }).waitFor();
  await isSmall(visit);
  await navigation.getByRole("button", { name: "New direct message" }).click();
  for (const number of [17, 9999]) {
    const people = page.getByRole("combobox", { name: /people|person/i });
    await people.fill(nameOf(number));
    await page
      .getByRole("option", { name: nameOf(number) })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
  }
  await isSmall(visit);
  await text.fill("good morning, both of you");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("article").filter({ hasText: "good morning, both of you" }).waitFor();
  await navigation.getByRole("link", { name: `${nameOf(17)}, ${nameOf(9999)}` }).waitFor();

  // A reload shows everything at once.
  await page.reload();
  await page.getByRole("article").filter({ hasText: "good morning, both of you" }).waitFor();
  await isSmall(visit);
  expect(await visit.accessProblems()).toEqual([]);

  // An administrator of the group finds other users, and so does a permission's field.
  const desk = await open(owner, { at: `#groups/${half}` });
  const atDesk = desk.page.getByRole("main");
  await atDesk.getByRole("combobox", { name: "Add people" }).fill("5000");
  await desk.page.getByRole("option", { name: nameOf(5000) }).waitFor();
  await isSmall(desk);
  await desk.go("#organization/organization-permissions");
  const row = "Who can create public channels";
  await atDesk.getByRole("combobox", { name: row, exact: true }).selectOption("Specific people and groups…");
  await atDesk.getByRole("combobox", { name: `${row}: who` }).fill("8765");
  await desk.page.getByRole("option", { name: nameOf(8765) }).waitFor();
  await isSmall(desk);
});
