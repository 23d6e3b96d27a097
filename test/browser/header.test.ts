import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

test("a topic's header has a call button, the faces of the latest senders, and a menu with the rest", async ({
  owner,
  open,
}) => {
  const [iris, omar] = [await owner.invite("Iris"), await owner.invite("Omar")];
  const channel = await owner.channel("crane", [owner, iris, omar]);
  for (const person of [iris, omar])
    await person.ok(person.post("/messages", { type: "stream", to: channel, topic: "brakes", content: "Hello" }));
  const visit = await open(owner, { at: `#narrow/channel/${channel}-crane/topic/brakes` });
  const { page } = visit;
  const tools = page.locator(".place-tools");
  const people = tools.getByRole("button", { name: "In this conversation" });
  await expect.poll(() => people.locator(".avatar").count()).toBe(2);
  await tools.getByRole("button", { name: "Start voice call" }).waitFor();
  const names = () =>
    tools
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? (one as HTMLElement).innerText.split("\n")[0]));
  expect(await names()).toEqual(["Start voice call", "In this conversation", "More"]);
  expect(await visit.accessProblems()).toEqual([]);

  await tools.getByRole("button", { name: "More" }).click();
  for (const name of ["Start video call", "Jump to date", "Mark as resolved"])
    await page.getByRole("menuitem", { name }).waitFor();
  await page.getByRole("menuitemradio", { name: "Follow" }).click();
  await tools.getByRole("button", { name: "Follow", pressed: true }).click();
  await expect.poll(names).toEqual(["Start voice call", "In this conversation", "More"]);
  await tools.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitemradio", { name: "Mute" }).click();
  await tools.getByText("muted").waitFor();

  // With text at twice its size, the bar is higher.
  const beyond = await page.locator(".place-bar").evaluate((bar) => {
    document.documentElement.style.fontSize = "200%";
    const { top, bottom } = bar.getBoundingClientRect();
    const texts = [...bar.querySelectorAll(".place-names a, .place-names h1")];
    return texts.map((one) => one.getBoundingClientRect()).filter((one) => one.top < top || one.bottom > bottom).length;
  });
  expect(beyond).toBe(0);

  await visit.go(`#narrow/channel/${channel}-crane`);
  await page.getByRole("heading", { name: "crane", level: 1 }).waitFor();
  const subscription_data = [{ stream_id: channel, property: "is_muted", value: true }];
  await owner.ok(owner.post("/users/me/subscriptions/properties", { subscription_data }));
  await tools.getByText("muted").waitFor();
});
