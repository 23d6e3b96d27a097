import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { testOn } from "./support/browser-test.ts";

const test = testOn(async (use) => {
  const data = makeData();
  const args = ["--quiet", "--rate-limits", "off", "--test-hooks", "--holds"];
  await use(await launchOn({ data, args }).running());
  await removeData(data);
});

test("an owner creates a hold, sees how much it keeps, and releases it", async ({ owner, open }) => {
  const look = { theme: "dark", size: { width: 375, height: 740 }, language: "de" } as const;
  const noah = await owner.invite("Noah");
  const visit = await open(owner, { ...look, at: "#organization/holds" });
  const { page } = visit;
  await page.getByRole("button", { name: "Löschsperre erstellen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Case 7");
  await dialog.getByRole("combobox", { name: "Personen" }).fill("Noah");
  await page.getByRole("option", { name: /Noah/ }).click();
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Löschsperre erstellen" }).click();
  await page.getByText("Case 7").waitFor();
  await page.getByText("0 Nachrichten").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [owner.id], content: "kept" }));
  await noah.ok(noah.delete(`/messages/${id}`));
  await page.reload();
  await page.getByText("1 Nachricht auf").waitFor();
  await page.getByRole("button", { name: "Case 7 aufheben" }).click();
  await page.getByRole("button", { name: "Löschsperre aufheben", exact: true }).click();
  await expect.poll(async () => (await owner.ok(owner.get("/holds"))).holds).toEqual([]);
});

test("an owner exports the data kept by a hold, of a person who has left", async ({ owner, open }) => {
  const noah = await owner.invite("Noah");
  const visit = await open(owner, { at: "#organization/holds" });
  const { page } = visit;
  await page.getByRole("button", { name: "Create hold" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Case 7");
  await dialog.getByRole("combobox", { name: "People" }).fill("Noah");
  await page.getByRole("option", { name: /Noah/ }).click();
  // A user who doesn't log in again can still do so later: nothing is saved, and the dialog stays.
  visit.expects(/403/);
  const refusal = { result: "error", code: "FRESH_LOGIN_REQUIRED", msg: "Log in again." };
  await page.route("**/json/holds", (route) => route.fulfill({ status: 403, json: refusal }));
  await dialog.getByRole("button", { name: "Create hold" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Create hold" }).click();
  await page.getByText("Case 7").waitFor();
  const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [owner.id], content: "kept words" }));
  await noah.ok(noah.delete(`/messages/${id}`));
  await owner.ok(owner.delete(`/users/${noah.id}`));
  await page.goto("/#organization/data-exports-admin");
  await page.reload();
  await page.getByRole("combobox", { name: "Hold" }).selectOption("Case 7");
  await page.getByRole("combobox", { name: "People" }).fill("Noah");
  await page.getByRole("option", { name: /Noah/ }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Court order");
  await page.getByRole("button", { name: "Start compliance export" }).click();
  await page.getByText("Hold: Case 7 and Noah Example").waitFor();
  const loading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const chunks: Uint8Array[] = [];
  for await (const piece of await (await loading).createReadStream()) chunks.push(piece as Uint8Array);
  expect(Buffer.concat(chunks).toString()).toContain("kept words");
  expect(await visit.accessProblems()).toEqual([]);
});

test("a member sees no section for holds, but is told that holds are possible", async ({ owner, open }) => {
  const noah = await owner.invite("Noah");
  const { page } = await open(noah, { at: "#organization/organization-profile" });
  await page.getByText("owners can keep deleted and edited messages").waitFor();
  expect(await page.getByRole("link", { name: "Holds", exact: true }).count()).toBe(0);
});
