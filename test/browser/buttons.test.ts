import type { Page } from "playwright-core";
import { expect } from "vitest";
import { Person } from "../process/support/person.ts";
import { test } from "./support/shared-page.ts";

type Json = ReturnType<typeof JSON.parse>;

let decks = 0;

/** A bot in its own channel. The test answers for it. */
async function deck(owner: Person, omar?: Person, bot_name = "Gull") {
  decks += 1;
  const mia = omar ?? (await owner.invite("Mia"));
  const channel = await owner.channel(`deck${decks}`, [owner, mia]);
  const made = await owner.ok(owner.post("/bots", { full_name: bot_name, short_name: `bot${decks}` }));
  const { user } = await owner.ok(owner.get(`/users/${made.user_id}`));
  const bot = new Person(owner.url, user.email, made.api_key, made.user_id, owner.host);
  const queue = await bot.ok(bot.post("/register", { event_types: ["press"] }));
  let last = queue.last_event_id;
  const nextPress = async (): Promise<Json> => {
    const { events } = await bot.ok(bot.get("/events", { queue_id: queue.queue_id, last_event_id: last }));
    last = events.at(-1).id;
    return events.find(({ type }: Json) => type === "press")?.press ?? nextPress();
  };
  const say = async (content: string, extra: object) => {
    const widget_content = { widget_type: "zform", extra_data: { type: "choices", ...extra } };
    const fields = { type: "stream", to: channel, topic: "alerts", content, widget_content };
    return (await bot.ok(bot.post("/messages", fields))).id;
  };
  const answer = (press_id: number, fields: Json) => bot.ok(bot.post(`/presses/${press_id}/answer`, fields));
  return { mia, bot, channel, say, answer, nextPress, at: `#narrow/channel/${channel}-deck${decks}/topic/alerts` };
}

const buttons = [
  { id: "ack", label: "Acknowledge", style: "primary", command: "/oncall ack 17", value: "17" },
  { id: "drop", label: "Drop", style: "danger", command: "/oncall drop 17", confirm: "Drop the alert?" },
];
const feed = (page: Page) => page.getByRole("feed");

test("buttons below a bot's message work by keyboard, and only the user who pressed one sees its private answer", async ({
  crew: { owner, omar },
  show,
}) => {
  const { mia, say, answer, nextPress, at } = await deck(owner, omar);
  await say("The **mast** is down.", { buttons });
  const visit = await show(mia, at);
  const other = await show(owner, at);
  const { page } = visit;
  const acknowledge = feed(page).getByRole("button", { name: "Acknowledge" });
  await acknowledge.waitFor();
  expect(await feed(page).getByText("/oncall ack 17").isVisible()).toBe(false);
  expect(await visit.accessProblems()).toEqual([]);
  await acknowledge.focus();
  await page.keyboard.press("Enter");
  await feed(page).getByText("Waiting for Gull…").waitFor();
  expect(await feed(page).getByRole("button", { name: "Drop" }).isDisabled()).toBe(true);
  const { press_id, value } = await nextPress();
  expect(value).toBe("17");
  await answer(press_id, {
    private: "It's *yours*. [Log](https://log.example)\n```spoiler Who did it?\nThe wind\n```",
    update: {
      content: "The mast is down. Mia has it.",
      widget_content: { widget_type: "zform", extra_data: { type: "choices", buttons: buttons.slice(1) } },
    },
  });
  await feed(page).getByText("Only you see this").waitFor();
  await feed(page).getByText("It's yours.").waitFor();
  expect(await feed(page).getByRole("link", { name: "Log" }).getAttribute("target")).toBe("_blank");
  await feed(page).getByRole("button", { name: "Who did it?" }).click();
  await feed(page).getByText("The wind").waitFor();
  await feed(page).getByText("Mia has it.").waitFor();
  await feed(other.page).getByText("Mia has it.").waitFor();
  expect(await feed(other.page).getByText("Only you see this").count()).toBe(0);
  expect(await feed(page).getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
  expect(await visit.accessProblems()).toEqual([]);

  await feed(page).getByRole("button", { name: "Drop" }).click();
  await page.getByRole("alertdialog", { name: "Drop the alert?" }).getByRole("button", { name: "Drop" }).click();
  const second = await nextPress();
  await answer(second.press_id, { update: "Dropped." });
  await feed(page).getByText("Gull has handled it.").waitFor();
  expect(await feed(page).getByRole("button", { name: "Drop" }).count()).toBe(0);
});

test("buttons say that the bot hasn't answered or is unavailable, or that the user is offline", async ({
  crew: { owner, omar },
  show,
}) => {
  const { mia, bot, say, at } = await deck(owner, omar, "Tern");
  await say("The mast is down.", { buttons: [buttons[0], { ...buttons[1], who: { users: [owner.id] } }] });
  const visit = await show(mia, at);
  const { page } = visit;
  await feed(page).getByRole("button", { name: "Acknowledge" }).click();
  expect(await feed(page).getByRole("button", { name: "Drop" }).isDisabled()).toBe(true);
  await owner.ok(owner.post("/testing/clock", { advance_ms: 3000 }));
  await feed(page).getByText("Tern hasn't answered.").waitFor();
  await owner.ok(owner.delete(`/bots/${bot.id}`));
  visit.expects(/400/);
  await feed(page).getByRole("button", { name: "Acknowledge" }).click();
  await feed(page).getByText("Tern isn't available now. Try again later.").waitFor();
  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/);
  await page.context().setOffline(true);
  await feed(page).getByText("You're offline. This works again when you're back online.").waitFor();
  await expect.poll(() => feed(page).getByRole("button", { name: "Acknowledge" }).isDisabled()).toBe(true);
  await page.context().setOffline(false);
});

test("a form is filled in below its message on a phone, and reports missing entries", async ({ owner, open }) => {
  const { mia, say, answer, nextPress, at } = await deck(owner);
  const fields = [
    { id: "did", label: "What did you do?", type: "long_text", required: true },
    { id: "mood", label: "Mood", type: "choice", options: [{ value: "good", label: "Good" }] },
    { id: "back", label: "Back on", type: "date" },
    { id: "with", label: "With", type: "person" },
  ];
  await say("Stand-up!", { form: { fields, submit: "Send", command: "/standup" } });
  const visit = await open(mia, { at, size: { width: 390, height: 844 } });
  const { page } = visit;
  await feed(page).getByRole("button", { name: "Fill in form" }).click();
  await feed(page).getByRole("button", { name: "Send", exact: true }).click();
  await feed(page).getByText("Required").waitFor();
  await feed(page).getByLabel("What did you do?").fill("Tests");
  await feed(page).getByLabel("Mood (optional)").selectOption("Good");
  await feed(page).getByLabel("Back on (optional)").fill("2026-12-24");
  expect(await visit.accessProblems()).toEqual([]);
  await feed(page).getByRole("button", { name: "Send", exact: true }).click();
  const { press_id, entered } = await nextPress();
  expect(entered).toEqual({ did: "Tests", mood: "good", back: "2026-12-24" });
  await answer(press_id, { private: "Thanks!" });
  await feed(page).getByText("Thanks!").waitFor();
});

test("a form that its bot replaces while it is filled in is sent without the fields that were removed", async ({
  crew: { owner, omar },
  show,
}) => {
  const { mia, say, answer, nextPress, at } = await deck(owner, omar, "Skua");
  const form = (id: string, label: string) => ({
    form: { fields: [{ id, label, type: "text" }], submit: "Send", command: "/standup" },
  });
  const message = await say("Stand-up!", form("did", "Done"));
  const { page } = await show(mia, at);
  await feed(page).getByRole("button", { name: "Fill in form" }).click();
  await feed(page).getByLabel("Done (optional)").fill("Tests");
  await owner.ok(owner.post(`/messages/${message}/press`, { entered: { did: "Docs" }, local_id: "1" }));
  const { press_id } = await nextPress();
  const widget_content = { widget_type: "zform", extra_data: { type: "choices", ...form("next", "Next") } };
  await answer(press_id, { update: { content: "Stand-up!", widget_content } });
  await feed(page).getByLabel("Next (optional)").fill("Cranes");
  await feed(page).getByRole("button", { name: "Send", exact: true }).click();
  expect((await nextPress()).entered).toEqual({ next: "Cranes" });
});

test("a refused press is explained in the user's language", async ({ owner, open }) => {
  const { mia, bot, channel, say, at } = await deck(owner);
  await say("The mast is down.", { buttons, until: Math.floor(Date.now() / 1000) + 3600 });
  const visit = await open(mia, { at, language: "de", aheadMs: 2 * 3_600_000 });
  const { page } = visit;
  visit.expects(/400|429/);
  const press = async (said: string) => {
    await feed(page).getByRole("button", { name: "Acknowledge" }).click();
    await feed(page).getByText(said).waitFor();
  };
  const mayPost = (...direct_members: number[]) => {
    const can_send_message_group = { new: { direct_members, direct_subgroups: [] } };
    return owner.ok(owner.patch(`/streams/${channel}`, { can_send_message_group }));
  };
  await mayPost(owner.id, bot.id);
  await press("Du hast keine Berechtigung dafür.");
  await mayPost(owner.id, bot.id, mia.id);
  const refuse = async (status: number, code: string, said: string) => {
    const json = { result: "error", code, msg: "Invalid message(s)", "retry-after": 60 };
    await page.route(/\/press$/, (route) => route.fulfill({ status, json }), { times: 1 });
    await press(said);
  };
  await refuse(400, "BAD_REQUEST", "Die Nachricht ist nicht mehr da, oder ihr Kanal ist archiviert.");
  await refuse(429, "RATE_LIMIT_HIT", "Gull bekommt gerade zu viele Anfragen. Versuche es gleich noch einmal.");
  await owner.ok(owner.delete(`/bots/${bot.id}`));
  await press("Gull ist gerade nicht erreichbar. Versuche es später noch einmal.");
  await owner.ok(owner.post("/testing/clock", { advance_ms: 3_600_000 }));
  await press("Das ist nicht mehr möglich.");
});

test("invalid entries are reported next to their fields in the user's language", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const { mia, say, at } = await deck(owner);
  const fields = [{ id: "did", label: "Aufgabe", type: "text", required: true }];
  await say("Stand-up!", { form: { fields, submit: "Senden", command: "/standup" } });
  const visit = await open(mia, { at, language: "de" });
  const { page } = visit;
  visit.expects(/400/);
  await feed(page).getByRole("button", { name: "Formular ausfüllen" }).click();
  await feed(page).getByLabel("Aufgabe").fill("x".repeat(1001));
  await feed(page).getByRole("button", { name: "Senden" }).click();
  await feed(page).getByText("Höchstens 1.000 Zeichen").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
});

test("a private answer is shown after a reload, offline and on another device, until it is hidden", async ({
  owner,
  open,
}) => {
  const { mia, say, answer, nextPress, at } = await deck(owner);
  await say("The mast is down.", { buttons });
  const visit = await open(mia, { at, worker: true });
  const other = await open(mia, { at });
  const { page } = visit;
  await feed(other.page).getByRole("button", { name: "Acknowledge" }).waitFor();
  await feed(page).getByRole("button", { name: "Acknowledge" }).click();
  const { press_id } = await nextPress();
  await owner.ok(owner.post("/testing/clock", { advance_ms: 3000 }));
  await feed(page).getByText("Gull hasn't answered.").waitFor();
  await answer(press_id, { private: "It's *late*." });
  await feed(page).getByText("It's late.").waitFor();
  expect(await feed(page).getByText("Gull hasn't answered.").count()).toBe(0);
  await feed(other.page).getByText("It's late.").waitFor();
  await page.reload();
  await feed(page).getByText("It's late.").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await visit.context.setOffline(true);
  await page.reload();
  await feed(page).getByText("It's late.").waitFor();
  await visit.context.setOffline(false);
  const member = await open(owner, { at });
  await feed(member.page).getByRole("button", { name: "Acknowledge" }).waitFor();
  expect(await feed(member.page).getByText("It's late.").count()).toBe(0);
  await feed(page).getByRole("button", { name: "Hide answer" }).click();
  const asked = page.waitForResponse(/\/presses/);
  await page.reload();
  await asked;
  await feed(page).getByRole("button", { name: "Acknowledge" }).waitFor();
  expect(await feed(page).getByText("It's late.").count()).toBe(0);
});

test("a bot that never answers is reported as silent after the page's own timeout", async ({ owner, open }) => {
  const { mia, say, answer, nextPress, at } = await deck(owner);
  await say("The mast is down.", { buttons });
  const visit = await open(mia, { at });
  const { page } = visit;
  await page.clock.install();
  await feed(page).getByRole("button", { name: "Acknowledge" }).click();
  const { press_id } = await nextPress();
  await feed(page).getByText("Waiting for Gull…").waitFor();
  await page.clock.runFor(5000);
  await feed(page).getByText("Gull hasn't answered.").waitFor();
  expect(await feed(page).getByRole("button", { name: "Drop" }).isEnabled()).toBe(true);
  await answer(press_id, { update: "Mia has it." });
  await feed(page).getByText("Gull has handled it.").waitFor();
  await feed(page).getByText("Mia has it.").waitFor();
});
