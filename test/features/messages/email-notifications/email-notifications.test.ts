import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { dropContents } from "../../../support/editing.ts";
import { lettersAfter, PATIENCE_MS, readersOf, untilWritten } from "../../../support/letters.ts";
import { changeUser } from "../../../support/log-in.ts";
import { visitPage } from "../../../support/mail.ts";
import { breakTexts, sendDirect, sendToChannel } from "../../../support/messages.ts";
import {
  advanceClock,
  evict,
  executeSql,
  passTime,
  tablesOf,
  withConfig,
  withDatabase,
} from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const ORGANIZATION = "Test";
const inTest = (subject: string) => `[${ORGANIZATION}] ${subject}`;
const newest = (letters: readonly Json[]): Json => letters.at(-1);

describe("an email notification", () => {
  test("contains its conversation's new messages and earlier ones, as text and as HTML", async () => {
    const { iris, noah, mia, host } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, mia, noah]);
    await sendToChannel(mia, channel, "Which tea?", "Green, *maybe*.");
    await lettersAfter(iris, 6000);
    const first = await sendToChannel(mia, channel, "Which tea?", "@**Noah Example** see [this](/#narrow) <b>&");
    await sendToChannel(
      iris,
      channel,
      "Which tea?",
      "```spoiler Secret\nhidden words\n```\n@**Noah Example** :tea: $$x^2$$",
    );
    await sendToChannel(mia, channel, "Other", "Nothing for him.");
    const letters = (await lettersAfter(iris)).filter(
      ({ to, subject }) => to === noah.email && subject.includes("tea?"),
    );
    expect(letters).toHaveLength(1);
    const [{ subject, text, html, url, headers }] = letters as [Json];
    expect(subject).toBe(inTest("#tea > Which tea?"));
    expect(text).toMatch(
      /2 unread messages in Test.*Mia Example, .*UTC\n {2}Green, maybe\..*Mia Example, .*see this <b>&.*Iris Owner, .*Secret \(…\).*🍵 \$\$x\^2\$\$/s,
    );
    expect(text).not.toContain("hidden words");
    expect(text).toContain("because someone mentioned you. Replies to this address aren't read.");
    expect(html).toContain("<p>Green, <em>maybe</em>.</p>");
    expect(html).toMatch(new RegExp(`<a href="http://${host}[:\\d]*/#narrow">this</a> &lt;b&gt;&amp;`));
    expect(html).toContain("<code>x^2</code>");
    expect(html).not.toMatch(/hidden words|class=|<script|<img/);
    expect(new URL(url).hash).toBe(`#narrow/channel/${channel}-tea/topic/Which.20tea.3F/near/${first}`);
    expect(headers["In-Reply-To"]).toMatch(/^<conversation-\d+-\d+@.+>$/);
    expect(headers["References"]).toBe(headers["In-Reply-To"]);
  });

  test.each<[string, (iris: Person, noah: Person) => Promise<unknown>]>([
    ["is deactivated", (iris, noah) => iris.ok(iris.delete(`/users/${noah.id}`))],
    ["has another address", (iris, noah) => changeUser(iris, noah, { new_email: "noah@elsewhere.example" })],
  ])("delayed by a mail failure is not sent if its reader %s in the meantime", async (_, change) => {
    const { iris, noah, mia } = await realm();
    const waiting = async () => {
      const { outbox = [] } = await tablesOf(iris);
      const letters = (outbox as Json[]).filter(({ job }) => job === "mail").map(({ payload }) => JSON.parse(payload));
      return letters.map(({ to, subject }) => [to, subject]);
    };
    const subject = inTest("Direct messages with Mia Example");
    await sendDirect(mia, [noah, iris], "Tea?");
    await sendDirect(mia, [noah], "Tea?");
    await withConfig(iris, { mail: "smtp", mailServer: null }, async () => {
      await advanceClock(iris, PATIENCE_MS);
      await until(async () => expect(await waiting()).toContainEqual([noah.email, subject]));
      const quotes = async () => (await waiting()).filter(([, about]) => about?.startsWith(inTest("Direct")));
      const toIris = (await quotes()).filter(([to]) => to === iris.email);
      expect(toIris).toHaveLength(1);
      await change(iris, noah);
      expect(await quotes()).toEqual(toIris);
    });
  });

  test("covers one conversation, and mail clients thread all emails of a conversation", async () => {
    const { iris, noah, mia, omar } = await realm();
    await sendDirect(mia, [noah], "Tea?");
    await sendDirect(mia, [noah, omar], "Tea for all?");
    await sendDirect(mia, [noah], "Noah?");
    const letters = (await lettersAfter(iris)).filter(({ to }) => to === noah.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      inTest("Direct messages with Mia Example"),
      expect.stringMatching(/Direct messages with (Mia|Omar) Example and (Mia|Omar) Example$/),
    ]);
    expect(letters[0].text).toMatch(/Tea\?.*Noah\?/s);
    await sendDirect(mia, [noah], "Once more: tea?");
    const again = newest(await lettersAfter(iris));
    expect([again.subject, again.headers.References]).toEqual([letters[0].subject, letters[0].headers.References]);
    expect(again.headers.References).not.toBe(letters[1].headers.References);
    // Messages of the last email aren't repeated as new.
    expect(again.text).toContain("You have 1 unread message in Test");
  });

  test("keeps its subject when the topic is resolved", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, noah]);
    const id = await sendToChannel(iris, channel, "t", "@**Noah Example**");
    await iris.ok(iris.patch(`/messages/${id}`, { topic: "✔ t", propagate_mode: "change_all" }));
    const letters = (await lettersAfter(iris)).filter(({ to }) => to === noah.email);
    expect(letters.map(({ subject }) => subject)).toContain(inTest("#tea > t"));
  });

  test("uses the language and the time zone of the account", async () => {
    const { iris, noah, mia } = await realm();
    await noah.ok(noah.patch("/settings", { default_language: "de", timezone: "Asia/Tokyo" }));
    await sendDirect(mia, [noah], "Tee?");
    const letter = newest(await lettersAfter(iris));
    expect(letter.subject).toBe(inTest("Direktnachrichten mit Mia Example"));
    expect(letter.text).toMatch(/1 ungelesene Nachricht.*Mia Example, .*GMT\+9\n.*Abbestellen: http/s);
  });

  test("names the organization in its subject if the user has chosen this", async () => {
    const { iris, noah, mia } = await realm();
    await noah.ok(noah.patch("/settings", { realm_name_in_email_notifications_policy: 3 }));
    await mia.ok(mia.patch("/settings", { realm_name_in_email_notifications_policy: 2 }));
    await sendDirect(iris, [noah, mia], "Tea?");
    expect((await lettersAfter(iris)).map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Direct/),
      expect.stringMatching(/^.Test. Direct/),
    ]);
  });

  test("omits the message content if the user or the organization has chosen to hide it", async () => {
    const { iris, noah, mia, omar } = await realm();
    await noah.ok(noah.patch("/settings", { message_content_in_email_notifications: false }));
    const channel = await makeChannel(iris, "confidential", [noah, iris]);
    const reveals = /confidential|Iris|Mia|takeover/;
    await sendToChannel(iris, channel, "takeover", "@**Noah Example** takeover?");
    await sendDirect(mia, [noah, omar], "takeover?");
    const [toNoah, ...more] = (await lettersAfter(iris)).filter(({ to }) => to === noah.email);
    expect(more).toEqual([]);
    expect(toNoah.subject).toBe(inTest("New messages"));
    expect(toNoah.text).toMatch(/3 unread messages in Test.*Your settings hide/s);
    expect(toNoah.text + toNoah.html + JSON.stringify(toNoah.headers) + toNoah.url).not.toMatch(reveals);
    await iris.ok(iris.patch("/realm", { message_content_allowed_in_email_notifications: false }));
    await sendDirect(mia, [omar], "takeover!");
    const toOmar = newest(await lettersAfter(iris));
    expect([toOmar.to, toOmar.subject]).toEqual([omar.email, inTest("New messages")]);
    expect(toOmar.text).toContain("doesn't include message content");
    expect(toOmar.text + toOmar.html).not.toMatch(reveals);
  });

  test("shows a limited number of messages and conversations, and how many more there are", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "tea", [iris, mia, noah]);
    await noah.ok(noah.post("/mark_all_as_read"));
    await noah.ok(
      noah.post("/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: channel, property: "email_notifications", value: true }],
      }),
    );
    for (let count = 0; count < 23; count += 1) await sendToChannel(mia, channel, "topic 0", `message ${count}.`);
    for (let topic = 1; topic < 22; topic += 1) await sendToChannel(mia, channel, `topic ${topic}`, "Tea?");
    // The first messages may be only in D1 by the time their emails are queued, which are then due later.
    await lettersAfter(iris);
    const letters = (await lettersAfter(iris)).filter(({ to }) => to === noah.email);
    expect(letters).toHaveLength(20);
    expect(letters[0].text).toMatch(/message 0\..*message 19\..*And 3 more messages\./s);
    expect(newest(letters).text).toContain("And 2 more conversations");
    // No more emails within the hour. After that, they are sent again.
    await sendToChannel(mia, channel, "topic 30", "Tea?");
    expect((await lettersAfter(iris)).filter(({ to }) => to === noah.email)).toHaveLength(20);
    const later = (await lettersAfter(iris, 3_600_000)).filter(({ to }) => to === noah.email);
    expect(newest(later).subject).toBe(inTest("#tea > topic 30"));
  });

  test("is sent only once after an eviction, even if only D1 still has its texts", async () => {
    const { iris, noah, mia } = await realm();
    await sendDirect(mia, [noah], "An old text");
    await evict(iris);
    await lettersAfter(iris, 6000);
    await dropContents(iris);
    await evict(iris);
    const [letter, ...more] = await lettersAfter(iris);
    expect([letter.to, more]).toEqual([noah.email, []]);
    expect(letter.text).toContain("An old text");
    const { missed_messages, missed_batches, letters_to_decide } = await tablesOf(iris);
    expect([missed_messages, missed_batches, letters_to_decide]).toEqual([[], [], []]);
  });

  test("waits while the message store is down, with at most one job for any number of messages", async () => {
    const { iris, noah, mia } = await realm();
    await sendDirect(mia, [noah], "An old text");
    await lettersAfter(iris, 6000);
    await dropContents(iris);
    await withDatabase(iris, "refuse", async () => {
      for (const text of ["one", "two", "three"]) {
        await advanceClock(iris, PATIENCE_MS);
        await sendDirect(mia, [noah], text);
        await passTime(iris, 6000);
      }
      const { outbox = [] } = await tablesOf(iris);
      expect(outbox.length).toBeLessThan(2);
    });
    const [letter, ...more] = await lettersAfter(iris, 3_600_000);
    expect([letter.to, more]).toEqual([noah.email, []]);
    expect(letter.text).toMatch(/An old text.*one.*two.*three/s);
  });
});

test("an email notification whose texts can't be loaded doesn't delay those of other users", async () => {
  const { iris, noah, mia, omar } = await realm();
  const broken = await sendDirect(mia, [noah], "An old text");
  await sendDirect(mia, [omar], "Tea?");
  await lettersAfter(iris, 6000);
  const spy = await breakTexts(iris, broken);
  expect(readersOf(await lettersAfter(iris))).toEqual(["omar"]);
  spy.mockRestore();
  const later = newest(await lettersAfter(iris, 3_600_000));
  expect([later.to, later.text]).toEqual([noah.email, expect.stringContaining("An old text")]);
});

test("sending a message writes one row for all its email notifications, and none for the next message", async () => {
  const { iris, noah, mia, omar, mona } = await realm();
  const noted = async () => {
    const { letters_to_decide, missed_messages } = await tablesOf(iris);
    return [letters_to_decide?.length, missed_messages?.length];
  };
  await sendDirect(iris, [noah, mia, omar, mona], "Tea?");
  await sendDirect(iris, [noah, mia], "Tea!");
  expect(await noted()).toEqual([1, 0]);
});

test("messages sent after one that alerts thousands of people also reach everyone", async () => {
  const { iris, noah } = await realm();
  const users = Array.from({ length: 2005 }, (_, at) => ({
    email: `crowd${at}@example.com`,
    full_name: `Crowd ${at}`,
  }));
  await iris.ok(iris.post("/testing/users", { users }));
  const { streams } = await iris.ok(iris.get("/streams"));
  await sendToChannel(iris, streams[0].stream_id, "all", "@**all** Tea?");
  await sendDirect(iris, [noah], "Only for you");
  await advanceClock(iris, 6000);
  await untilWritten(iris);
  const { missed_messages = [] } = await tablesOf(iris);
  const readers = (missed_messages as Json[]).filter(({ user_id }) => user_id === noah.id);
  expect(missed_messages.length).toBeGreaterThan(2005);
  expect(readers).toHaveLength(2);
});

test("an email notification is not recorded without a mail transport, nor sent once the organization is deactivated", async () => {
  const { iris, noah } = await realm();
  await withConfig(iris, { mail: "none" }, async () => {
    await sendDirect(iris, [noah], "Tea?");
    expect((await tablesOf(iris))["letters_to_decide"]).toEqual([]);
  });
  await sendDirect(iris, [noah], "Tea?");
  await iris.ok(iris.post("/realm/deactivate"));
  await advanceClock(iris, 126_000);
  const written = await lettersAfterClosing(iris);
  expect(written).toEqual([]);
});

/** The emails that a deactivated organization has sent or queued. */
async function lettersAfterClosing(person: Person): Promise<string[]> {
  await expect.poll(async () => (await tablesOf(person))["missed_batches"]).toEqual([]);
  const { mailbox = [], outbox = [] } = await tablesOf(person);
  return [...mailbox, ...outbox].map((row) => JSON.stringify(row)).filter((row) => row.includes("Tea?"));
}

test("missed messages beyond an account's limit are dropped, oldest first", async () => {
  const { iris, noah } = await realm();
  const last = await sendDirect(iris, [noah], "Tea?");
  await lettersAfter(iris, 10_000);
  await executeSql(
    iris,
    `INSERT INTO missed_messages (user_id, message_id, sent_at, was_active)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 560) SELECT ?, 100000 + i, 0, 0 FROM n`,
    noah.id,
  );
  await executeSql(iris, "UPDATE missed_batches SET messages = 561");
  await sendDirect(iris, [noah], "Tea!");
  await lettersAfter(iris, 10_000);
  const rows = ((await tablesOf(iris))["missed_messages"] ?? []) as Json[];
  expect(rows).toHaveLength(500);
  expect(rows.some(({ message_id }) => message_id === last)).toBe(false);
});

describe("the unsubscribe link of an email", () => {
  /** The path of the link that mail clients use to unsubscribe. */
  const pathIn = ({ headers }: Json) => new URL(headers["List-Unsubscribe"].slice(1, -1)).pathname;

  async function letterTo(): Promise<{ iris: Person; noah: Person; host: string; letter: Json }> {
    const { iris, noah, host } = await realm();
    const channel = await makeChannel(iris, "tea", [noah, iris]);
    await noah.ok(
      noah.post("/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: channel, property: "email_notifications", value: true }],
      }),
    );
    await noah.ok(noah.post("/mark_all_as_read"));
    await sendDirect(iris, [noah], "Tea?");
    const letter = newest(await lettersAfter(iris));
    return { iris, noah, host, letter };
  }

  test("unsubscribes with a single POST, without a login, as mail clients do", async () => {
    const { iris, noah, host, letter } = await letterTo();
    expect(letter.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const queue = await noah.queue({ event_types: ["user_settings", "subscription"] });
    const answer = await visitPage(host, pathIn(letter), { "List-Unsubscribe": "One-Click" });
    expect(answer.status).toBe(200);
    const events = await queue.events();
    expect(events.map(({ property, value }: Json) => [property, value]).sort()).toEqual([
      ["email_notifications", false],
      ["enable_followed_topic_email_notifications", false],
      ["enable_offline_email_notifications", false],
    ]);
    await sendDirect(iris, [noah], "Tea!");
    await sendToChannel(iris, "tea", "t", "@**Noah Example** tea!");
    expect(readersOf(await lettersAfter(iris))).toEqual(["noah"]);
  });

  test("opens a page that asks first, in the reader's language", async () => {
    const { noah, host, letter } = await letterTo();
    const language = { "accept-language": "de" };
    const page = await visitPage(host, pathIn(letter), undefined, language);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain("E-Mails über verpasste Nachrichten an n…@example.com abbestellen?");
    expect(text).toContain('<form method="post">');
    const isOn = async () =>
      (await noah.ok(noah.post("/register", { fetch_event_types: ["user_settings"] }))).user_settings
        .enable_offline_email_notifications;
    expect(await isOn()).toBe(true);
    expect(await (await visitPage(host, pathIn(letter), {}, language)).text()).toContain("bekommt keine E-Mails");
    expect(await isOn()).toBe(false);
  });

  test("does nothing if it is forged, opened in another organization, or belongs to a deleted account", async () => {
    const { iris, noah, host, letter } = await letterTo();
    const { host: elsewhere } = await realm();
    const path = pathIn(letter);
    const [content = "", signature = ""] = path.replace("/unsubscribe/", "").split(".");
    const others = Buffer.from(Buffer.from(content, "base64url").toString().replace(String(noah.id), String(iris.id)));
    const forged = [`${others.toString("base64url")}.${signature}`, content, `${content}.`, "x.y", "0"];
    for (const token of forged) expect((await visitPage(host, `/unsubscribe/${token}`, {})).status).toBe(404);
    expect((await visitPage(elsewhere, path, {})).status).toBe(404);
    await iris.ok(iris.delete(`/users/${noah.id}`));
    expect((await visitPage(host, path, {})).status).toBe(404);
  });
});
