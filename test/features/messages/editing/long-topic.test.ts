import { expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { dropContents, editMessage, eventsOfType, topicsOf } from "../../../support/editing.ts";
import { fetchMessages, idsOf, inRealm, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict, untilShipped, withDatabase } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

/** Messages that one step moves or deletes. */
const STEP = 5000;
const LENGTH = 2 * STEP + 100;
const all = { propagate_mode: "change_all", send_notification_to_new_thread: false };

/** Fills a topic with copies of one message in the realm's tables. */
async function fill(who: Person, channel: number, topic: string, length: number): Promise<number[]> {
  const first = await sendToChannel(who, channel, topic, "needle");
  await inRealm(who, (organization) => {
    organization.change(() => {
      const copies = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${length - 1})`;
      organization.sql.exec(
        `INSERT INTO message_index (conversation_id, topic_id, sender_id)
         ${copies} SELECT conversation_id, topic_id, sender_id FROM message_index, n WHERE id = ${first}`,
      );
      const columns = [...organization.sql.exec("SELECT name FROM pragma_table_info('messages') WHERE name <> 'id'")];
      const listed = columns.map(({ name }) => String(name)).join(", ");
      organization.sql.exec(
        `INSERT INTO messages (id, ${listed})
         ${copies} SELECT ${first} + i, ${listed} FROM messages, n WHERE id = ${first}`,
      );
    });
  });
  await untilShipped(who);
  return Array.from({ length }, (_, index) => first + index);
}

/** Counts page by page, because a page that is large in bytes has fewer messages than requested. */
const countOf = async (who: Person, channel: number, topic: string): Promise<number> => {
  const narrow = [
    ["channel", channel],
    ["topic", topic],
  ];
  let count = 0;
  for (let before: object = {}; ; ) {
    const page = await fetchMessages(who, { narrow, num_before: 5000, ...before });
    count += page.messages.length;
    if (page.found_oldest) return count;
    before = { anchor: page.messages[0].id, include_anchor: false };
  }
};

/** Runs the outbox as its alarm would. */
const goOn = (who: Person) => advanceClock(who, 1000);

test("[4.2] a topic of any length moves completely, in steps with one event each", async () => {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "harbour", [noah, mia]);
  const other = await makeChannel(noah, "pier", [noah, mia]);
  const ids = await fill(noah, channel, "Tides", LENGTH);
  await dropContents(noah);
  const queue = await mia.queue({
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  });
  await noah.ok(editMessage(noah, ids[0] ?? 0, { topic: "Wind", stream_id: other, ...all }));
  await goOn(noah);
  const moved: Json[] = [];
  await expect
    .poll(async () => {
      await goOn(noah);
      moved.push(...eventsOfType(await queue.events(), "update_message"));
      return moved.flatMap((event) => event.message_ids).length;
    })
    .toBe(LENGTH);
  expect(moved.flatMap((event) => event.message_ids as number[]).sort((a, b) => a - b)).toEqual(ids);
  expect(moved.length).toBe(3);
  for (const event of moved)
    expect(event).toMatchObject({ subject: "Wind", new_stream_id: other, orig_subject: "Tides" });
  await untilShipped(noah);
  expect(await countOf(noah, channel, "Tides")).toBe(0);
  expect(await countOf(noah, other, "Wind")).toBe(LENGTH);
  expect((await topicsOf(mia, channel)).map(({ name }) => name)).not.toContain("Tides");
});

test("[4.2] the remaining steps of a long move survive an outage of D1 and a restart", async () => {
  const { iris: noah } = await realm();
  const channel = await makeChannel(noah, "harbour", [noah]);
  const ids = await fill(noah, channel, "Tides", STEP + 100);
  // The realm has the messages of the first step. The others are only in D1.
  await inRealm(noah, (organization) => organization.loadMessages(ids.slice(100)).then(() => {}));
  await withDatabase(noah, "refuse", async () => {
    await noah.ok(editMessage(noah, ids.at(-1) ?? 0, { topic: "Wind", ...all }));
    await goOn(noah);
    expect((await topicsOf(noah, channel)).map(({ name }) => name)).toContain("Tides");
  });
  await evict(noah);
  await expect
    .poll(async () => {
      await goOn(noah);
      return (await topicsOf(noah, channel)).map(({ name }) => name);
    })
    .not.toContain("Tides");
  await untilShipped(noah);
  expect(await countOf(noah, channel, "Tides")).toBe(0);
});

test("[4.2] a long move is completed even if the user who started it leaves the private channel midway", async () => {
  const { mona, mia } = await realm();
  const channel = await makeChannel(mona, "harbour", [mona, mia], { invite_only: true });
  const ids = await fill(mona, channel, "Tides", STEP + 100);
  await inRealm(mona, (organization) => organization.loadMessages(ids.slice(100)).then(() => {}));
  await withDatabase(mona, "refuse", async () => {
    await mona.ok(editMessage(mona, ids.at(-1) ?? 0, { topic: "Wind", ...all }));
    await mona.ok(mona.delete("/users/me/subscriptions", { subscriptions: ["harbour"] }));
  });
  await expect
    .poll(async () => {
      await goOn(mia);
      return (await topicsOf(mia, channel)).map(({ name }) => name);
    })
    .not.toContain("Tides");
});

test("[4.14] repeated requests delete a topic whose messages mention very many users", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  const ids: number[] = [];
  for (let i = 0; i < 4; i += 1) ids.push(await sendToChannel(iris, channel, "Tides", "x"));
  await inRealm(iris, ({ sql }) => {
    const people = "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 20999)";
    for (const id of ids) {
      sql.exec(`INSERT INTO personal_flags (user_id, message_id, flags) ${people} SELECT i, ${id}, 4 FROM n`);
    }
  });
  const request = () => iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "Tides" }));
  expect(await request()).toMatchObject({ complete: false });
  expect(await outcome(iris.get(`/messages/${ids[1]}`))).toBe("ok");
  expect(await outcome(iris.get(`/messages/${ids[2]}`))).toBe("BAD_REQUEST: Invalid message(s)");
  expect(await request()).toMatchObject({ complete: true });
});

test("[4.14, 7] repeated requests delete a topic of any length, newest messages first", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  const ids = await fill(iris, channel, "Tides", STEP + 100);
  await dropContents(iris);
  const request = () => iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "Tides" }));
  expect(await request()).toMatchObject({ complete: false });
  expect(await outcome(iris.get(`/messages/${ids[0]}`))).toBe("ok");
  expect(await outcome(iris.get(`/messages/${ids.at(-1)}`))).toBe("BAD_REQUEST: Invalid message(s)");
  expect(await request()).toMatchObject({ complete: true });
  await untilShipped(iris);
  expect(idsOf((await fetchMessages(iris, { narrow: [["search", "needle"]] })).messages)).toEqual([]);
});
