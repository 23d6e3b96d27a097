import type { Page } from "playwright-core";
import { expect } from "vitest";
import { organizationPermissionsWords } from "../../src/web/words/settings/organization/organization-permissions.ts";
import { PASSWORD, type Person } from "../process/support/person.ts";
import { type BrowserTest, test } from "./support/browser-test.ts";
import { generalOf, say } from "./support/messages.ts";
import { PATIENCE_MS } from "./support/visit.ts";
import { type Felt, type Grounds, PERMISSIONS_FELT } from "./walks/permission-rows.ts";

type Name = keyof typeof PERMISSIONS_FELT;

const HOUR_MS = 3_600_000;
/** More people than can be notified at once without a permission. */
const MANY = 16;

/** Channels, messages and a group to act on. The message "Old." is an hour older than all others. */
async function prepare(owner: Person, member: Person, guest: Person): Promise<Grounds> {
  const general = await generalOf(owner);
  await owner.ok(
    owner.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }], principals: [guest.id, member.id] }),
  );
  const write = (person: Person, content: string) => say(person, general, "felt", content);
  await write(member, "Old.");
  await owner.ok(owner.post("/testing/clock", { advance_ms: HOUR_MS }));
  await write(member, "Mine.");
  await write(owner, "Theirs.");
  await write(guest, "A guest's.");
  const id = await write(member, "Before.");
  await member.ok(member.patch(`/messages/${id}`, { content: "Changed." }));
  const users = Array.from({ length: MANY }, (_, number) => {
    return { email: `many${number}@example.com`, full_name: number === 0 ? "Alan Example" : `Many ${number}` };
  });
  const { keys } = await owner.ok(owner.post("/testing/users", { users, password: PASSWORD }));
  const many = keys.map((key: { readonly user_id: number }) => key.user_id);
  const crowd = await owner.channel("crowd", [owner, member]);
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: [{ name: "crowd" }], principals: many }));
  const quay = await member.channel("quay", [member]);
  const made = owner.post("/user_groups/create", { name: "crew", description: "", members: [owner.id] });
  const { group_id: crew } = await owner.ok(made);
  await owner.ok(owner.patch("/realm", { enable_spectator_access: true }));
  return { general, crowd, quay, crew, owner: owner.id, guest: guest.id };
}

/** Permissions whose actions are in different places: a screen, a dialog, a menu, a toolbar, the palette, the composer. */
const BY_DAY: readonly Name[] = [
  "can_invite_users_group",
  "can_create_private_channel_group",
  "can_add_subscribers_group",
  "can_change_board_group",
  "message_content_edit_limit_seconds",
  "can_mention_many_users_group",
  "direct_message_permission_group",
  "can_manage_all_groups",
  "name_changes_disabled",
];
const others = (Object.keys(PERMISSIONS_FELT) as Name[]).filter((name) => !BY_DAY.includes(name));
const SHOWN = "granted or revoked in the settings shows or hides its actions for others at once";

test(`a permission ${SHOWN}`, ({ owner, open }) => isFelt(BY_DAY, owner, open));
test(`each other permission ${SHOWN}`, { tags: "nightly" }, ({ owner, open }) => isFelt(others, owner, open));

async function isFelt(names: readonly Name[], owner: Person, open: BrowserTest["open"]): Promise<void> {
  const member = await owner.invite("Noah");
  const moderator = await owner.invite("Mona", 300);
  const grounds = await prepare(owner, member, await owner.invite("Gus", 600));
  const { realm_user_groups } = await owner.ok(owner.post("/register", { fetch_event_types: ["realm_user_groups"] }));
  const idOf = (name: string): number =>
    realm_user_groups.find((group: { name: string; id: number }) => group.name === name).id;
  const give = (names: readonly string[], group: string) =>
    owner.ok(owner.patch("/realm", Object.fromEntries(names.map((name) => [name, { new: idOf(group) }]))));

  const desk = await open(owner, { at: "#organization/organization-permissions" });
  const visits = {
    member: await open(member, { aheadMs: HOUR_MS }),
    moderator: await open(moderator, { aheadMs: HOUR_MS }),
  };
  const rows = desk.page.getByRole("main");
  const set = async (row: string, to: string | boolean) => {
    if (typeof to === "string")
      await rows.getByRole("combobox", { name: row, exact: true }).selectOption({ label: to });
    else await rows.getByRole("switch", { name: row, exact: true }).setChecked(to);
  };

  const walk = async (row: string, felt: Felt) => {
    const visit = visits[felt.as ?? "member"];
    const { page } = visit;
    const sees = async (offered: boolean) => {
      // A press can come before its element exists. Each attempt has a longer timeout.
      let ms = 3000;
      page.setDefaultTimeout(ms);
      const isOffered = () =>
        felt.isOffered(page).catch((error) => {
          ms *= 2;
          page.setDefaultTimeout(ms);
          throw error;
        });
      await expect.poll(isOffered, { message: `${row}: ${offered ? "" : "not "}offered` }).toBe(offered);
      page.setDefaultTimeout(PATIENCE_MS);
    };
    const choose = async (offered: boolean) => {
      await set(row, offered ? felt.on : felt.off);
      await sees(offered);
    };
    await give(felt.without ?? [], "role:nobody");
    await visit.go(felt.at(grounds));
    await shown(page);
    await felt.begin?.(page);
    await sees(felt.usual);
    await choose(!felt.usual);
    await choose(felt.usual);
    await felt.end?.(page);
    await give(felt.without ?? [], "role:members");
  };
  for (const name of names) {
    const felt = PERMISSIONS_FELT[name];
    if (typeof felt === "string") continue;
    for (const one of felt) await walk(organizationPermissionsWords().rows[name], one);
  }
}

/** Waits until the screen at the address is drawn and has replaced the previous one. */
const shown = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();

const at = "#organization/organization-permissions";

const publicChannelCreators = async (owner: Person) =>
  (await owner.ok(owner.post("/register", { fetch_event_types: ["realm"] }))).realm_can_create_public_channel_group;

/** The names of a row's people and groups. */
const pillsOf = (page: Page, row: string) =>
  page
    .locator(".setting", { has: page.getByRole("combobox", { name: row, exact: true }) })
    .locator(".pill .one-line")
    .allTextContents();

async function addTo(page: Page, row: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: `${row}: who` }).fill(name);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
}

test("an administrator's changes to a permission appear live for members, who see why they cannot change it", async ({
  owner,
  open,
}) => {
  const [noah, mia] = [await owner.invite("Noah"), await owner.invite("Mia")];
  const made = owner.post("/user_groups/create", { name: "crew", description: "", members: [mia.id] });
  const { group_id: crew } = await owner.ok(made);
  const row = "Who can create public channels";
  const value = () => publicChannelCreators(owner);
  const desk = (await open(owner, { at })).page;
  const member = (await open(noah, { at })).page;
  const pills = (page: Page) => pillsOf(page, row);

  // Previous holders of the permission keep it until they are removed.
  await desk.getByRole("combobox", { name: row, exact: true }).selectOption("Specific people and groups…");
  for (const name of ["crew", "Noah Example", "Mia Example"]) await addTo(desk, row, name);
  await desk.getByRole("button", { name: "Remove Everyone except guests" }).click();
  await expect.poll(value).toEqual({ direct_members: [noah.id, mia.id], direct_subgroups: [crew] });
  await expect.poll(() => pills(desk)).toEqual(["crew", "Noah Example", "Mia Example"]);

  // A member sees it at once, can't change it, and gets a reason.
  await expect.poll(() => pills(member)).toEqual(["crew", "Noah Example", "Mia Example"]);
  const field = member.getByRole("combobox", { name: `${row}: who` });
  expect(await field.isDisabled()).toBe(true);
  expect(await member.getByRole("combobox", { name: row, exact: true }).isDisabled()).toBe(true);
  expect(await member.getByRole("button", { name: "Remove crew" }).isDisabled()).toBe(true);
  const why = await field.getAttribute("aria-describedby");
  expect(await member.locator(`[id="${why}"]`).textContent()).toContain("Only organization administrators");

  // Changes by others appear live.
  const only = { direct_members: [mia.id], direct_subgroups: [] };
  await owner.ok(owner.patch("/realm", { can_create_public_channel_group: { new: only } }));
  for (const page of [desk, member]) await expect.poll(() => pills(page)).toEqual(["Mia Example"]);
  await desk.getByRole("button", { name: "Remove Mia Example" }).click();
  await member.getByRole("combobox", { name: row, exact: true }).filter({ hasText: "No one" }).waitFor();
  await expect.poll(() => pills(member)).toEqual([]);

  // A number can be set to its minimum, but not below.
  const days = desk.getByRole("spinbutton", { name: /^Waiting period/ });
  const saved = async () =>
    (await owner.ok(owner.post("/register", { fetch_event_types: ["realm"] }))).realm_waiting_period_threshold;
  for (const typed of ["3", "0"]) {
    await days.fill(typed);
    await days.press("Enter");
    await expect.poll(saved).toBe(Number(typed));
  }
  await days.fill("-1");
  await days.press("Enter");
  await desk.getByText("Enter a whole number of 0 or more.").waitFor();
});

test("changes to a permission made while earlier ones are being saved are kept", async ({ owner, open }) => {
  const [noah, mia] = [await owner.invite("Noah"), await owner.invite("Mia")];
  const row = "Who can create public channels";
  const { page } = await open(owner, { at });
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  let asked = 0;
  await page.route(/\/json\/realm$/, async (route) => {
    await answers[asked++]?.promise;
    await route.continue();
  });
  await page.getByRole("combobox", { name: row, exact: true }).selectOption("Specific people and groups…");
  await addTo(page, row, "Noah Example");
  await addTo(page, row, "Mia Example");
  await page.getByRole("button", { name: "Remove Everyone except guests" }).click();
  const chosen = ["Noah Example", "Mia Example"];

  // The event of the first change is no reason to show its value again. Events arrive in order.
  answers[0]?.resolve();
  await expect.poll(() => asked).toBe(2);
  await owner.ok(owner.patch("/realm", { allow_message_editing: false }));
  await page.getByRole("switch", { name: "Allow message editing", checked: false }).waitFor();
  expect(await pillsOf(page, row)).toEqual(chosen);

  for (const answer of answers) answer.resolve();
  await expect
    .poll(() => publicChannelCreators(owner))
    .toEqual({
      direct_members: [noah.id, mia.id],
      direct_subgroups: [],
    });
  expect(await pillsOf(page, row)).toEqual(chosen);
});
