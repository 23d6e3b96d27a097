import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { holdRequests } from "./support/hold-requests.ts";
import { test } from "./support/shared-page.ts";

test("a poll shows each option's share of those who voted, as a bar and a percentage", async ({ owner, open }) => {
  const [iris, omar] = [await owner.invite("Iris"), await owner.invite("Omar")];
  const channel = await owner.channel("crane", [owner, iris, omar]);
  const content = "/poll Where?\nHarbour\nCanteen";
  const { id } = await owner.ok(owner.post("/messages", { type: "stream", to: channel, topic: "lunch", content }));
  const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  for (const person of [iris, omar])
    await person.ok(person.post("/submessage", { message_id: id, msg_type: "widget", content: vote }));
  const visit = await open(owner, { at: `#narrow/channel/${channel}-crane/topic/lunch` });
  const { page } = visit;
  const option = (name: string) => page.locator(".poll-option", { hasText: name });
  await page.getByText("2 people voted").waitFor();
  await option("Harbour").getByText("100%").waitFor();

  // A press anywhere in the row votes.
  await option("Canteen").click({ position: { x: 200, y: 30 } });
  await page.getByRole("button", { name: "Canteen, 1 vote", pressed: true }).waitFor();
  await page.getByText("3 people voted").waitFor();
  await option("Canteen").getByText("33%").waitFor();
  await option("Harbour").getByText("67%").waitFor();
  const bar = (name: string) =>
    option(name).evaluate((one) => Number.parseFloat(getComputedStyle(one, "::before").backgroundSize));
  expect([await bar("Harbour"), await bar("Canteen")].map(Math.round)).toEqual([67, 33]);
  expect(await visit.accessProblems()).toEqual([]);

  // The check of one's own vote can be seen with the system's colors, too.
  await page.emulateMedia({ forcedColors: "active" });
  const contrast = await option("Canteen")
    .locator(".poll-check")
    .evaluate((one) => {
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => (Number(part) / 255) ** 2.2);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const { color, backgroundColor } = getComputedStyle(one);
      const [low = 0, high = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
  expect(contrast).toBeGreaterThan(3);
});

test("options and tasks added in quick succession are all kept, even if the event about the previous one hasn't arrived", async ({
  crew: { owner },
  show,
}) => {
  const channel = await owner.channel("galley", [owner]);
  for (const content of ["/poll Where?\nHarbour", "/todo Tidy up\nDesk"])
    await owner.ok(owner.post("/messages", { type: "stream", to: channel, topic: "lunch", content }));
  const { page } = await show(owner, `#narrow/channel/${channel}-galley/topic/lunch`);
  const sent: Record<string, unknown>[] = [];
  // The server responds, but its events don't arrive.
  await page.route("**/json/submessage", (route) => {
    sent.push(JSON.parse(new URLSearchParams(route.request().postData() ?? "").get("content") ?? ""));
    return route.fulfill({ json: { result: "success", msg: "" } });
  });
  for (const name of ["New option", "New task"]) {
    const field = page.getByRole("textbox", { name });
    for (const text of ["soup", "rice"]) {
      await field.fill(text);
      await field.press("Enter");
      await expect.poll(() => field.inputValue()).toBe("");
    }
  }
  expect(sent.map(({ idx, key, option, task }) => [idx ?? key, option ?? task])).toEqual([
    [1, "soup"],
    [2, "rice"],
    [1, "soup"],
    [2, "rice"],
  ]);
});

test("editing a poll's question focuses its field, and closing the field returns the focus to the button", async ({
  crew: { owner },
  show,
}) => {
  const channel = await owner.channel("hold", [owner]);
  await owner.ok(
    owner.post("/messages", { type: "stream", to: channel, topic: "lunch", content: "/poll Where?\nHere" }),
  );
  const { page } = await show(owner, `#narrow/channel/${channel}-hold/topic/lunch`);
  const [edit, field] = [
    page.getByRole("button", { name: "Edit question" }),
    page.getByRole("textbox", { name: "Edit question" }),
  ];
  const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
  for (const key of ["Escape", "Enter"]) {
    await edit.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => hasFocus(field)).toBe(true);
    await page.keyboard.press(key);
    await expect.poll(() => hasFocus(edit)).toBe(true);
  }
});

test("a task checked again before the server has answered stays done", async ({ crew: { owner }, show }) => {
  const channel = await owner.channel("deck", [owner]);
  const content = "/todo Tidy up\nDesk";
  const { id } = await owner.ok(owner.post("/messages", { type: "stream", to: channel, topic: "lunch", content }));
  const { page } = await show(owner, `#narrow/channel/${channel}-deck/topic/lunch`);
  const held = await holdRequests(page, "POST", "**/json/submessage");
  const task = page.getByRole("checkbox", { name: "Desk" });
  await task.click();
  await held.made;
  await task.click();
  held.release();
  await expect.poll(() => task.isChecked()).toBe(true);
  const { message } = await owner.ok(owner.get(`/messages/${id}`));
  expect(message.submessages.map((one: { content: string }) => JSON.parse(one.content).type)).toEqual([
    undefined,
    "strike",
  ]);
});
