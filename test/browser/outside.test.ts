import type { Page } from "playwright-core";
import PostalMime from "postal-mime";
import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { AUTHORITY, FITTING, mailServer } from "../process/support/mail-server.ts";
import type { Person } from "../process/support/person.ts";
import { until } from "../process/support/processes.ts";
import { type BrowserTest, testOn } from "./support/browser-test.ts";
import { keptIn } from "./support/kept-in.ts";
import { say } from "./support/messages.ts";
import { sharing } from "./support/shared-page.ts";
import { SIZES, type Visit } from "./support/visit.ts";

const PHONE = { width: 390, height: 844 };

let mail: Awaited<ReturnType<typeof mailServer>>;
const test = sharing(
  testOn(async (use) => {
    mail = await mailServer(FITTING);
    const data = makeData();
    const env = {
      NODE_EXTRA_CA_CERTS: AUTHORITY,
      MAIL_URL: `smtp://localhost:${mail.port}`,
      MAIL_FROM: "a@example.org",
    };
    const args = ["--quiet", "--rate-limits", "off", "--test-hooks"];
    await use(await launchOn({ data, args, env }).running());
    await removeData(data);
    await mail.stop();
  }),
);

/** Path of the link in the newest email to an address, once it has received `count`. */
async function linkInMailTo(address: string, count = 1): Promise<string> {
  const toThem = () => mail.received.filter(({ to }) => to.includes(address));
  await until(`${count} emails to ${address}`, () => toThem().length >= count);
  const { text = "" } = await PostalMime.parse(toThem().at(-1)?.content ?? "");
  return new URL(/https?:\S+\/outside\/\S+/.exec(text)?.[0] ?? "").pathname;
}

interface Link {
  readonly url: string;
  readonly outside_link: { readonly link_id: number };
}

/** A channel with a topic "logo" that has one message. */
async function studio(owner: Person, people: readonly Person[] = [owner], name = "studio") {
  const channel = await owner.channel(name, people);
  await say(owner, channel, "logo", "Round or square?");
  const link = (fields: Record<string, unknown> = {}): Promise<Link> =>
    owner.ok(owner.post("/outside_links", { channel_id: channel, ...fields }));
  return { channel, at: `#narrow/channel/${channel}-${name}/topic/logo`, link };
}

/** Joins through a link, on a separate phone. */
async function comeIn({ open, owner }: Pick<BrowserTest, "open" | "owner">, url: string, name = "Ana"): Promise<Visit> {
  const visit = await open(undefined, { host: owner.host, at: new URL(url).pathname, size: PHONE, touch: true });
  // Requests after the access has ended.
  visit.expects(/401|WebSocket/);
  const { page } = visit;
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("complementary").getByText(" · until ").waitFor();
  return visit;
}

/** Waits for the page shown after access has ended, and until nothing is left in the browser. */
async function hasEnded(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Your access has ended" }).waitFor();
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
}

const field = (page: Page) => page.getByRole("textbox", { name: /^Message/ });
const article = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

async function write(page: Page, text: string): Promise<void> {
  await field(page).click();
  await field(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await article(page, text).waitFor();
}

test("a stranger opens a link on a phone, enters a name, and writes a message", async ({
  crew: { owner },
  open,
  show,
}) => {
  const { at, link } = await studio(owner);
  const { url } = await link({ topic: "logo", history: true });
  const { page: inside } = await show(owner, at);
  const { page: ana } = await comeIn({ open, owner }, url);
  await write(ana, "Square, please.");
  await article(ana, "Round or square?").waitFor();

  const hers = article(inside, "Square, please.");
  await hers.waitFor();
  expect(await hers.getByRole("button", { name: "Ana", exact: true }).count()).toBe(1);
  expect(await hers.getByText("outside", { exact: true }).count()).toBe(1);

  expect(await ana.getByRole("navigation").count()).toBe(0);
  expect(await ana.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  const lines = await ana.locator(".outside-bar p").evaluate((text) => {
    return text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight);
  });
  expect(Math.round(lines)).toBeLessThanOrEqual(2);
  await ana.evaluate(() => {
    location.hash = "#inbox";
  });
  await ana.getByRole("heading", { name: "logo", level: 1 }).waitFor();
});

test("a person outside with a link to a whole channel writes without choosing a topic, and can do only what the link allows", async ({
  owner,
  open,
}) => {
  const { channel, link } = await studio(owner);
  const { url, outside_link } = await link();
  const { page: ana } = await comeIn({ open, owner }, url);
  await ana.getByRole("heading", { name: "studio", level: 1 }).waitFor();
  await write(ana, "Hello from outside.");
  await say(owner, channel, "tea", "Welcome, Ana.");
  await article(ana, "Welcome, Ana.").waitFor();
  expect(await article(ana, "Round or square?").count()).toBe(0);
  expect(await ana.getByRole("button", { name: "Attach files" }).count()).toBe(0);

  const path = `/outside_links/${outside_link.link_id}`;
  await owner.ok(owner.patch(path, { can_upload: true }));
  await ana.getByRole("button", { name: "Attach files" }).waitFor();
  await owner.ok(owner.patch(path, { can_post: false, can_upload: false }));
  await ana.getByText("read only").waitFor();
  await field(ana).waitFor({ state: "hidden" });
});

test("an outside link is created in a topic's menu, and a mark shows it to members and lets its creator end it", async ({
  crew: { owner, omar },
  open,
  show,
}) => {
  const { at } = await studio(owner, [owner, omar], "foundry");
  const { page: hers } = await show(omar, at);
  const visit = await show(owner, at);
  const { page } = visit;
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Invite someone outside" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite someone outside" });
  await dialog.getByRole("radio", { name: /^Only the topic “logo”, with/ }).waitFor();
  await dialog.getByRole("spinbutton", { name: "Number of people" }).fill("0");
  await dialog.getByText("Enter a whole number from 1 to 100.").waitFor();
  expect(await dialog.getByRole("button", { name: "Create link" }).isDisabled()).toBe(true);
  await dialog.getByRole("spinbutton", { name: "Number of people" }).fill("2");
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByRole("textbox", { name: "Link for people outside" }).inputValue();
  await page.keyboard.press("Escape");

  const { page: cleo } = await comeIn({ open, owner }, url, "Cleo");
  await write(cleo, "I can see it.");
  const mark = (one: Page) => one.getByRole("button", { name: /^Open to people outside until/ });
  await mark(hers).click();
  await hers.getByRole("menuitem", { name: "Cleo (outside)" }).waitFor();
  expect(await hers.getByRole("menuitem", { name: "End access for people outside" }).count()).toBe(0);
  await hers.keyboard.press("Escape");

  await mark(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "End access for people outside" }).press("Enter");
  await page.getByRole("alertdialog").getByText("1 person outside loses access at once.").waitFor();
  await page.getByRole("button", { name: "End access" }).click();
  await hasEnded(cleo);
  await mark(hers).waitFor({ state: "detached" });
  await mark(page).waitFor({ state: "detached" });
  await article(page, "I can see it.").waitFor();
});

test("an owner sees links with the people who used them in the settings, and changes and ends a link", async ({
  crew: { owner },
  open,
  show,
}) => {
  const { link } = await studio(owner, [owner], "gallery");
  const { url } = await link({ topic: "logo", max_people: 3 });
  const { page: dora } = await comeIn({ open, owner }, url, "Dora");
  const visit = await show(owner, "#organization/outside-links");
  const { page } = visit;
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "#gallery › logo" });
  await row.getByText("1 of 3 people joined").waitFor();
  await row.getByText("Dora (outside)").waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  const choose = async (name: string) => {
    await row.getByRole("button", { name: "Options for the link to #gallery › logo" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Change link");
  await page.getByRole("spinbutton", { name: "Number of people" }).fill("5");
  await page.getByRole("checkbox", { name: "Take part in calls" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await row.getByText("1 of 5 people joined").waitFor();
  await row.getByText("can write and take part in calls").waitFor();

  const { page: bea } = await comeIn({ open, owner }, url, "Bea");
  await row.getByText("2 of 5 people joined").waitFor();
  await row.getByRole("button", { name: "Remove Bea (outside)" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await row.getByText(/Bea \(outside\).*removed/).waitFor();
  await hasEnded(bea);

  await choose("End access");
  await page.getByRole("button", { name: "End access" }).click();
  await row.getByText(/ended .*: someone ended it/).waitFor();
  await hasEnded(dora);
});

test("another device of a person outside is let in once the first device has confirmed its code", async ({
  owner,
  open,
}) => {
  const { at, link } = await studio(owner);
  const { url } = await link({ topic: "logo", history: true });
  const hers = await comeIn({ open, owner }, url);
  const { page: ana } = hers;
  const laptop = await open(undefined, { host: owner.host, at: new URL(url).pathname });
  laptop.expects(/404|401|WebSocket/);
  const { page } = laptop;
  const ask = async (name: string) => {
    await page.getByRole("link", { name: "I'm already here on another device" }).click();
    await page.getByRole("textbox", { name: "Your name" }).fill(name);
    await page.getByRole("button", { name: "Ask" }).click();
    return /code (\d{4})/.exec(await page.getByText(/They see the code/).innerText())?.[1] ?? "";
  };
  const code = await ask("Ana");
  expect(await laptop.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("No one has confirmed this device yet.").waitFor();
  await ana.getByText(`Another device wants to join as you. Does it show ${code}?`).waitFor();
  expect(await hers.accessProblems()).toEqual([]);
  expect(await ana.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await ana.getByRole("button", { name: "Let it in" }).click();
  await ana.getByRole("button", { name: "Let it in" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Continue" }).click();
  await write(page, "From my laptop.");
  await article(ana, "From my laptop.").waitFor();
  await ana.getByRole("button", { name: "Your access" }).click();
  await ana.getByRole("menuitem", { name: "Settings" }).click();
  await ana.getByRole("group", { name: "Your other devices" }).getByRole("listitem").waitFor();
  expect(await hers.accessProblems()).toEqual([]);
  await ana.getByRole("button", { name: "Log out other devices" }).click();
  await ana.getByText("Logged out on other devices").waitFor();
  await hasEnded(page);
  await ana.keyboard.press("Escape");

  const visit = await open(owner, { at, aheadMs: 3_600_000 });
  await article(visit.page, "From my laptop.").waitFor();
  const row = visit.page.getByRole("main").getByRole("listitem").filter({ hasText: "#studio › logo" });
  const way = `${new URL(url).pathname}?device=ask`;
  const tablet = await open(undefined, { host: owner.host, at: way });
  tablet.expects(/404|401|WebSocket/);
  const askAgain = async () => {
    await tablet.page.getByRole("textbox", { name: "Your name" }).fill("Ana");
    await tablet.page.getByRole("button", { name: "Ask" }).click();
  };
  await askAgain();
  const toast = visit.page.getByRole("status").filter({ hasText: "Another device wants to join as Ana (outside)." });
  await toast.getByRole("button", { name: "Show" }).click();
  await row.getByText(/^Another device wants to join as Ana \(outside\)\. Does it show \d{4}\?$/).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await row.getByRole("button", { name: "Refuse" }).click();
  await row.getByRole("button", { name: "Refuse" }).waitFor({ state: "detached" });
  await tablet.page.getByRole("button", { name: "Continue" }).click();
  await tablet.page.getByRole("alert").waitFor();

  await tablet.page.goto(way);
  await askAgain();
  await row.getByRole("button", { name: "Let it in" }).click();
  await row.getByRole("button", { name: "Let it in" }).waitFor({ state: "detached" });
  await tablet.page.getByRole("button", { name: "Continue" }).click();
  await article(tablet.page, "From my laptop.").waitFor();
  const letIn = ana.getByRole("listitem").filter({ hasText: /let another device into your account/ });
  await letIn.waitFor();
  expect(await hers.accessProblems()).toEqual([]);
  await letIn.getByRole("button", { name: "Your other devices" }).click();
  const list = ana.getByRole("group", { name: "Your other devices" });
  await list.getByText(/, let in by /).waitFor();
  await ana.keyboard.press("Escape");
  await letIn.getByRole("button", { name: "Close" }).click();
  await letIn.waitFor({ state: "detached" });
});

test("a person outside asks to keep their account, and an administrator makes them a guest", async ({
  crew: { owner },
  open,
  show,
}) => {
  const { link } = await studio(owner, [owner], "workshop");
  const { url } = await link({ topic: "logo", history: true });
  const hers = await comeIn({ open, owner }, url, "Emma");
  const { page: emma } = hers;
  await emma.getByRole("button", { name: "Your access" }).click();
  await emma.getByRole("menuitem", { name: "Keep this account" }).click();
  await emma.getByText(/^The administrators of .* decide whether you stay/).waitFor();
  await emma.getByRole("textbox", { name: "Email address" }).fill("emma@example.org");
  expect(await hers.accessProblems()).toEqual([]);
  await emma.getByRole("button", { name: "Ask", exact: true }).click();
  await emma.getByText("The administrators now see that you want to keep your account.").waitFor();

  const visit = await show(owner, "#organization/outside-links");
  const { page } = visit;
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "#workshop › logo" });
  await row.getByText("wants to keep the account with emma@example.org").waitFor();
  await row.getByRole("button", { name: "Make Emma (outside) a guest" }).click();
  await page.getByRole("dialog", { name: "Make Emma (outside) a guest?" }).getByText("all of #workshop").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Make guest" }).click();
  await row.getByText("1 is now a guest").waitFor();
  await hasEnded(emma);
  await emma.getByText("If you've kept your account, log in to it.").waitFor();
});

test("a person outside sees stored messages offline, and learns once online that the link has ended", async ({
  owner,
  open,
}) => {
  const { link } = await studio(owner);
  const { url, outside_link } = await link({ topic: "logo", history: true });
  const visit = await comeIn({ open, owner }, url);
  const { page: ana } = visit;
  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await article(ana, "Round or square?").waitFor();
  await ana.context().setOffline(true);
  await ana.getByText(/^You're offline/).waitFor();
  await article(ana, "Round or square?").waitFor();
  await owner.ok(owner.delete(`/outside_links/${outside_link.link_id}`));
  await ana.context().setOffline(false);
  await hasEnded(ana);
});

test("a person outside changes their name and language, and leaves", async ({ owner, open }) => {
  const { link } = await studio(owner);
  const { url } = await link({ topic: "logo" });
  const { page: ana } = await comeIn({ open, owner }, url);
  const menu = async (button: string, name: string) => {
    await ana.getByRole("button", { name: button }).click();
    await ana.getByRole("menuitem", { name }).click();
  };
  await menu("Your access", "Settings");
  await ana.getByRole("textbox", { name: "Your name" }).fill("Ana Lima");
  await ana.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await ana.getByRole("button", { name: "Save" }).click();
  await ana.getByRole("complementary").getByText("Mitglieder von #studio sehen").waitFor();
  const { members } = await owner.ok(owner.get("/users"));
  expect(members.map(({ full_name }: { full_name: string }) => full_name)).toContain("Ana Lima (outside)");
  await menu("Dein Zugang", "Verlassen");
  await ana.getByRole("dialog").or(ana.getByRole("alertdialog")).getByRole("button", { name: "Verlassen" }).click();
  await ana.getByRole("heading", { name: "Du bist nicht mehr dabei" }).waitFor();
});

test("a person outside enters, confirms, changes and removes their email address", async ({ owner, open }) => {
  const { link } = await studio(owner);
  const { url } = await link({ topic: "logo" });
  const hers = await comeIn({ open, owner }, url);
  const { page: ana } = hers;
  const looks = async (name: string, page = ana) => {
    for (const [size, view] of Object.entries({ phone: PHONE, desktop: SIZES.desktop })) {
      await page.setViewportSize(view);
      const shots = process.env["SHOTS"];
      if (shots) await page.screenshot({ path: `${shots}/${name}-${size}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(view.width);
      expect(await hers.accessProblems(page)).toEqual([]);
    }
    await page.setViewportSize(PHONE);
  };
  const dialog = ana.getByRole("dialog", { name: "Settings" });
  const address = dialog.getByRole("textbox", { name: "Email address (optional)" });
  const settings = async () => {
    await ana.getByRole("button", { name: "Your access" }).click();
    await ana.getByRole("menuitem", { name: "Settings" }).click();
    await address.waitFor();
  };
  const save = async (value: string) => {
    await address.fill(value);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    // The dialog shows the address that the page knows when it is opened.
    await expect
      .poll(() => keptIn(ana))
      .toMatch(value === "" ? /"mail":null/ : new RegExp(`"mail":{"email":"${value}"`));
  };
  const sent = ana.getByText("Check your email: we've sent you a link to confirm your address.");
  const confirm = async (path: string, email: string, name?: string) => {
    const page = await ana.context().newPage();
    await page.goto(new URL(path, ana.url()).href);
    await page.getByText(`Send emails about messages you miss to ${email}?`).waitFor();
    if (name !== undefined) await looks(`${name}-question`, page);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(`Emails about messages you miss now go to ${email}.`).waitFor();
    if (name !== undefined) await looks(`${name}-done`, page);
    await page.close();
  };

  await settings();
  await looks("empty");
  await address.fill("ana");
  await dialog.getByRole("button", { name: "Save" }).click();
  expect(await address.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true);
  await save("ana.reads@example.org");
  await sent.waitFor();
  await looks("sent");
  await linkInMailTo("ana.reads@example.org");

  await settings();
  await dialog.getByText("Not confirmed yet: open the link in the email to ana.reads@example.org.").waitFor();
  await looks("waits");
  const again = dialog.getByRole("button", { name: "Send the email again" });
  await again.click();
  const newest = await linkInMailTo("ana.reads@example.org", 2);
  await looks("again");
  await confirm(newest, "ana.reads@example.org", "confirm");
  await again.waitFor({ state: "detached" });
  await dialog.getByText("You get emails about messages you miss. Nobody here sees the address.").waitFor();
  await looks("confirmed");

  // The address changes elsewhere while the dialog is open. Saving doesn't bring the former one back, because she
  // didn't enter it.
  await ana.evaluate(() => {
    const headers = { "X-CSRFToken": /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "" };
    const body = new URLSearchParams({ email: "ana.lima@example.org" });
    return fetch("/json/outside_access/mail", { method: "POST", headers, body });
  });
  await dialog.getByText("Not confirmed yet: open the link in the email to ana.lima@example.org.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const other = await linkInMailTo("ana.lima@example.org");
  await settings();
  await dialog.getByText("Not confirmed yet: open the link in the email to ana.lima@example.org.").waitFor();
  await confirm(other, "ana.lima@example.org");
  await again.waitFor({ state: "detached" });
  expect(await address.inputValue()).toBe("ana.lima@example.org");

  await save("");
  await settings();
  await again.waitFor({ state: "detached" });
  expect(await address.inputValue()).toBe("");
  await looks("removed");
});
