import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";

async function upload(person: Person, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  return (await person.ok(person.send("POST", "/user_uploads", form))).url;
}

test("files in messages are shown as cards with type and size, except within sentences, and are listed in the details", async ({
  owner,
  open,
}) => {
  const channel = await owner.channel("crane", [owner]);
  const [plan, log] = [await upload(owner, "Plan B.pdf", "x".repeat(235_000)), await upload(owner, "log.csv", "a,b\n")];
  const say = (content: string) =>
    owner.ok(owner.post("/messages", { type: "stream", to: channel, topic: "brakes", content }));
  await say(`Here:\n[Plan B.pdf](${plan})\n[log.csv](${log})`);
  await say(`It is in [the plan](${plan}), page 3.`);
  const visit = await open(owner, { at: `#narrow/channel/${channel}-crane/topic/brakes` });
  const { page } = visit;
  const feed = page.getByRole("feed", { name: "Messages" });
  await feed.getByRole("link", { name: "PDF Plan B.pdf 235 kB" }).waitFor();
  await feed.getByRole("link", { name: "CSV log.csv 4 bytes" }).waitFor();
  // A link within a sentence stays in it.
  expect(await feed.locator(".content-file").count()).toBe(2);
  expect(await feed.getByRole("article").first().locator(".content br").count()).toBe(0);
  expect(await feed.locator(".content-file").allTextContents()).toEqual(["Plan B.pdf", "log.csv"]);
  await page.getByRole("button", { name: "In this conversation" }).click();
  const listed = page.getByRole("complementary", { name: "Details" }).locator("a[href^='/user_uploads/']");
  await expect
    .poll(() => listed.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Plan-B.pdf\n235 kB · .+ · Owner/),
      expect.stringMatching(/^log.csv\n4 bytes · .+ · Owner/),
    ]);
  expect(await visit.accessProblems()).toEqual([]);
});
