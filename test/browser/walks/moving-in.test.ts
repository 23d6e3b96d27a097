import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { packedAgain, zipFile } from "../../support/zip-file.ts";
import { fileWith, parleyFile, slackFile, zulipFile } from "../support/archives.ts";
import { test } from "../support/browser-test.ts";

const AT = "#organization/import";

const choose = (page: Page, file: string) => page.locator("main input[type=file]").setInputFiles(file);
const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Answers the page's confirmation dialog. */
const answer = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();

/** The number of unpacked folders in the browser's private file system. */
const unpacked = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("moving").catch(() => undefined);
    let count = 0;
    for await (const _ of folder?.keys() ?? []) count++;
    return count;
  });

test("an owner imports a Zulip export: it is read in the browser, uploaded, checked and imported", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar", 200);
  const admin = await open(omar, { at: "#settings" });
  // Everyone except owners is locked out for a while.
  admin.expects(/503/);
  await admin.page.getByRole("link", { name: "Organization profile" }).waitFor();
  expect(await admin.page.getByRole("link", { name: "Import", exact: true }).count()).toBe(0);

  const visit = await open(owner, { at: AT });
  const { page } = visit;
  visit.expects(/events\?/);
  const quiet = async (name: string) => {
    expect(await visit.accessProblems(), name).toEqual([]);
  };
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  await quiet("choose");
  await choose(page, fileWith("holiday.png", "\u0089PNG"));
  await page
    .getByRole("alert")
    .getByText(/isn't an export from Zulip/)
    .waitFor();
  await quiet("strange");
  await choose(page, await zulipFile({ messages: 300 }));
  await card(page, "Zulip export").waitFor();
  await quiet("found");
  await page.getByRole("button", { name: "Read file" }).press("Enter");

  const read = card(page, /Read: Zulip 10\.2/);
  await read.waitFor();
  // The focused element was removed, so keyboard users continue here.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".import") !== null)).toBe(true);
  await read.getByText(/items were skipped/).click();
  await read.getByText("zerver_message: doubled id").waitFor();
  await quiet("made");
  expect((await owner.ok(owner.get("/imports"))).imports).toEqual([]);
  await press(page, "Upload");

  const checked = card(page, "The archive is ready to import");
  await checked.waitFor();
  await expect.poll(() => unpacked(page)).toBe(0);
  await checked.getByRole("row", { name: /Messages/ }).waitFor();
  await quiet("checked");
  await press(page, "Import");

  const done = card(page, "Import finished");
  await done.waitFor();
  await quiet("done");
  const loading = page.waitForEvent("download");
  await press(page, "Download report");
  const report = JSON.parse(readFileSync((await (await loading).path()) ?? "", "utf8"));
  expect(report).toMatchObject({ archive: { kind: "zulip" }, import: { state: "done" } });
  expect(report.archive.report.left_out.length).toBeGreaterThan(0);

  // The client restarts on its own, and shows the new organization.
  await page.getByRole("link", { name: "People", exact: true }).first().click();
  await page.getByRole("main").getByText("Ada Lovelace").waitFor();
});

test("email addresses missing from a Slack export are entered on the page, and used by the import", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const visit = await open(owner, { at: AT });
  const { page } = visit;
  visit.expects(/events\?/);
  await choose(page, await slackFile());
  await card(page, "Slack export").waitFor();
  await page.getByText("People without an email address, and people from other workspaces").click();
  const [domain, list] = [page.getByLabel("Email domain"), page.getByLabel("List of people")];
  await domain.fill("@crew.example.org");
  await list.fill("id,email\nU0IRIS,iris at home");
  await page.getByRole("radio", { name: "Guests" }).check();
  expect(await visit.accessProblems()).toEqual([]);
  await press(page, "Read file");
  await page.getByRole("alert").getByText("The list of people, line 2: this isn't an email address.").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await press(page, "Change what you entered");
  expect(await list.inputValue()).toBe("id,email\nU0IRIS,iris at home");
  expect(await domain.inputValue()).toBe("crew.example.org");
  expect(await page.getByRole("radio", { name: "Guests" }).isChecked()).toBe(true);

  // As exported by a spreadsheet: with a header, quotes, and names instead of ids.
  await list.fill(
    'user,email,name\niris,Iris@home.example.org,"Marsh, Iris"\nU0FAR,far@partner.example.org,\nU0NOONE,no@example.org,',
  );
  await press(page, "Read file");
  const read = card(page, /^Read: Slack/);
  await read.getByText(/items were skipped/).click();
  await read.getByText("users: of another workspace, and guests here").waitFor();
  await read.getByText("users: in the list of people, but not in the archive").waitFor();
  await press(page, "Upload");
  await press(page, "Import");
  await card(page, "Import finished").waitFor();
  const { members } = await owner.ok(owner.get("/users"));
  const told = Object.fromEntries(
    members.map(({ delivery_email, full_name, role, is_active }: Record<string, unknown>) => [
      delivery_email,
      { full_name, role, is_active },
    ]),
  );
  expect(told).toMatchObject({
    "iris@home.example.org": { full_name: "Marsh, Iris", role: 100, is_active: true },
    "omar@crew.example.org": { full_name: "omar Real", role: 400, is_active: true },
    "far@partner.example.org": { role: 600, is_active: true },
  });
});

test("an upload survives failures, and resumes after a reload", { tags: "nightly" }, async ({ owner, open }) => {
  // Two parts.
  const file = await zulipFile({ fileBytes: 17 * 2 ** 20 });
  const visit = await open(owner, { at: AT });
  const { page } = visit;
  visit.expects(/503|429/);
  const sent: string[] = [];
  page.on("request", (request) => {
    const part = /\/parts\/(\d+)/.exec(request.url())?.[1];
    if (part !== undefined) sent.push(part);
  });
  let refusals = 0;
  await page.route("**/parts/2?*", (route) => {
    refusals += 1;
    const json = { result: "error", msg: "Not now.", code: "RATE_LIMIT_HIT", "retry-after": 0.2 };
    return route.fulfill(refusals === 1 ? { status: 429, json } : { status: 503, body: "" });
  });
  await choose(page, file);
  await press(page, "Read file");
  await press(page, "Upload");
  await card(page, "Uploading")
    .getByText(/Trying again/)
    .waitFor();
  await expect.poll(() => refusals).toBeGreaterThan(1);
  expect(await unpacked(page)).toBe(1);
  expect(await visit.accessProblems()).toEqual([]);

  const asked = page.waitForEvent("dialog");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  expect((await asked).type()).toBe("beforeunload");
  await page.unroute("**/parts/2?*");
  await card(page, "Unfinished upload").getByText("1 of 2 parts").waitFor();
  // The page's previously unpacked files were deleted.
  await expect.poll(() => unpacked(page)).toBe(0);
  expect(await visit.accessProblems()).toEqual([]);
  await choose(page, fileWith("other.tar.gz", readFileSync(file)));
  await page.getByRole("alert").getByText("This is a different file").waitFor();
  sent.length = 0;
  await choose(page, file);
  await card(page, "The archive is ready to import").waitFor();
  expect(sent).toEqual(["2"]);
  await press(page, "Cancel upload");
  await answer(page, "Cancel upload");
  await page.getByRole("button", { name: "Choose file" }).waitFor();
});

test("a Parley archive is uploaded unchanged, a damaged one changes nothing, and an import is undone", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const visit = await open(owner, { at: AT });
  const { page } = visit;
  // The import ends the client's queue, and it registers again.
  visit.expects(/events\?/);
  await choose(page, await parleyFile({ isDamaged: true }));
  await card(page, /^Read: Parley/).waitFor();
  await press(page, "Upload");
  const failed = card(page, "The archive can't be imported");
  await failed.getByText(/tables\/users\/000001/).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await press(page, "Cancel upload");
  await answer(page, "Cancel upload");

  // Large enough to be still running when it is cancelled.
  await choose(page, await parleyFile({ messages: 15_000 }));
  await press(page, "Upload");
  await press(page, "Import");
  await card(page, "Importing…").getByRole("progressbar").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await press(page, "Cancel import");
  await answer(page, "Cancel and undo import");
  await page.getByText(/The last import was canceled/).waitFor();
  const { members } = await owner.ok(owner.get("/users"));
  expect(members.map(({ full_name }: { full_name: string }) => full_name)).not.toContain("Noah Moved");

  await choose(page, await parleyFile());
  await press(page, "Upload");
  await press(page, "Import");
  await card(page, "Import finished").waitFor();
  await page.getByRole("link", { name: "Back to messages" }).click();
  await page.getByRole("navigation", { name: "Navigation" }).getByText("Harbour").waitFor();
});

test("an import started elsewhere shows its progress, and no import can start once users have written messages", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { at: AT });
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  const { import: begun } = await owner.ok(owner.post("/imports", { size: 5 }));
  await page.reload();
  await page.getByText(/started in another browser or from the command line/).waitFor();
  await owner.ok(owner.post(`/imports/${begun.id}/cancel`));
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  const general = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: general, topic: "t", content: "hello" }));
  await page.reload();
  await card(page, "This organization already has messages").waitFor();
});

test("one of several teams is chosen from a Mattermost export", { tags: "nightly" }, async ({ owner, open }) => {
  const lines = [
    { type: "version", version: 1 },
    ...["crew", "office"].map((name) => ({ type: "team", team: { name, display_name: `The ${name}`, type: "O" } })),
    { type: "user", user: { username: "ada", email: "ada@example.com", teams: [{ name: "office", channels: [] }] } },
  ];
  const { page } = await open(owner, { at: AT });
  await choose(page, fileWith("export.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
  await card(page, "Mattermost export").waitFor();
  await page.getByRole("radio", { name: /The office/ }).check();
  await press(page, "Read file");
  await card(page, /^Read: Mattermost/).waitFor();
  await press(page, "Choose another file");
  await page.getByRole("button", { name: "Choose file" }).waitFor();
  await expect.poll(() => unpacked(page)).toBe(0);
});

test("a Slack export that was unpacked and repacked on a Mac is read", { tags: "nightly" }, async ({ owner, open }) => {
  const members = {
    "users.json": [{ id: "U1", name: "ada", profile: { email: "ada@example.com" } }],
    "channels.json": [{ id: "C1", name: "quay", members: ["U1"], created: 1.6e9 }],
    "quay/2023-01-01.json": [{ ts: "1672531200.000100", user: "U1", text: "hello" }],
  };
  const list = Object.entries(members).map(([name, rows]) => ({ name, content: JSON.stringify(rows) }));
  const zip = await zipFile(packedAgain(list));
  const { page } = await open(owner, { at: AT });
  await choose(page, fileWith("again.zip", new Uint8Array(await zip.arrayBuffer())));
  await card(page, "Slack export").waitFor();
  await press(page, "Read file");
  const read = card(page, /^Read: Slack/);
  await read.waitFor();
  expect(await read.getByText("Messages", { exact: true }).count()).toBe(1);
  expect(await read.getByText(/MACOSX|DS_Store/).count()).toBe(0);
});
