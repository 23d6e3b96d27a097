import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { holdRequests } from "../support/hold-requests.ts";

test("a renamed user, channel or topic has its new name at once in all messages", async ({ owner, open }) => {
  const omar = await owner.invite("Omar");
  const quay = await owner.channel("quay", [owner, omar]);
  const { groups } = await owner
    .ok(owner.post("/user_groups/create", { name: "pilots", description: "", members: [omar.id] }))
    .then(() => owner.ok(owner.get("/user_groups")))
    .then(({ user_groups }) => ({ groups: user_groups as { id: number; name: string }[] }));
  const pilots = groups.find(({ name }) => name === "pilots")?.id ?? 0;
  const content =
    "Ask @**Omar Example**, @_**Omar Example** or @*pilots* in #**quay**, #**quay>crane**; so said #**quay>crane@1**.";
  const { page } = await open(owner, { at: `#narrow/channel/${quay}-quay/topic/crane` });
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content }));
  await omar.ok(omar.post("/messages", { type: "channel", to: quay, topic: "crane", content: "Here I am." }));
  const first = page.getByRole("article").filter({ hasText: "Ask" });
  const said = async () => (await first.locator(".content").textContent())?.trim();
  await expect
    .poll(said)
    .toBe("Ask @Omar Example, Omar Example or @pilots in #quay, #quay > crane; so said #quay > crane @ 💬.");
  const answer = page.getByRole("article", { name: /^Omar Example, / });
  await answer.waitFor();
  await owner.ok(owner.patch(`/users/${omar.id}`, { full_name: "Omar Haddad" }));
  await owner.ok(owner.patch(`/user_groups/${pilots}`, { name: "crew" }));
  await owner.ok(owner.patch(`/streams/${quay}`, { new_name: "north > quay" }));
  await expect
    .poll(said)
    .toBe(
      "Ask @Omar Haddad, Omar Haddad or @crew in #north > quay, #north > quay > crane; so said #north > quay > crane @ 💬.",
    );
  await page.getByRole("article", { name: /^Omar Haddad, / }).waitFor();
  // Renames it again: the text shown now is no longer the server's original.
  await owner.ok(owner.patch(`/streams/${quay}`, { new_name: "pier" }));
  await expect
    .poll(said)
    .toBe("Ask @Omar Haddad, Omar Haddad or @crew in #pier, #pier > crane; so said #pier > crane @ 💬.");
});

test("Enter pressed before the emoji names have loaded chooses the typed emoji once they have", async ({
  owner,
  open,
}) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "It lifts again." }));
  const { page } = await open(owner, { at: `#narrow/channel/${quay}-quay/topic/crane` });
  const names = await holdRequests(page, "GET", /emoji[^/]*\.json/);
  const message = page.getByRole("article").filter({ hasText: "It lifts again." });
  await message.focus();
  await page.keyboard.press(":");
  await page.getByRole("combobox", { name: "Find an emoji" }).waitFor();
  await page.keyboard.type("tada");
  await page.keyboard.press("Enter");
  names.release();
  await message.getByRole("button", { name: /^tada/, pressed: true }).waitFor();
});

test("a link with a topic's former name redirects after the topic is resolved, and back once it is unresolved", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  const { id } = await owner.ok(
    owner.post("/messages", { type: "channel", to: crane, topic: "keys", content: "Found them." }),
  );
  const rename = (topic: string) =>
    owner.ok(
      owner.patch(`/messages/${id}`, { topic, propagate_mode: "change_all", send_notification_to_old_thread: false }),
    );
  await rename("✔ keys");
  const visit = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/keys` });
  const { page } = visit;
  const main = page.getByRole("main");
  await main.getByText("This topic is now “✔ keys”").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await main.getByRole("link", { name: "Open topic" }).click();
  await page.getByRole("feed", { name: "Messages" }).getByText("Found them.").waitFor();

  await rename("keys");
  const later = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/.E2.9C.94.20keys` });
  await later.page.getByRole("main").getByText("This topic is now “keys”").waitFor();
  // A topic that never existed waits for its first message.
  await later.go(`#narrow/channel/${crane}-crane/topic/locks`);
  await later.page.getByText("Send the first message in this topic.").waitFor();
});
