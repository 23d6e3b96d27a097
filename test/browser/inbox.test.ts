import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

test("the inbox is one list without frames, with the newest sender's face and the age of each conversation", async ({
  owner,
  open,
}) => {
  const [iris, omar] = [await owner.invite("Iris"), await owner.invite("Omar")];
  const channel = await owner.channel("crane", [owner, iris, omar]);
  for (const person of [iris, omar])
    await person.ok(person.post("/messages", { type: "stream", to: channel, topic: "brakes", content: "Hello" }));
  await iris.ok(iris.post("/messages", { type: "direct", to: [owner.id], content: "Are you there?" }));
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  const faceIn = (text: string) => page.locator(".inbox-item").filter({ hasText: text }).locator(".inbox-face .avatar");
  await faceIn("Are you there?").getByText("IE").waitFor();
  await faceIn("brakes").getByText("OE").waitFor();
  await page
    .locator(".inbox-item", { hasText: "brakes" })
    .locator("time", { hasText: /^(now|\dm)$/ })
    .waitFor();
  const frames = await page
    .locator(".inbox-group")
    .evaluateAll((groups) => groups.map((group) => getComputedStyle(group).borderTopWidth));
  expect(new Set(frames)).toEqual(new Set(["0px"]));
  expect(await visit.accessProblems()).toEqual([]);
});

test("on a phone, the check marks of a channel and its topics are vertically aligned", async ({ owner, open }) => {
  const iris = await owner.invite("Iris");
  const channel = await owner.channel("crane", [owner, iris]);
  await iris.ok(iris.post("/messages", { type: "stream", to: channel, topic: "brakes", content: "Hello" }));
  const { page } = await open(owner, { at: "#inbox", size: "phone", touch: true });
  const middleOf = async (name: string) => {
    const { x = Number.NaN, width = 0 } = (await page.getByRole("button", { name }).boundingBox()) ?? {};
    return x + width / 2;
  };
  expect(await middleOf("Mark as read: crane")).toBe(await middleOf("Mark as read: brakes"));
});
