import { expect } from "vitest";
import { PASSWORD, Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";
import { generalOf, say } from "./support/messages.ts";

const DAY = 86_400;

const scheduledOf = async (who: Person) =>
  (await who.ok(who.get("/scheduled_messages", { include_recurrence: true }))).scheduled_messages;

test("a repeating message is scheduled, skipped, edited and rescheduled", async ({ owner, open }) => {
  await owner.ok(owner.patch("/settings", { timezone: "Asia/Tokyo" }));
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, {
    at: `#narrow/channel/${general}-general/topic/lunch`,
    size: "phone",
    timeZone: "Europe/Berlin",
  });
  const { page } = visit;
  await page.getByRole("textbox", { name: /^Message/ }).fill("Stand-up");
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: /Choose a day and time/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Day and time").fill("2031-03-03T09:00");
  await dialog.getByRole("combobox", { name: "Repeat" }).selectOption({ label: "Weekly" });
  // March 3, 2031, is a Monday.
  await dialog.getByRole("checkbox", { name: "Wednesday" }).check();
  await dialog.getByRole("combobox", { name: "Ends" }).selectOption({ label: "After a number of times" });
  const times = dialog.getByRole("status").getByRole("listitem");
  const zone = dialog.getByRole("combobox", { name: "Time zone" });
  expect(await zone.inputValue()).toBe("Asia/Tokyo");
  await zone.selectOption("America/New_York");
  await dialog.getByLabel("Number of times").fill("2");
  await expect.poll(() => times.allTextContents()).toHaveLength(2);
  await dialog.getByLabel("Number of times").fill("9");
  await expect.poll(() => times.allTextContents()).toHaveLength(3);
  expect(await times.allInnerTexts()).toEqual([
    "Monday, March 3, 2031, 9:00 AM\n3:00 PM on this device",
    "Wednesday, March 5, 2031, 9:00 AM\n3:00 PM on this device",
    // The clock is put forward two weeks earlier than in Europe.
    "Monday, March 10, 2031, 9:00 AM\n2:00 PM on this device",
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await dialog.waitFor({ state: "detached" });
  const [first] = await scheduledOf(owner);
  expect(first).toMatchObject({ recurrence: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9", time_zone: "America/New_York" });
  expect(first.scheduled_delivery_timestamp).toBe(Date.parse("2031-03-03T09:00-05:00") / 1000);

  await visit.go("#scheduled");
  await page.getByText("Every week on Monday and Wednesday, 9 times").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const row = page.getByRole("listitem").filter({ hasText: "Stand-up" });
  await row.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Skip next" }).click();
  await page.getByText("Every week on Monday and Wednesday, 8 times").waitFor();
  expect((await scheduledOf(owner))[0].scheduled_delivery_timestamp).toBe(first.scheduled_delivery_timestamp + 2 * DAY);

  await row.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Message").fill("Stand-up at the harbour");
  await dialog.getByRole("radio", { name: "Only the next one" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Stand-up at the harbour").waitFor();
  await page.getByText("Every week on Monday and Wednesday, 7 times").waitFor();

  await page.getByRole("listitem").filter({ hasText: "7 times" }).getByRole("button", { name: "Reschedule" }).click();
  await dialog.getByRole("radio", { name: "This and all later ones" }).check();
  await dialog.getByRole("combobox", { name: "Repeat" }).selectOption({ label: "Daily" });
  await dialog.getByRole("combobox", { name: "Ends" }).selectOption({ label: "Never" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Every day").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Every day" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "End repetition" }).click();
  await page.getByText("Every day").waitFor({ state: "detached" });
});

test("a repeating reminder is set, skipped and edited", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page } = visit;
  await page.getByRole("article").last().hover();
  const tools = page.getByRole("toolbar", { name: "Message actions" });
  await tools.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Remind me" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Custom time" }).check();
  await dialog.getByLabel("Custom time").last().fill("2031-03-03T09:00");
  await dialog.getByRole("combobox", { name: "Repeat" }).selectOption({ label: "Every weekday (Monday to Friday)" });
  await dialog.getByRole("button", { name: "Remind me" }).click();
  await dialog.waitFor({ state: "detached" });
  await visit.go("#reminders");
  await page.getByText("Every weekday").waitFor();
  await page.getByRole("button", { name: "Skip next" }).click();
  await page.getByText("Tuesday, March 4, 2031").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("radio", { name: "Only the next one" }).check();
  await dialog.getByLabel("Day and time").fill("2031-03-04T11:00");
  await dialog.getByLabel("Note").fill("Bring tea");
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Bring tea").waitFor();
  await page.getByText("Wednesday, March 5, 2031").waitFor();
  const later = page.getByRole("listitem").filter({ hasText: "Every weekday" });
  await later.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("combobox", { name: "Repeat" }).selectOption({ label: "Daily" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Every day").waitFor();
});

test("a reminder whose note is edited stays due at the same second", async ({ owner, open }) => {
  const { id } = await owner.ok(owner.post("/messages", { type: "direct", to: [owner.id], content: "hello" }));
  const first = Date.parse("2031-03-03T09:30:17Z") / 1000;
  const daily = { recurrence: "FREQ=DAILY", time_zone: "Asia/Tokyo" };
  for (const repeats of [{}, daily]) {
    const due = first + (repeats === daily ? 7 : 0);
    await owner.ok(owner.post("/reminders", { message_id: id, scheduled_delivery_timestamp: due, ...repeats }));
  }
  const visit = await open(owner, { at: "#reminders" });
  const dialog = visit.page.getByRole("dialog");
  const edit = visit.page.getByRole("button", { name: "Edit" });
  for (const [row, note] of ["Bring tea", "Bring milk"].entries()) {
    await edit.nth(row).click();
    await dialog.getByLabel("Note").fill(note);
    await dialog.getByRole("button", { name: "Save" }).click();
    await visit.page.getByText(note).waitFor();
  }
  const { reminders } = await owner.ok(owner.get("/reminders", { include_recurrence: true }));
  expect(reminders).toMatchObject([
    { scheduled_delivery_timestamp: first, note: "Bring tea" },
    { scheduled_delivery_timestamp: first + 7, note: "Bring milk", ...daily },
  ]);
});

test("administrators can let a bot continue the repeating message of a deactivated user", async ({ owner, open }) => {
  const account = { email: "ann@example.com", full_name: "Ann", password: PASSWORD };
  const { user_id } = await owner.ok(owner.post("/users", account));
  const { api_key } = await owner.ok(owner.post("/fetch_api_key", { username: account.email, password: PASSWORD }));
  const ann = new Person(owner.url, account.email, api_key, user_id, owner.host);
  const general = await generalOf(owner);
  await ann.ok(
    ann.post("/scheduled_messages", {
      ...{ type: "channel", to: general, topic: "lunch", content: "Menu of the day" },
      ...{
        scheduled_delivery_timestamp: 1_930_000_000,
        recurrence: "FREQ=MONTHLY;BYDAY=-1FR",
        time_zone: "Asia/Tokyo",
      },
    }),
  );
  await owner.ok(owner.post("/bots", { full_name: "Menu", short_name: "menu", bot_type: 1 }));
  await owner.ok(owner.delete(`/users/${user_id}`));
  const visit = await open(owner, { at: "#scheduled" });
  const { page } = visit;
  await page.getByText("Every month on the last Friday (Asia/Tokyo)").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Continue with a bot" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Bot" }).selectOption({ label: "Menu" });
  await dialog.getByRole("button", { name: "Continue with a bot" }).click();
  await page.getByText("Sent by Menu").waitFor();
  await page.getByRole("heading", { name: "Paused messages" }).waitFor({ state: "detached" });
});

test("a 20-minute reminder counts from the time of its confirmation, by the server's clock", async ({
  owner,
  open,
}) => {
  const { id } = await owner.ok(owner.post("/messages", { type: "direct", to: [owner.id], content: "tea" }));
  const { page } = await open(owner, { at: `#narrow/dm/${owner.id}/near/${id}`, aheadMs: 7_200_000 });
  await page.getByRole("article").last().hover();
  await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Remind me" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "In 20 minutes" }).check();
  // The dialog stays open for ten minutes.
  const { now } = await owner.ok(owner.post("/testing/clock", { advance_ms: 600_000 }));
  await page.evaluate(() => {
    const machine = Date.now;
    Date.now = () => machine() + 600_000;
  });
  await dialog.getByRole("button", { name: "Remind me" }).click();
  await dialog.waitFor({ state: "detached" });
  const { reminders } = await owner.ok(owner.get("/reminders"));
  const due = reminders[0].scheduled_delivery_timestamp - Math.floor(now / 1000);
  expect(due).toBeGreaterThanOrEqual(1_198);
  expect(due).toBeLessThan(1_500);
});
