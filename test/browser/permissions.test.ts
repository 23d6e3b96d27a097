import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

interface Case {
  /** The row of the permissions, and what it is set to, so that a member may not any more. */
  readonly row: string;
  readonly to: string | false;
  /** Where a member is, and whether they are offered it there. */
  readonly at: string;
  readonly isOffered: (page: Page) => Promise<boolean>;
}

const button = (name: string) => async (page: Page) => {
  const found = page.getByRole("main").getByRole("button", { name }).first();
  return (await found.count()) > 0 && (await found.isEnabled());
};

/** Whether the toolbar of their message, or its menu, has something. */
const onMessage = (name: string) => async (page: Page) => {
  await page.getByRole("article").filter({ hasText: "Mine." }).hover();
  const toolbar = page.getByRole("toolbar", { name: "Message actions" });
  await toolbar.waitFor();
  if ((await toolbar.getByRole("button", { name }).count()) > 0) return true;
  await toolbar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menu").waitFor();
  const has = (await page.getByRole("menuitem", { name }).count()) > 0;
  await page.keyboard.press("Escape");
  return has;
};

const TOPIC = "#narrow/channel/general/topic/felt";
const NOBODY = "Nobody";

const CASES: readonly Case[] = [
  { row: "Who may create groups", to: NOBODY, at: "#groups", isOffered: button("Create a group") },
  {
    row: "Who may invite people by email",
    to: NOBODY,
    at: "#organization/invitations",
    isOffered: button("Invite people"),
  },
  { row: "Who may add emoji", to: NOBODY, at: "#organization/emoji-settings", isOffered: button("Add an emoji") },
  { row: "Who may resolve topics", to: "Administrators and owners", at: TOPIC, isOffered: button("Mark as resolved") },
  { row: "Messages may be edited", to: false, at: TOPIC, isOffered: onMessage("Edit") },
  { row: "Who may delete their own messages", to: NOBODY, at: TOPIC, isOffered: onMessage("Delete") },
];

test("a permission that an administrator takes away is no longer offered to members, at once", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  const { stream_id: general } = await owner.ok(owner.get("/get_stream_id", { stream: "general" }));
  await noah.ok(noah.post("/messages", { type: "channel", to: general, topic: "felt", content: "Mine." }));
  const desk = await open(owner, { at: "#organization/organization-permissions" });
  const member = await open(noah);
  const main = desk.page.getByRole("main");
  const set = async ({ row, to }: Case) => {
    if (to === false) await main.getByRole("switch", { name: row }).click();
    else await main.getByRole("combobox", { name: row, exact: true }).selectOption({ label: to });
  };
  for (const one of CASES) {
    await member.go(one.at.replace("general", `${general}-general`));
    await member.page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => one.isOffered(member.page), { message: `${one.row}: offered`, timeout: 15_000 }).toBe(true);
    await set(one);
    await expect
      .poll(() => one.isOffered(member.page), { message: `${one.row}: not any more`, timeout: 15_000 })
      .toBe(false);
  }
});
