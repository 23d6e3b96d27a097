import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

test("another administrator sees an export appear, downloads it, and sees that it was deleted", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar", 200);
  const { page } = await open(owner, { at: "#organization/data-exports-admin" });
  const other = await open(omar, { at: "#organization/data-exports-admin" });
  await other.page.getByText(/No exports yet/).waitFor();
  await page.getByRole("radio", { name: /private data/ }).click();
  await page.getByRole("button", { name: "Start export" }).click();
  const ready = other.page.getByRole("link", { name: "Download" });
  await ready.waitFor();
  const loading = other.page.waitForEvent("download");
  await ready.click();
  expect((await loading).suggestedFilename()).toMatch(/^parley-export-\d+\.tar$/);
  await page.getByRole("button", { name: "Delete export" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await other.page.getByText("Deleted", { exact: true }).waitFor();
});

test("a reported message appears for administrators, and sent messages are counted", async ({ owner, open }) => {
  const noah = await owner.invite("Noah");
  const omar = await owner.invite("Omar");
  const quay = await owner.channel("quay", [owner, noah, omar]);
  const secret = { name: "reports", subscribers: [owner.id], invite_only: true };
  const { id: reports } = await owner.ok(owner.post("/channels/create", secret));
  await omar.ok(omar.post("/messages", { type: "channel", to: quay, topic: "t", content: "buy my rope" }));
  const theirs = await open(owner, { at: "#organization/moderation" });
  await theirs.page.getByRole("combobox", { name: "Channel for reports" }).fill("reports");
  await theirs.page.getByRole("option", { name: /reports/ }).click();
  await theirs.page.getByRole("region", { name: "Recent reports" }).waitFor();

  const { page } = await open(noah, { at: `#narrow/channel/${quay}-quay/topic/t` });
  await page.getByRole("feed", { name: "Messages" }).getByText("buy my rope").hover();
  await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Report message" }).click();
  const dialog = page.getByRole("dialog", { name: "Report message" });
  await dialog.getByRole("radio", { name: "Spam" }).click();
  await dialog.getByRole("button", { name: "Report" }).click();
  await theirs.page.getByRole("link", { name: /Omar Example/ }).click();
  await theirs.page.getByRole("feed", { name: "Messages" }).getByText("buy my rope").waitFor();
  await expect.poll(() => theirs.page.url()).toContain(`channel/${reports}-`);

  await theirs.page.goto("/#organization/statistics");
  const { messages_sent } = await owner.ok(owner.get("/realm/statistics"));
  await theirs.page.getByText("Messages sent (all time)").waitFor();
  const told = theirs.page.getByRole("main").locator("dl");
  await told.getByText(String(messages_sent), { exact: true }).waitFor();
  await theirs.page.getByText("Show as a table").click();
  await theirs.page.getByRole("table").getByRole("row").nth(1).waitFor();
  await theirs.page.goto("/#organization/health");
  await theirs.page.getByText("All systems OK").waitFor();
  const { svc_build } = await owner.ok(owner.post("/register"));
  await told.getByText(svc_build, { exact: true }).waitFor();
  await told.getByText(/^Email and password/).waitFor();
});
