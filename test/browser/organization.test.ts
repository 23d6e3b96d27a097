import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD, type Person } from "../process/support/person.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { test } from "./support/shared-page.ts";

interface World {
  /** The owner's page. */
  readonly page: Page;
  /** The page of a member, in the same section. */
  readonly other: Page;
  readonly owner: Person;
  readonly channel: number;
}

interface Walk {
  readonly section: string;
  /** Creates what already exists when the walk starts. */
  readonly prepare?: (world: Pick<World, "owner" | "channel">) => Promise<unknown>;
  /** What the server refuses in the process, as logged by the browser. */
  readonly refused?: RegExp;
  /** What the owner does, with effects that both see. */
  readonly act: (world: World) => Promise<void>;
  /** A control that the member sees disabled, or undefined if members have the same rights. */
  readonly disabled?: (page: Page) => ReturnType<Page["getByRole"]>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const shown = async (pages: readonly Page[], text: string) => {
  for (const page of pages) await page.getByText(text, { exact: true }).first().waitFor();
};
const gone = async (pages: readonly Page[], text: string) => {
  for (const page of pages) await page.getByText(text, { exact: true }).first().waitFor({ state: "detached" });
};
/** Moves an entry that was just made: its event can come before the answer that closes the dialog. */
const moveUp = async (page: Page, name: string) => {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button(page, `Move ${name}`).press("ArrowUp");
};
const titles = (page: Page) => page.locator(".settings-section .entry-title").allInnerTexts();

/** The smallest PNG. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const WALKS: readonly Walk[] = [
  {
    section: "channel-folders",
    prepare: ({ owner }) => owner.ok(owner.post("/channel_folders/create", { name: "Yard" })),
    disabled: (page) => button(page, "New folder"),
    async act({ page, other, owner, channel }) {
      await button(page, "New folder").click();
      await field(page, "Name").fill("Quay");
      await button(page, "Create folder").click();
      await shown([page, other], "Quay");
      const { channel_folders } = await owner.ok(owner.get("/channel_folders"));
      const quay = channel_folders.find(({ name }: { name: string }) => name === "Quay").id;
      await owner.ok(owner.patch(`/streams/${channel}`, { folder_id: quay }));
      await shown([page, other], "1 channel");
      await moveUp(page, "Quay");
      await expect.poll(() => titles(other)).toEqual(["Quay", "Yard"]);
      await expect.poll(() => button(page, "Move Quay").evaluate((one) => one === document.activeElement)).toBe(true);
      const box = async (name: string) => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await button(page, name).boundingBox()) ?? {};
        return { x: x + width / 2, y: y + height / 2 };
      };
      const [from, to] = [await box("Move Quay"), await box("Move Yard")];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => titles(other)).toEqual(["Yard", "Quay"]);
      await page.mouse.move(0, 0);
      await button(page, "Edit Yard").click();
      await field(page, "Name").fill("Dry dock");
      await button(page, "Save").click();
      await expect.poll(() => titles(other)).toEqual(["Dry dock", "Quay"]);
      await button(page, "Archive Quay").click();
      await page.getByRole("alertdialog").getByText("Its 1 channel stays").waitFor();
      await button(page, "Archive folder").click();
      // A notice stays while the pointer is on it.
      await button(page, "Undo").hover();
      await shown([other], "Archived folders");
      await button(page, "Undo").click();
      await gone([other], "Archived folders");
      await shown([page, other], "1 channel");
    },
  },
  {
    section: "default-channels-list",
    disabled: (page) => button(page, "New group"),
    async act({ page, other }) {
      await page.getByRole("combobox", { name: "Add channels" }).fill("quay");
      await page.getByRole("option", { name: /quay/ }).click();
      await expect.poll(() => titles(other)).toContain("quay");
      await button(page, "Remove quay").click();
      await expect.poll(() => titles(other)).not.toContain("quay");
      await button(page, "New group").click();
      await field(page, "Name").fill("Harbour");
      await page.getByRole("combobox", { name: "Channels", exact: true }).fill("quay");
      await page.getByRole("option", { name: /quay/ }).click();
      await button(page, "Create group").click();
      await shown([page, other], "Harbour");
      await button(page, "Delete Harbour").click();
      await button(page, "Delete group").click();
      await gone([page, other], "Harbour");
    },
  },
  {
    section: "emoji-settings",
    async act({ page, other }) {
      await button(page, "Add emoji").click();
      await page.locator("input[type=file]").setInputFiles({ name: "Crane 4.png", mimeType: "image/png", buffer: PNG });
      await expect.poll(() => field(page, "Name").inputValue()).toBe("crane_4");
      // Empty, so that choosing the file again after it was edited counts as a change.
      expect(await page.locator("input[type=file]").inputValue()).toBe("");
      await field(page, "Name").fill("crane_");
      await page.getByText("The name has to end with a letter or digit.").waitFor();
      await field(page, "Name").fill("crane");
      await dialog(page, "Add emoji").getByRole("button", { name: "Add emoji" }).click();
      await shown([page, other], ":crane:");
      await page.getByRole("searchbox", { name: "Find an emoji" }).fill("zeppelin");
      await shown([page], "No matching emoji");
      await page.getByRole("searchbox", { name: "Find an emoji" }).fill("cr");
      await button(page, "Deactivate crane").click();
      await button(page, "Deactivate emoji").click();
      await gone([page, other], ":crane:");
    },
  },
  {
    section: "linkifier-settings",
    prepare: ({ owner }) =>
      owner.ok(
        owner.post("/realm/filters", { pattern: "T(?P<id>[0-9]+)", url_template: "https://example.com/t/{id}" }),
      ),
    disabled: (page) => button(page, "New linkifier"),
    refused: /realm\/filters/,
    async act({ page, other }) {
      await button(page, "New linkifier").click();
      await field(page, "Pattern").fill("#(?P<id>[0-9]+");
      await field(page, "Link").fill("https://example.com/{id}");
      await button(page, "Create linkifier").click();
      await dialog(page, "New linkifier").getByRole("alert").waitFor();
      await field(page, "Pattern").fill("#(?P<id>[0-9]+)");
      await field(page, "Example (optional)").fill("#12");
      await field(page, "Short form of pasted links (optional)").fill("#{id}");
      await field(page, "Other links to shorten (optional)").fill("https://old.example/{id}");
      await button(page, "Create linkifier").click();
      await shown([page, other], "#(?P<id>[0-9]+)");
      // Members without rights can try them out too.
      await field(other, "Sample text").fill("see #12");
      await other.getByRole("link", { name: "#12" }).waitFor();
      await other.getByRole("list", { name: "Links found" }).getByText("https://example.com/12").waitFor();
      await moveUp(page, "#(?P<id>[0-9]+)");
      await expect.poll(() => titles(other)).toEqual(["#(?P<id>[0-9]+)", "T(?P<id>[0-9]+)"]);
      await button(page, "Delete #(?P<id>[0-9]+)").click();
      await button(page, "Delete linkifier").click();
      await gone([page, other], "#(?P<id>[0-9]+)");
      await shown([other], "No linkifier matches this text.");
    },
  },
  {
    section: "playground-settings",
    disabled: (page) => button(page, "New playground"),
    async act({ page, other }) {
      await button(page, "New playground").click();
      await field(page, "Language").fill("Rust");
      await field(page, "Name").fill("Rust Playground");
      await field(page, "Link").fill("https://play.example.com/?code={code}");
      await button(page, "Create playground").click();
      await shown([page, other], "Rust Playground");
      await button(page, "Delete Rust Playground").click();
      await button(page, "Undo").hover();
      await gone([other], "Rust Playground");
      await button(page, "Undo").click();
      await shown([page, other], "Rust Playground");
    },
  },
  {
    section: "profile-field-settings",
    disabled: (page) => button(page, "New field"),
    async act({ page, other }) {
      const before = (await titles(other)).length;
      await button(page, "New field").click();
      await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "List of choices" });
      await field(page, "Name").fill("Shift");
      await field(page, "Choice 1").fill("Early");
      await field(page, "Choice 2").fill("Late");
      await button(page, "Create field").click();
      await shown([page, other], "Shift");
      await button(page, "Edit Shift").click();
      await button(page, "Remove Early").click();
      await dialog(page, "Edit Shift").getByText("1 choice is removed").waitFor();
      await page.getByRole("checkbox", { name: "Required" }).check();
      await button(page, "Save").click();
      await shown([page, other], "List of choices · required");
      await button(page, "Delete Shift").click();
      await button(page, "Delete field").click();
      await expect.poll(async () => (await titles(other)).length).toBe(before);
    },
  },
  {
    section: "onboarding",
    disabled: (page) => page.getByRole("textbox", { name: "Custom welcome message" }),
    async act({ page, other }) {
      const said = (of: Page) => of.getByRole("textbox", { name: "Custom welcome message" });
      expect(await button(page, "Send me a test").isDisabled()).toBe(true);
      await said(page).fill("Tea is at four.");
      await said(page).blur();
      await expect.poll(() => said(other).inputValue()).toBe("Tea is at four.");
      await button(page, "Send me a test").click();
      await page.getByText("Test sent by the welcome bot").waitFor();
    },
  },
  {
    section: "organization-settings",
    disabled: (page) => page.getByRole("combobox", { name: "Message retention" }),
    async act({ page, other, owner }) {
      const jitsi = page.getByRole("textbox", { name: "Jitsi Meet URL" });
      const known = { client_capabilities: { notification_settings_null: true, calls: true } };
      const stored = async () => (await owner.ok(owner.post("/register", known))).realm_jitsi_server_url;
      for (const [typed, expected] of [
        ["https://jitsi.example.org", "https://jitsi.example.org"],
        ["", null],
      ] as const) {
        await jitsi.fill(typed);
        await page.keyboard.press("Enter");
        await expect.poll(stored).toBe(expected);
      }
      const kept = (of: Page) => of.getByRole("combobox", { name: "Message retention" });
      const chosen = (of: Page) => kept(of).locator("option:checked").innerText();
      await kept(page).selectOption({ label: "30 days" });
      await page.getByRole("alertdialog").getByText("No messages are that old yet.").waitFor();
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      await expect.poll(() => chosen(page)).toBe("Forever");
      await kept(page).selectOption({ label: "Custom…" });
      await page.getByRole("spinbutton", { name: "Days" }).fill("45");
      await button(page, "Set").click();
      await button(page, "Delete older messages").click();
      await expect.poll(() => chosen(other)).toBe("45 days");
    },
  },
  {
    section: "organization-level-user-defaults",
    disabled: (page) => page.getByRole("switch", { name: "Enter sends a message" }),
    async act({ page, other, owner }) {
      const box = (of: Page) => of.getByRole("switch", { name: "Enter sends a message" });
      await box(page).check();
      await expect.poll(() => box(other).isChecked()).toBe(true);
      await page
        .getByRole("checkbox", { name: /^Direct messages and mentions: Sound$|: Sound$/ })
        .first()
        .uncheck();
      await expect
        .poll(async () => (await owner.ok(owner.post("/register", {}))).realm_user_settings_defaults.enable_sounds)
        .toBe(false);
    },
  },
  {
    section: "auth-methods",
    disabled: (page) => page.getByRole("switch", { name: "Email and password" }),
    async act({ page, other }) {
      for (const one of [page, other]) await one.getByRole("switch", { name: "Email and password" }).waitFor();
      await page.getByText("At least one login method is required.").waitFor();
    },
  },
  {
    section: "channels",
    disabled: (page) => page.getByRole("combobox", { name: "New channels are announced in" }),
    async act({ page, other, channel }) {
      await page.getByRole("searchbox", { name: "Find a channel" }).fill("qua");
      await page.locator(".settings-section").getByRole("link", { name: "quay" }).click();
      await page.waitForURL(new RegExp(`#organization/channels/${channel}$`));
      await other.goto(`/#organization/channels/${channel}`);
      await field(page, "Description").fill("Where ships are");
      await field(page, "Description").blur();
      await expect.poll(() => field(other, "Description").inputValue()).toBe("Where ships are");
      await page.getByRole("radio", { name: /^Private, protected history/ }).click();
      await page.getByRole("alertdialog").getByText("Only its 2 members will still see it.").waitFor();
      await button(page, "Change access").click();
      await expect.poll(() => other.getByRole("radio", { name: /^Private, protected history/ }).isChecked()).toBe(true);
      expect(await other.getByRole("radio", { name: /^Public/ }).isDisabled()).toBe(true);
      await page.getByRole("combobox", { name: "Post messages", exact: true }).selectOption({ label: "Owners" });
      await expect
        .poll(() =>
          other.getByRole("combobox", { name: "Post messages", exact: true }).locator("option:checked").innerText(),
        )
        .toBe("Owners");
      await button(page, "Archive channel").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Archive channel" }).click();
      await button(page, "Undo").hover();
      for (const one of [page, other])
        await one.getByText("This channel is archived. No one can post to it.").waitFor();
      await button(page, "Undo").click();
      await button(page, "Archive channel").waitFor();
      // The panel next to a conversation opens the same settings.
      await page.goto(`/#channels/${channel}/quay`);
      await button(page, "Channel settings").click();
      await page.waitForURL(new RegExp(`#organization/channels/${channel}$`));
      await button(page, "Archive channel").waitFor();
    },
  },
];

test("an owner's changes to the organization's settings reach a member too, whose controls are disabled with a reason", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const channel = await owner.channel("quay", [owner, omar]);
  const visits = [await open(owner, { at: "#organization" }), await open(omar, { at: "#organization" })] as const;
  const [page, other] = [visits[0].page, visits[1].page];
  for (const walk of WALKS) {
    await walk.prepare?.({ owner, channel });
    if (walk.refused !== undefined) visits[0].expects(walk.refused);
    for (const visit of visits) {
      // An undo offered by the previous walk.
      await visit.page.evaluate(() => {
        for (const close of document.querySelectorAll<HTMLElement>(".toast .tool-button")) close.click();
      });
      await visit.go(`#organization/${walk.section}`);
    }
    const disabled = walk.disabled?.(other);
    if (disabled !== undefined) {
      await disabled.waitFor();
      expect(await disabled.isDisabled(), walk.section).toBe(true);
      await other
        .getByText(/Only organization (administrators|owners) can change this\./)
        .first()
        .waitFor();
    }
    await walk.act({ page, other, owner, channel }).catch((cause: unknown) => {
      throw new Error(`in the section ${walk.section}`, { cause });
    });
  }
});

test("an invitation preselects channels just created, and can make them default channels", async ({
  crew: { owner },
  open,
  show,
}) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.channel("safe", [owner], { invite_only: true });
  const visit = await show(owner, "#organization/invitations");
  const { page } = visit;
  await page.getByRole("main").getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The default channels and those you just created are selected.").waitFor();
  for (const name of ["general", "quay"]) await dialog.getByRole("button", { name: `Remove ${name}` }).waitFor();
  expect(await dialog.getByRole("button", { name: "Remove safe" }).count()).toBe(0);
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("checkbox", { name: /^Make #quay default for new people/ }).check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("textbox", { name: "Share this link:" }).inputValue();
  await page.getByRole("status").getByText("1 open invitation").waitFor();
  const { realm_default_streams } = await owner.ok(owner.post("/register", { fetch_event_types: ["default_streams"] }));
  expect(realm_default_streams).toContain(quay);

  const nina = await open(undefined, { at: new URL(link).pathname, host: owner.host });
  nina.expects(/401/);
  await nina.page.getByRole("textbox", { name: "Email" }).fill("nina@example.org");
  await nina.page.getByRole("textbox", { name: "Your name" }).fill("Nina New");
  await nina.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await nina.page.getByRole("button", { name: /^Join / }).click();
  await nina.page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: /^quay/ }).waitFor();
});

test("a double click joins a group, or adds people and groups to it, only once", async ({ crew: { owner }, show }) => {
  const [ada] = [await owner.invite("Ada"), await owner.invite("Ben")];
  const made = owner.post("/user_groups/create", { name: "crew", description: "", members: [ada.id] });
  const { group_id: crew } = await owner.ok(made);
  await owner.ok(owner.post("/user_groups/create", { name: "deck", description: "", members: [ada.id] }));
  const visit = await show(owner, "#groups/your");
  const { page } = visit;
  await page
    .getByText(/^You.re not in any groups/)
    .first()
    .waitFor();
  await visit.go("#groups/all");
  const changed: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/members") && request.method() === "POST") changed.push(request.postData());
  });
  // The button leaves the group once it is joined.
  const isClicked = await holdRequests(page, "POST", "**/members");
  await page.getByRole("listitem").filter({ hasText: "crew" }).getByRole("button", { name: "Join" }).dblclick();
  isClicked.release();
  await page.getByRole("listitem").filter({ hasText: "crew" }).getByRole("button", { name: "Leave" }).waitFor();
  expect(changed).toHaveLength(1);
  await visit.go(`#groups/${crew}`);
  const add = page.getByRole("button", { name: "Add", exact: true });
  for (const [index, [list, name]] of [["Add people", "Ben"] as const, ["Add groups", "deck"] as const].entries()) {
    await page.getByRole("combobox", { name: list }).fill(name);
    await page.getByRole("option", { name }).first().waitFor();
    await page.keyboard.press("Enter");
    await add.nth(index).dblclick();
    // In the list of members: the field has such a button, too.
    const row = page.getByRole("listitem").getByRole("button", { name: new RegExp(`^Remove ${name}`) });
    await row.waitFor();
    expect(changed).toHaveLength(index + 2);
  }
});

test("a default channel group can be saved again after only its name was saved", async ({ crew: { owner }, show }) => {
  for (const name of ["crane", "wharf"]) await owner.channel(name, [owner]);
  const group = { group_name: "dock", description: "", stream_names: ["crane"] };
  await owner.ok(owner.post("/default_stream_groups/create", group));
  const visit = await show(owner, "#organization/default-channels-list");
  visit.expects(/ERR_FAILED/);
  const { page } = visit;
  await button(page, "Edit dock").click();
  await field(page, "Name").fill("pier");
  await page.getByRole("dialog").getByRole("combobox").fill("wharf");
  await page.getByRole("option", { name: "wharf" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.route("**/default_stream_groups/*/streams", (route) => route.abort(), { times: 1 });
  await button(page, "Save").click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.locator(".entry-title", { hasText: "pier" }).waitFor();
  await button(page, "Save").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const state = await owner.ok(owner.post("/register", { fetch_event_types: ["default_stream_groups"] }));
  const [{ name, streams }] = state.realm_default_stream_groups;
  expect([name, streams.length]).toEqual(["pier", 2]);
  await shown([page], "2 channels");

  // The name as it was before can be entered again.
  await button(page, "Edit pier").click();
  await field(page, "Name").fill("jetty");
  await page.getByRole("dialog").getByRole("button", { name: "Remove wharf" }).click();
  await page.route("**/default_stream_groups/*/streams", (route) => route.abort(), { times: 1 });
  await button(page, "Save").click();
  await page.locator(".entry-title", { hasText: "jetty" }).waitFor();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await field(page, "Name").fill("pier");
  await button(page, "Save").click();
  await page.locator(".entry-title", { hasText: "pier" }).waitFor();
});
