import { expect } from "vitest";
import type { Json, Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";
import { LetIn } from "./support/let-in.ts";

const OWN = "#settings/assistants";
const ALL = "#organization/assistant-list-admin";
const PHONE = { width: 390, height: 844 };

/** The latest message of the notification bot. */
async function noticeTo(person: Person): Promise<Json> {
  const found = { anchor: "newest", num_before: 20, num_after: 0, narrow: [["is", "dm"]] };
  const { messages } = await person.ok(person.get("/messages", found));
  return messages.filter((one: Json) => one.sender_email.startsWith("notification-bot@")).at(-1);
}

test("a user sees, changes and removes their assistants, on a phone, in dark mode and in German", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  await owner.invite("Mia");
  await owner.channel("tea", [noah]);
  const visit = await open(noah, { theme: "dark", size: PHONE, language: "de", at: OWN });
  const { page } = visit;
  await page.getByText("Kein Assistent hat Zugriff").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const claude = await LetIn.by(noah, "Claude", "none");
  await page.getByText("Claude", { exact: true }).waitFor();
  await claude.call("send_message", { conversation: "#tea > leaves", text: "hi" });
  await page.getByRole("button", { name: "Claude bearbeiten" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Kanäle ausnehmen" }).fill("tea");
  await page.getByRole("option", { name: /tea/ }).click();
  await dialog.getByRole("combobox", { name: "Direktnachrichten mit diesen Personen ausnehmen" }).fill("Mia");
  await page.getByRole("option", { name: /Mia/ }).click();
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Änderungen speichern" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/#tea/).waitFor();
  await expect(claude.call("send_message", { conversation: "#tea > leaves", text: "hi" })).rejects.toThrow(
    "no channel",
  );
  await LetIn.by(noah, "Editor", "writes");
  await page.getByText("Editor", { exact: true }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Zugriff von Claude beenden" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Zugriff beenden" }).press("Enter");
  await page.getByText("Claude", { exact: true }).waitFor({ state: "detached" });
  await expect(claude.call("catch_up", {})).rejects.toThrow("401");
});

test("owners see and remove everyone's assistants, and open lists update live", async ({ owner, open }) => {
  const noah = await owner.invite("Noah");
  const visit = await open(owner, { size: PHONE, at: ALL });
  const { page } = visit;
  await page.getByText("No assistants", { exact: true }).waitFor();
  await LetIn.by(noah, "Claude", "none");
  await page.getByText("Acts for Noah Example").waitFor();
  const own = await open(noah, { size: PHONE, at: OWN });
  await own.page.getByText("Claude", { exact: true }).waitFor();
  await own.page.getByText("Writes without asking you").waitFor();
  await owner.ok(owner.patch("/realm", { assistants_min_approval: "writes" }));
  await own.page.getByText("Asks you before everything it writes").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Revoke access of Claude for Noah Example" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke access" }).press("Enter");
  await page.getByText("No assistants", { exact: true }).waitFor();
  await own.page.getByText("No assistants have access").waitFor();
  expect(await own.page.getByRole("link", { name: "All assistants" }).count()).toBe(0);
});

test("loading more assistants while the list changes leaves no gaps or duplicates", async ({ owner, open }) => {
  const noah = await owner.invite("Noah");
  const ids = [4, 3, 2, 1];
  let lists = 0;
  const released = Promise.withResolvers<void>();
  const visit = await open(owner, { at: "#settings/assistants" });
  const { page } = visit;
  await page.route("**/json/realm/assistants*", async (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get("before") ?? Number.POSITIVE_INFINITY);
    if (before === Number.POSITIVE_INFINITY) lists += 1;
    else await released.promise;
    const older = ids.filter((id) => id < before);
    const facts = { scopes: [], approval: "none", created_at: 1, last_used_at: null, calls_this_week: 0 };
    const assistants = older
      .slice(0, 2)
      .map((id) => ({ id, name: `Claude ${id}`, user_id: noah.id, messages_sent: 0, ...facts }));
    await route.fulfill({ json: { result: "success", msg: "", assistants, found_oldest: older.length <= 2 } });
  });
  await visit.go(ALL);
  await page.getByRole("button", { name: "Show more assistants" }).click();
  ids.unshift(5);
  await LetIn.by(noah, "Claude", "none");
  await expect.poll(() => lists).toBeGreaterThan(1);
  released.resolve();
  const names = () => page.getByText(/^Claude \d$/).allInnerTexts();
  await expect.poll(names).toEqual([5, 4, 3, 2].map((id) => `Claude ${id}`));
});

test("a user decides on an assistant's requests with buttons, and sees decisions made elsewhere", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  await owner.channel("tea", [noah]);
  const claude = await LetIn.by(noah, "Claude", "writes");
  const propose = (text: string) => claude.call("send_message", { conversation: "#tea > leaves", text });
  await propose("one");
  const first = await noticeTo(noah);
  const visit = await open(noah, { theme: "dark", aheadMs: 25 * 3_600_000, at: `#narrow/dm/${first["sender_id"]}` });
  const { page } = visit;
  const buttons = page.getByRole("group", { name: "Your decision" });
  await buttons.waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await buttons.getByRole("button", { name: "Send" }).press("Enter");
  await page.getByText("You sent this message").waitFor();
  expect(await buttons.count()).toBe(0);
  await propose("two");
  await buttons.waitFor();
  await noah.ok(noah.post(`/messages/${(await noticeTo(noah))["id"]}/reactions`, { emoji_name: "cross_mark" }));
  await page.getByText("You declined. Nothing was sent.").waitFor();
  const { handle } = await claude.call("ask_person", { question: "Which one?", choices: ["round", "square"] });
  await buttons.getByRole("button", { name: "square" }).press("Enter");
  await page.getByText("You chose “square”").waitFor();
  expect(await claude.call("await_reply", { handle })).toMatchObject({ state: "reply", answer: "square" });
  expect(await visit.accessProblems()).toEqual([]);
  for (const at of ["#narrow/channel/tea/topic/leaves", "#narrow/has/assistant"]) {
    await visit.go(at.replace("tea", await channelIn(noah, "tea")));
    const mark = page.locator(".message-marks").filter({ hasText: "with Claude" }).first();
    await mark.waitFor();
    expect(await page.locator(".message", { has: mark }).first().ariaSnapshot()).toContain("with Claude");
  }
});

const channelIn = async (person: Person, stream: string): Promise<string> =>
  `${(await person.ok(person.get("/get_stream_id", { stream })))["stream_id"]}-${stream}`;
