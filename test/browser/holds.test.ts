import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { testOn } from "./support/browser-test.ts";

const test = testOn(async (use) => {
  const data = makeData();
  const args = ["--quiet", "--rate-limits", "off", "--test-hooks", "--holds"];
  await use(await launchOn({ data, args }).running());
  await removeData(data);
});

const LOOKS = [
  { theme: "light", size: "desktop", language: "en" },
  { theme: "dark", size: { width: 375, height: 740 }, language: "de" },
] as const;

test.for(LOOKS)(
  "an owner creates a hold, sees how much it keeps, and releases it ($language)",
  async (look, { owner, open }) => {
    const isGerman = look.language === "de";
    const [add, name, people, done] = isGerman
      ? ["Löschsperre erstellen", "Name", "Personen", "Löschsperre aufheben"]
      : ["Create hold", "Name", "People", "Release hold"];
    const noah = await owner.invite("Noah");
    const visit = await open(owner, { ...look, at: "#organization/holds" });
    const { page } = visit;
    await page.getByRole("button", { name: add }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name, exact: true }).fill("Case 7");
    await dialog.getByRole("combobox", { name: people }).fill("Noah");
    await page.getByRole("option", { name: /Noah/ }).click();
    expect(await visit.accessProblems()).toEqual([]);
    await dialog.getByRole("button", { name: add }).click();
    await page.getByText("Case 7").waitFor();
    await page.getByText(isGerman ? "0 Nachrichten" : "0 messages").waitFor();
    expect(await visit.accessProblems()).toEqual([]);
    const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [owner.id], content: "kept" }));
    await noah.ok(noah.delete(`/messages/${id}`));
    await page.reload();
    await page.getByText(isGerman ? "1 Nachricht auf" : "1 message").waitFor();
    await page.getByRole("button", { name: isGerman ? "Case 7 aufheben" : "Release Case 7" }).click();
    await page.getByRole("button", { name: done, exact: true }).click();
    await expect.poll(async () => (await owner.ok(owner.get("/holds"))).holds).toEqual([]);
  },
);

test.for(LOOKS)("an owner exports the data kept by a hold ($language)", async (look, { owner, open }) => {
  const isGerman = look.language === "de";
  const [add, people, reason, start, download] = isGerman
    ? ["Löschsperre erstellen", "Personen", "Grund", "Compliance-Export starten", "Herunterladen"]
    : ["Create hold", "People", "Reason", "Start compliance export", "Download"];
  const noah = await owner.invite("Noah");
  const visit = await open(owner, { ...look, at: "#organization/holds" });
  const { page } = visit;
  await page.getByRole("button", { name: add }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Case 7");
  await dialog.getByRole("combobox", { name: people }).fill("Noah");
  await page.getByRole("option", { name: /Noah/ }).click();
  await dialog.getByRole("button", { name: add }).click();
  await page.getByText("Case 7").waitFor();
  const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [owner.id], content: "kept words" }));
  await noah.ok(noah.delete(`/messages/${id}`));

  await page.goto("/#organization/data-exports-admin");
  await page.getByRole("combobox", { name: isGerman ? "Löschsperre" : "Hold" }).selectOption("Case 7");
  await page.getByRole("textbox", { name: reason }).fill("Court order");
  await page.getByRole("button", { name: start }).click();
  await page.getByText(isGerman ? "Löschsperre: Case 7" : "Hold: Case 7").waitFor();
  const loading = page.waitForEvent("download");
  await page.getByRole("link", { name: download }).click();
  const chunks: Uint8Array[] = [];
  for await (const piece of await (await loading).createReadStream()) chunks.push(piece as Uint8Array);
  expect(Buffer.concat(chunks).toString()).toContain("kept words");
  expect(await visit.accessProblems()).toEqual([]);
});

test("a member sees no section for holds, but reads that they are possible", async ({ owner, open }) => {
  const noah = await owner.invite("Noah");
  const { page } = await open(noah, { at: "#organization/organization-profile" });
  await page.getByText("owners can keep deleted and edited messages").waitFor();
  expect(await page.getByRole("link", { name: "Holds", exact: true }).count()).toBe(0);
});
