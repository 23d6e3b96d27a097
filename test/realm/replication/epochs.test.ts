import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { backupBulk, backupRealm, restoreBulk, restoreRealm } from "../../support/backup.ts";
import type { Json } from "../../support/json.ts";
import { notesTo } from "../../support/messages.ts";
import { advanceClock, evict, identityOf, untilShipped, withDatabase } from "../../support/object.ts";
import { organization } from "../../support/organization.ts";
import type { Person } from "../../support/person.ts";
import { until } from "../../support/until.ts";

/** An organization whose old messages can be edited. */
async function patient() {
  const made = await organization();
  await made.owner.ok(made.owner.patch("/realm", { message_content_edit_limit_seconds: "unlimited" }));
  return made;
}

const say = async (person: Person, content: string): Promise<number> =>
  (await person.ok(person.post("/messages", { type: "channel", to: "general", topic: "t", content }))).id;

const page = async (person: Person): Promise<Json[]> => {
  const query = { anchor: "newest", num_before: 200, num_after: 0, narrow: [["topic", "t"]], apply_markdown: false };
  return (await person.ok(person.get("/messages", query))).messages;
};
const said = async (person: Person) => (await page(person)).map(({ content }) => content);

/** Waits until the comparison of the stores is complete. */
const agreed = (person: Person) =>
  until(async () => {
    const { bulk_store } = (await person.get("/health")).body;
    if (bulk_store.comparing || bulk_store.waiting) throw new Error("not yet");
    expect((await person.ok(person.get("/testing/differences"))).differences).toEqual([]);
  });

describe("a restored realm", () => {
  test("hides messages that it doesn't know, and shows later ones correctly", async () => {
    const { owner } = await patient();
    const old = await say(owner, "before");
    await untilShipped(owner);
    const backup = await backupRealm(owner);
    const queue = await owner.queue({ event_types: ["message"], fetch_event_types: [] });
    await say(owner, "undone 1");
    const undone = await say(owner, "undone 2");
    await owner.ok(owner.patch(`/messages/${old}`, { topic: "elsewhere" }));
    await untilShipped(owner);

    await restoreRealm(owner, backup);
    expect(await said(owner)).toEqual(["before"]);
    const next = await say(owner, "after");
    expect(next).toBeGreaterThan(undone);
    expect(await said(owner)).toEqual(["before", "after"]);
    const polled = await owner.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true });
    expect(polled.body.code).toBe("BAD_EVENT_QUEUE_ID");
    await agreed(owner);
    const { entries } = await owner.ok(owner.get("/audit_log", { action: ["organization.put_back"] }));
    expect(entries).toMatchObject([{ actor: { type: "system" } }]);
  });

  test("is detected even after many writes while D1 was unavailable", async () => {
    const { owner } = await patient();
    await say(owner, "before");
    await untilShipped(owner);
    const backup = await backupRealm(owner);
    for (let i = 0; i < 3; i++) await say(owner, `undone ${i}`);
    await untilShipped(owner);
    await restoreRealm(owner, backup);
    await withDatabase(owner, "refuse", async () => {
      for (let i = 0; i < 9; i++) await say(owner, `after ${i}`);
      await evict(owner);
      await say(owner, "after 9");
    });
    await advanceClock(owner, 120_000);
    await agreed(owner);
    expect(await said(owner)).toEqual(["before", ...Array.from({ length: 10 }, (_, i) => `after ${i}`)]);
  });

  test("takes the topic of a message from the realm and its text from D1", async () => {
    const { owner } = await patient();
    const first = await say(owner, "before");
    // Enough to evict it from the message cache, so that only D1 has its text.
    for (let i = 0; i < 30; i++) await say(owner, `filler ${i}`);
    await untilShipped(owner);
    const backup = await backupRealm(owner);
    await owner.ok(owner.patch(`/messages/${first}`, { topic: "elsewhere" }));
    await untilShipped(owner);
    await restoreRealm(owner, backup);
    expect((await page(owner))[0]).toMatchObject({ id: first, subject: "t", content: "before" });
    await agreed(owner);
  });
});

describe("a restored D1", () => {
  test("is refilled with the rows that the realm still has, and the other rows are marked as lost", async () => {
    const { owner } = await patient();
    await say(owner, "before");
    await untilShipped(owner);
    const backup = await backupBulk(owner);
    const lost = await say(owner, "lost");
    await owner.ok(owner.post(`/messages/${lost}/reactions`, { emoji_name: "tada" }));
    for (let i = 0; i < 30; i++) await say(owner, `kept ${i}`);
    await untilShipped(owner);

    await restoreBulk(owner, backup);
    const next = await say(owner, "after");
    await agreed(owner);
    const shown = await page(owner);
    const contents = shown.map(({ content }) => content);
    expect(contents[0]).toBe("before");
    expect(contents[1]).toBe("(The text of this message is lost.)");
    expect(contents.slice(-21)).toEqual([...Array.from({ length: 20 }, (_, i) => `kept ${i + 10}`), "after"]);
    expect(shown[1]).toMatchObject({ id: lost, subject: "t", sender_full_name: "Iris Owner" });
    expect(shown[1].reactions).toMatchObject([{ emoji_name: "tada" }]);
    expect(shown.at(-1).id).toBe(next);
    expect((await owner.get("/health")).body.bulk_store.lost).toBe(11);
    expect((await owner.ok(owner.get(`/messages/${lost}`))).message.id).toBe(lost);
    await owner.ok(owner.patch(`/messages/${lost}`, { content: "written again" }));
    expect((await page(owner))[1].content).toBe("written again");
  });

  test("is detected even if only the last shipment is missing", async () => {
    const { owner } = await patient();
    await say(owner, "before");
    await untilShipped(owner);
    const backup = await backupBulk(owner);
    await say(owner, "last");
    await untilShipped(owner);
    await restoreBulk(owner, backup);
    await evict(owner);
    expect(await said(owner)).toEqual(["before", "last"]);
  });

  test("is detected even if the realm is in memory during the restore", async () => {
    const { owner } = await patient();
    await say(owner, "before");
    await untilShipped(owner);
    const backup = await backupBulk(owner);
    await say(owner, "last");
    await untilShipped(owner);
    await restoreBulk(owner, backup);
    await say(owner, "after");
    expect(await said(owner)).toEqual(["before", "last", "after"]);
  });

  test("can be restored to a later state again, which brings back the lost rows", async () => {
    const { owner } = await patient();
    for (let i = 0; i < 30; i++) await say(owner, `message ${i}`);
    await untilShipped(owner);
    const whole = await backupBulk(owner);
    await restoreBulk(owner);
    await evict(owner);
    await owner.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 });
    await agreed(owner);
    expect((await owner.get("/health")).body.bulk_store.lost).toBe(10);
    await restoreBulk(owner, whole);
    await evict(owner);
    expect(await said(owner)).toEqual(Array.from({ length: 30 }, (_, i) => `message ${i}`));
    expect((await owner.get("/health")).body.bulk_store.lost).toBe(0);
  });
});

test("an emptied D1 gets all rows the realm has, and the organization's id", async () => {
  const { owner, reply } = await organization();
  for (let i = 0; i < 5; i++) await say(owner, `message ${i}`);
  await untilShipped(owner);
  await restoreBulk(owner);
  await evict(owner);
  expect(await said(owner)).toEqual(Array.from({ length: 5 }, (_, i) => `message ${i}`));
  await agreed(owner);
  const { subdomain } = await identityOf(owner);
  const query = env.DB.prepare("SELECT id FROM organizations WHERE subdomain = ?1").bind(subdomain);
  expect(await query.first("id")).toBe(reply.realm_id);
});

test("a realm writes nothing to D1 if its id belongs to another organization there", async () => {
  const { owner, reply } = await organization();
  await say(owner, "mine");
  await untilShipped(owner);
  await restoreBulk(owner);
  const other = `other-${reply.realm_id}`;
  await env.DB.batch([
    env.DB.prepare("INSERT INTO organizations (id, subdomain, created_at) VALUES (?1, ?2, 0)").bind(
      reply.realm_id,
      other,
    ),
    env.DB.prepare("INSERT INTO arrivals (realm, version, epoch) VALUES (?1, 5, 5)").bind(reply.realm_id),
  ]);
  await evict(owner);
  await say(owner, "mine too");
  await until(async () => {
    const { status, bulk_store } = (await owner.get("/health")).body;
    expect([status, bulk_store.reason]).toEqual(["lagging", expect.stringContaining("number")]);
  });
  const arrival = env.DB.prepare("SELECT version, epoch FROM arrivals WHERE realm = ?1").bind(reply.realm_id);
  expect(await arrival.first()).toEqual({ version: 5, epoch: 5 });
});

test("an interrupted comparison resumes where it stopped", async () => {
  const { owner } = await patient();
  for (let i = 0; i < 30; i++) await say(owner, `message ${i}`);
  await untilShipped(owner);
  await restoreBulk(owner);
  await evict(owner);
  await withDatabase(owner, "lie", async () => {
    const searched = { anchor: "newest", num_before: 1, num_after: 0, narrow: '[["search","message"]]' };
    expect((await owner.get("/messages", searched)).status).toBe(503);
    await evict(owner);
    await say(owner, "meanwhile");
  });
  await advanceClock(owner, 120_000);
  await agreed(owner);
  expect((await said(owner)).slice(-2)).toEqual(["message 29", "meanwhile"]);
});

describe("a row that D1 refuses", () => {
  const dislike = (person: Person, disliked: string | undefined) =>
    person.ok(person.post("/testing/database", { mode: "none", disliked }));

  const toldOfRefused = async (person: Person) =>
    (await notesTo(person)).filter((content) => content.includes("doesn't accept"));

  test("doesn't block other rows, is reported to owners once, and is shipped after it changes", async () => {
    const { owner } = await patient();
    await untilShipped(owner);
    try {
      // All rows are unshipped, so that the first batch contains the refused row.
      await owner.ok(owner.post("/testing/database", { mode: "refuse" }));
      for (let i = 0; i < 3; i++) await say(owner, `fine ${i}`);
      const bad = await say(owner, "indigestible");
      for (let i = 3; i < 6; i++) await say(owner, `fine ${i}`);
      await dislike(owner, "indigestible");
      await until(async () => {
        await advanceClock(owner, 120_000);
        expect((await owner.get("/health")).body.bulk_store).toMatchObject({ parked: 1, failures: 0 });
      });
      expect(await toldOfRefused(owner)).toEqual([
        expect.stringContaining("doesn't accept 1 row of this organization"),
      ]);
      // The realm still has it, and answers itself.
      const fine = Array.from({ length: 6 }, (_, i) => `fine ${i}`);
      expect(await said(owner)).toEqual(fine.toSpliced(3, 0, "indigestible"));
      await dislike(owner, undefined);
      await owner.ok(owner.patch(`/messages/${bad}`, { content: "light" }));
      expect((await said(owner))[3]).toBe("light");
      expect((await owner.get("/health")).body.bulk_store.parked).toBe(0);
    } finally {
      await dislike(owner, undefined);
    }
  });
});
