import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { untilWritten } from "../../../support/letters.ts";
import { visitPage } from "../../../support/mail.ts";
import { breakTexts, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict, tablesOf } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Latest time until digests are written after `organizationWithDigests`: three days later at seven o'clock. */
const SOON_MS = 4 * DAY_MS;

/** An organization that sends digests, in which users get no other emails. */
async function organizationWithDigests(): Promise<Cast> {
  const cast = await realm();
  const { iris, omar, mona, noah, mia, gus } = cast;
  for (const who of [iris, omar, mona, noah, mia, gus]) {
    const none = { enable_offline_email_notifications: false, enable_followed_topic_email_notifications: false };
    await who.ok(who.patch("/settings", none));
  }
  // New users don't count as away.
  await advanceClock(iris, WEEK_MS + DAY_MS);
  const { now } = await iris.ok(iris.post("/testing/clock", { advance_ms: 0 }));
  // Weeks start on Monday in Zulip's API, and on Sunday in JavaScript.
  const digest_weekday = (new Date(now).getUTCDay() + 6 + 3) % 7;
  await iris.ok(iris.patch("/realm", { digest_emails_enabled: true, digest_weekday }));
  return cast;
}

/** Advances the clock until the week's digests are written, and returns those to one user. */
async function digestsAfter(iris: Person, to: Person, ms = WEEK_MS): Promise<Json[]> {
  await advanceClock(iris, ms);
  await expect
    .poll(async () => {
      const { timers = [], outbox = [] } = await tablesOf(iris);
      const { now } = await iris.ok(iris.post("/testing/clock", { advance_ms: 0 }));
      const isDue = (timers as Json[]).some(({ name, due_at }) => name.startsWith("digest") && due_at <= now);
      return [isDue, outbox.length];
    })
    .toEqual([false, 0]);
  await untilWritten(iris);
  const { mails } = await iris.ok(iris.get("/dev/mail"));
  return mails.filter((mail: Json) => mail.to === to.email).toReversed();
}

const set = (who: Person, settings: object) => who.ok(who.patch("/settings", settings));

describe("a digest", () => {
  test("has the busiest conversations and the new channels for a user who was away", async () => {
    const { iris, noah, mia, omar } = await organizationWithDigests();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await set(noah, { default_language: "de" });
    await sendToChannel(mia, channel, "quiet", "Hm.");
    for (const who of [iris, mia]) await sendToChannel(who, channel, "busy", `*Tea* says ${who.id}`);
    // Active users get none.
    await mia.ok(mia.post("/users/me/presence", { status: "active", ping_only: true, new_user_input: true }));
    const [digest, ...more] = await digestsAfter(iris, noah, SOON_MS);
    expect(more).toEqual([]);
    expect(digest.subject).toBe("Was du bei Test verpasst hast");
    expect(digest.text).toMatch(
      /Neue Kanäle: #tea.*#tea > busy \(2 Nachrichten\)\nhttp.*Iris Owner, .*Tea says.*Mia Example.*quiet \(1 Nachricht\).*Hm\./s,
    );
    expect(digest.html).toContain(`<em>Tea</em> says ${mia.id}`);
    expect((await digestsAfter(iris, mia, 0)).length).toBe(0);
    // Omar isn't subscribed, but can see the new channel.
    const [toOmar] = await digestsAfter(iris, omar, 0);
    expect(toOmar.text).toContain("New channels: #tea");
    expect(toOmar.text).not.toContain("busy");
    // The next one is sent a week later if there are new messages by then. Nothing is scheduled until then.
    expect((await tablesOf(iris))["timers"]).not.toContainEqual(expect.objectContaining({ name: "digest" }));
    expect(await digestsAfter(iris, noah)).toHaveLength(1);
    await sendToChannel(mia, channel, "busy", "More tea");
    await evict(iris);
    const [, second] = await digestsAfter(iris, noah);
    expect(second.text).toMatch(/busy \(1 Nachricht\)/);
    expect(second.text).not.toContain("Neue Kanäle");
  });

  test("has only what its reader can read and has not muted", async () => {
    const { iris, noah, mia } = await organizationWithDigests();
    const secret = { invite_only: true, history_public_to_subscribers: false };
    const left = await makeChannel(iris, "left", [iris, noah, mia], secret);
    const late = await makeChannel(iris, "late", [iris, mia], secret);
    const never = await makeChannel(iris, "never", [iris, mia], secret);
    const muted = await makeChannel(iris, "muted", [iris, noah, mia]);
    for (const channel of [left, late, never, muted]) await sendToChannel(mia, channel, "t", "before the takeover");
    await sendToChannel(mia, muted, "loud", "a muted topic");
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["left"] }));
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "late" }], principals: [noah.id] }));
    await sendToChannel(mia, late, "t", "after it");
    await noah.ok(
      noah.post("/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: muted, property: "is_muted", value: true }],
      }),
    );
    const [{ text, html }] = (await digestsAfter(iris, noah, SOON_MS)) as [Json];
    expect(text).toMatch(/#late > t \(1 message\)/);
    expect(text).toContain("after it");
    expect(text + html).not.toMatch(/takeover|#left|#never|#muted >/);
  });

  test("is not sent if the user or the organization disabled it, or if it would be empty", async () => {
    const { iris, noah, mia, omar } = await organizationWithDigests();
    await set(noah, { enable_digest_emails: false });
    expect(await digestsAfter(iris, omar, SOON_MS)).toEqual([]);
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await sendToChannel(iris, channel, "t", "Tea?");
    expect(await digestsAfter(iris, mia)).toHaveLength(1);
    expect(await digestsAfter(iris, noah, 0)).toEqual([]);
    await sendToChannel(iris, channel, "t", "Tea!");
    await iris.ok(iris.patch("/realm", { digest_emails_enabled: false }));
    expect(await digestsAfter(iris, mia)).toHaveLength(1);
  });

  test("has neither names nor texts if emails must not contain message content", async () => {
    const { iris, noah, mia } = await organizationWithDigests();
    await iris.ok(iris.patch("/realm", { message_content_allowed_in_email_notifications: false }));
    const channel = await makeChannel(iris, "greenhouse", [iris, noah, mia]);
    await sendToChannel(mia, channel, "watering", "Tomatoes first");
    const [{ text, html }] = (await digestsAfter(iris, noah, SOON_MS)) as [Json];
    expect(text).toMatch(/2 busy conversations\.\n\n1 new channel\./);
    // Long words: links have random letters.
    expect(text + html).not.toMatch(/greenhouse|watering|tomatoes/i);
  });

  test("is disabled by its unsubscribe link", async () => {
    const { iris, noah, mia, host } = await organizationWithDigests();
    const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
    await sendToChannel(mia, channel, "t", "Tea?");
    const [digest] = await digestsAfter(iris, noah, SOON_MS);
    const { pathname } = new URL(digest.headers["List-Unsubscribe"].slice(1, -1));
    expect((await visitPage(host, pathname, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    await sendToChannel(mia, channel, "t", "Tea!");
    expect(await digestsAfter(iris, noah)).toHaveLength(1);
  });
});

test("a digest whose texts can't be loaded doesn't delay those of other users", async () => {
  const { iris, noah, mia, omar } = await organizationWithDigests();
  const tea = await makeChannel(iris, "tea", [iris, noah]);
  const coffee = await makeChannel(iris, "coffee", [iris, mia, omar]);
  const broken = await sendToChannel(iris, tea, "t", "Green tea");
  await sendToChannel(iris, coffee, "t", "Filter coffee");
  const spy = await breakTexts(iris, broken);
  await advanceClock(iris, SOON_MS);
  await until(async () => {
    const { digests = [] } = await tablesOf(iris);
    const written = (digests as Json[]).map(({ user_id }) => user_id);
    expect(written).toEqual(expect.arrayContaining([mia.id, omar.id]));
    expect(written).not.toContain(noah.id);
  });
  spy.mockRestore();
  const [later, ...more] = await digestsAfter(iris, noah, HOUR_MS);
  expect(more).toEqual([]);
  expect(later.text).toContain("Green tea");
  expect(await digestsAfter(iris, mia, 0)).toHaveLength(1);
});

test("digests are sent on the organization's day of the week", async () => {
  const { iris, noah, mia } = await organizationWithDigests();
  const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
  await sendToChannel(mia, channel, "t", "Tea?");
  for (const digest_weekday of [4, 0]) {
    await iris.ok(iris.patch("/realm", { digest_weekday }));
    await digestsAfter(iris, noah, 0);
    const { timers = [] } = await tablesOf(iris);
    const digest = (timers as Json[]).find(({ name }) => name === "digest");
    const due = new Date(digest.due_at);
    expect([due.getUTCDay(), due.getUTCHours(), due.getUTCMinutes()]).toEqual([digest_weekday + 1, 7, 0]);
  }
});
