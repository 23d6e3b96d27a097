import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { deletionStepsHook } from "../../../../src/features/messages/message-deletion/message-deletion.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { dropContents, eventsOfType, topicsOf } from "../../../support/editing.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage as fileAt, sendFiles, textFile } from "../../../support/files.ts";
import { fetchMessages, idsOf, inRealm, sendDirect, sendToChannel, unreadIds } from "../../../support/messages.ts";
import { advanceClock, changeRealm, evict, untilShipped, withDatabase } from "../../../support/object.ts";
import { OWNER_PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { archiveWith, importArchive, upload } from "../../server/imports/importing.ts";

const DAY = 86_400_000;

const keepFor = (who: Person, message_retention_days: number | string) =>
  who.ok(who.patch("/realm", { message_retention_days }));
const keepInChannel = (who: Person, channel: number, message_retention_days: number | string) =>
  who.ok(who.patch(`/streams/${channel}`, { message_retention_days }));
const isThere = async (who: Person, id: number) => (await outcome(who.get(`/messages/${id}`))) === "ok";
const gone = (who: Person, id: number) => expect.poll(() => isThere(who, id)).toBe(false);

/** Advances the clock day by day, and waits for each day's deletion. */
async function days(who: Person, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await advanceClock(who, DAY);
    await expect
      .poll(() => inRealm(who, ({ timers }) => timers.due().filter(({ name }) => name === "retention").length))
      .toBe(0);
  }
}

/** Runs the daily deletion now, because advancing the clock by a day would expire all queues. */
const expire = (who: Person) =>
  inRealm(who, (organization) =>
    organization.change(() => organization.timers.set("retention", organization.clock.milliseconds())),
  );

describe("[channels 7] messages are deleted after the retention period", () => {
  test("of the organization, in channels and conversations, and not before", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    await keepFor(iris, 3);
    const inChannel = () => sendToChannel(noah, channel, "Tides", "a");
    const direct = () => sendDirect(noah, [mia], "b");
    const areThere = async (ids: number[]) => {
      for (const id of ids) expect(await isThere(noah, id)).toBe(true);
    };
    const areGone = async (ids: number[]) => {
      for (const id of ids) await gone(noah, id);
    };
    const oldest = [await inChannel(), await direct(), await sendDirect(noah, [noah], "c")];
    await days(iris, 2);
    // The first message kept is a direct message here. Further down it is a channel message.
    const older = [await direct(), await inChannel()];
    await areThere([...oldest, ...older]);
    await days(iris, 2);
    await areGone(oldest);
    await areThere(older);
    const young = [await inChannel(), await direct()];
    await days(iris, 2);
    await areGone(older);
    await areThere(young);
    await days(iris, 2);
    await areGone(young);
  });

  test("but imported ones no sooner than a day after the import, even if a daily deletion is due earlier", async () => {
    const { iris, noah } = await realm();
    await keepFor(iris, 1);
    await advanceClock(iris, DAY - 3_600_000);
    const account = { role: 400, is_active: true, date_joined: 1_500_000_000 };
    const users = [{ ...account, id: 8, full_name: "Noah", delivery_email: noah.email }];
    const direct = { id: 1, sender_id: 8, members: [8], content: "c", client: "website", sent_at: 1_600_000_000 };
    expect(await importArchive(iris, await archiveWith({ users, messages: [direct] }))).toMatchObject({
      state: "done",
    });
    const { messages } = await fetchMessages(noah, { narrow: [["is", "dm"]] });
    const [id = 0] = idsOf(messages);
    await advanceClock(iris, 7_200_000);
    await expect
      .poll(() => inRealm(iris, ({ timers }) => timers.due().filter(({ name }) => name === "retention").length))
      .toBe(0);
    expect(await isThere(noah, id)).toBe(true);
    await days(iris, 1);
    await gone(noah, id);
  });

  test("even if they are imported direct messages, and newer ones were deleted before the import", async () => {
    const { iris, noah } = await realm();
    await keepFor(iris, 1);
    const sent = [await sendDirect(noah, [iris], "a"), await sendDirect(noah, [iris], "b")];
    await days(iris, 3);
    for (const id of sent) await gone(noah, id);
    const account = { role: 400, is_active: true, date_joined: 1_500_000_000 };
    const users = [
      { ...account, id: 7, full_name: "Iris", delivery_email: iris.email },
      { ...account, id: 8, full_name: "Noah", delivery_email: noah.email },
    ];
    const direct = { id: 1, sender_id: 8, members: [7, 8], content: "c", client: "website", sent_at: 1_600_000_000 };
    expect(await importArchive(iris, await archiveWith({ users, messages: [direct] }))).toMatchObject({
      state: "done",
    });
    const { messages } = await fetchMessages(noah, { narrow: [["is", "dm"]] });
    expect(messages).toMatchObject([{ content: "<p>c</p>" }]);
    const [id = 0] = idsOf(messages);
    expect(sent).not.toContain(id);
    await days(iris, 2);
    await gone(noah, id);
  });

  test("with an audit log entry that counts them for each channel and day", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    await keepFor(iris, 3);
    const [first] = [
      await sendToChannel(noah, channel, "Tides", "a"),
      await sendToChannel(mia, channel, "Boats", "b"),
      await sendDirect(noah, [mia], "c"),
    ];
    await days(iris, 5);
    await gone(noah, first);
    const entriesOf = async () =>
      (await iris.ok(iris.get("/audit_log", { action: ["message.deleted_by_retention"] }))).entries;
    await expect.poll(async () => (await entriesOf()).length).toBeGreaterThan(1);
    const entries = await entriesOf();
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const ofChannel = entries.filter(({ entity }: Json) => entity.id === String(channel) && entity.type === "channel");
    expect(ofChannel).toMatchObject([
      { actor: { type: "system" }, entity: { name: "harbour" }, result: "success", details: { messages: 3, day } },
    ]);
    const ofDirects = entries.filter(({ entity }: Json) => entity.type === "organization");
    expect(ofDirects).toMatchObject([{ details: { messages: expect.any(Number), day, what: "direct messages" } }]);
    // A day without deletions has no entry.
    await days(iris, 2);
    expect(await entriesOf()).toHaveLength(entries.length);
  });

  test("but not in a deactivated organization", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    await keepFor(iris, 3);
    const ids = [await sendToChannel(noah, channel, "Tides", "a"), await sendDirect(noah, [mia], "b")];
    await iris.ok(iris.post("/realm/deactivate"));
    await days(iris, 5);
    const owner = { email: "iris@example.com", password: OWNER_PASSWORD };
    const operator = new Person("localhost", "", "");
    await operator.ok(operator.post("/organizations/reactivate", { subdomain: iris.host.split(".")[0], ...owner }));
    for (const id of ids) expect(await isThere(noah, id)).toBe(true);
    await days(iris, 1);
    for (const id of ids) await gone(noah, id);
  });

  test("but not during an import", async () => {
    const { iris, noah } = await realm();
    await keepFor(iris, 1);
    await upload(iris, await archiveWith({}));
    const id = await sendDirect(iris, [noah], "a");
    const setState = (state: string) =>
      changeRealm(iris, (organization) => {
        organization.sql.exec("UPDATE imports SET state = ?1", state);
        organization.forgetAll();
      });
    await setState("running");
    await days(iris, 3);
    expect(await isThere(iris, id)).toBe(true);
    await setState("cancelled");
    await advanceClock(iris, 60_000);
    await gone(iris, id);
  });

  test("of their channel, which can also keep them forever", async () => {
    const { iris } = await realm();
    const [short, forever, same] = [
      await makeChannel(iris, "short", [iris]),
      await makeChannel(iris, "forever", [iris]),
      await makeChannel(iris, "same", [iris]),
    ];
    await keepFor(iris, 5);
    await keepInChannel(iris, short, 1);
    await keepInChannel(iris, forever, "unlimited");
    const [a, b, c] = [
      await sendToChannel(iris, short, "t", "a"),
      await sendToChannel(iris, forever, "t", "b"),
      await sendToChannel(iris, same, "t", "c"),
    ];
    await days(iris, 3);
    await gone(iris, a);
    expect(await isThere(iris, c)).toBe(true);
    await days(iris, 4);
    await gone(iris, c);
    expect(await isThere(iris, b)).toBe(true);
  });

  test("of a channel, set at its creation or later, even if the channel is archived", async () => {
    const { iris } = await realm();
    await iris.ok(
      iris.post("/users/me/subscriptions", { subscriptions: [{ name: "made" }], message_retention_days: 1 }),
    );
    const changed = await makeChannel(iris, "changed", [iris]);
    const archived = await makeChannel(iris, "archived", [iris]);
    await keepInChannel(iris, changed, 1);
    await keepInChannel(iris, archived, 1);
    const ids = [];
    for (const name of ["made", changed, archived]) ids.push(await sendToChannel(iris, name, "t", "x"));
    const direct = await sendDirect(iris, [iris], "kept");
    await iris.ok(iris.delete(`/streams/${archived}`));
    await days(iris, 3);
    for (const id of ids) await gone(iris, id);
    expect(await isThere(iris, direct)).toBe(true);
  });

  test("that is in effect at the time of the daily deletion", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const id = await sendToChannel(iris, channel, "t", "x");
    await days(iris, 10);
    await keepFor(iris, 5);
    expect(await isThere(iris, id)).toBe(true);
    await keepFor(iris, "unlimited");
    await days(iris, 2);
    expect(await isThere(iris, id)).toBe(true);
    await keepFor(iris, 5);
    await days(iris, 1);
    await gone(iris, id);
  });

  test("but no sooner than a day after the period changes, even if a daily deletion is due earlier", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const id = await sendToChannel(iris, channel, "t", "x");
    await keepFor(iris, 100);
    await days(iris, 10);
    await advanceClock(iris, DAY / 2);
    await keepInChannel(iris, channel, 5);
    await makeChannel(iris, "quay", [iris]);
    await advanceClock(iris, DAY * 0.75);
    await expect.poll(() => inRealm(iris, ({ timers }) => timers.due().length)).toBe(0);
    expect(await isThere(iris, id)).toBe(true);
    await makeChannel(iris, "pier", [iris]);
    await advanceClock(iris, DAY * 0.3);
    await gone(iris, id);
  });
});

describe("[channels 7] expired messages are deleted as if a user had deleted them", () => {
  test("with an event for each topic", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const first = [await sendToChannel(noah, channel, "Tides", "a"), await sendToChannel(noah, channel, "Wind", "b")];
    const second = await sendToChannel(noah, channel, "Tides", "c");
    const direct = await sendDirect(mia, [noah], "d");
    await iris.ok(iris.post("/messages/flags", { op: "add", flag: "starred", messages: first }));
    await advanceClock(iris, 3 * DAY);
    const kept = await sendToChannel(noah, channel, "Tides", "e");
    await keepFor(iris, 2);
    const [events = [], others] = await eventsDuring([iris, noah, mia], async () => {
      await expire(iris);
      await gone(noah, direct);
    });
    const where = { type: "delete_message", message_type: "stream", stream_id: channel };
    const told = eventsOfType(events, "delete_message").map(({ id: _, ...rest }) => rest);
    expect(told).toContainEqual({ ...where, topic: "Tides", message_ids: [first[0], second] });
    expect(told).toContainEqual({ ...where, topic: "Wind", message_ids: [first[1]] });
    expect(told.some(({ message_type }) => message_type === "private")).toBe(false);
    expect(eventsOfType(others, "delete_message")).toContainEqual(
      expect.objectContaining({ message_type: "private", message_ids: [direct] }),
    );
    const firsts = eventsOfType(events, "stream").filter(({ property, stream_id }) => {
      return property === "first_message_id" && stream_id === channel;
    });
    expect(firsts.at(-1)?.value).toBe(kept);
    expect((await topicsOf(iris, channel)).map(({ name }) => name)).toEqual(["Tides"]);
  });

  test("also from read state, stars, search, the realm and D1", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
    await keepInChannel(iris, channel, 2);
    const { url } = (await sendFiles(noah, "/user_uploads", [textFile("x")])).body;
    const ids = [
      await sendToChannel(noah, channel, "Tides", `needle [x](${url})`),
      await sendToChannel(noah, channel, "Tides", `needle @**all** @**Mia Example**`),
    ];
    await mia.ok(mia.post("/messages/flags", { op: "add", flag: "starred", messages: ids }));
    for (const op of ["add", "remove"]) {
      await mia.ok(mia.post("/messages/flags", { op, flag: "read", messages: ids }));
    }
    await mia.ok(mia.post(`/messages/${ids[0]}/reactions`, { emoji_name: "tada" }));
    await dropContents(iris);
    const realmId = await inRealm(iris, ({ id }) => id);
    const rowsInSearch = () =>
      env.DB.prepare("SELECT count(*) AS n FROM message_words WHERE rowid IN (?1, ?2)")
        .bind(...ids.map((id) => realmId * 2 ** 32 + id))
        .first("n");
    expect(await rowsInSearch()).toBe(2);
    await days(iris, 4);
    for (const id of ids) await gone(noah, id);
    expect((await unreadIds(mia)).filter((id) => ids.includes(id))).toEqual([]);
    for (const narrow of [
      ["search", "needle"],
      ["is", "starred"],
      ["is", "mentioned"],
      ["is", "unread"],
    ]) {
      expect(idsOf((await fetchMessages(mia, { narrow: [narrow] })).messages).filter((id) => ids.includes(id))).toEqual(
        [],
      );
    }
    expect((await mia.ok(mia.post("/register"))).starred_messages).toEqual([]);
    expect((await fileAt(noah.host, url, { as: noah })).status).toBe(404);
    await untilShipped(iris);
    expect(await rowsInSearch()).toBe(0);
    for (const table of ["reactions", "personal_flags"]) {
      const query = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE realm = ?1`).bind(realmId);
      expect(await query.first("n"), table).toBe(0);
    }
    const found = env.DB.prepare("SELECT count(*) AS n FROM messages WHERE realm = ?1 AND channel_id = ?2");
    expect(await found.bind(realmId, channel).first("n")).toBe(0);
  });
});

/** Copies a message in the realm's tables. The content of all the copies is only in D1. */
async function copies(who: Person, first: number, length: number): Promise<number[]> {
  await inRealm(who, (organization) =>
    organization.change(() => {
      const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${length - 1})`;
      organization.sql.exec(
        `INSERT INTO message_index (conversation_id, topic_id, sender_id)
         ${numbers} SELECT conversation_id, topic_id, sender_id FROM message_index, n WHERE id = ${first}`,
      );
      const columns = [...organization.sql.exec("SELECT name FROM pragma_table_info('messages') WHERE name <> 'id'")];
      const listed = columns.map(({ name }) => String(name)).join(", ");
      organization.sql.exec(
        `INSERT INTO messages (id, ${listed}) ${numbers} SELECT ${first} + i, ${listed} FROM messages, n WHERE id = ${first}`,
      );
    }),
  );
  await dropContents(who);
  return Array.from({ length }, (_, index) => first + index);
}
const fill = async (who: Person, channel: number, length: number): Promise<number[]> =>
  copies(who, await sendToChannel(who, channel, "Tides", "needle"), length);

describe("[channels 7] very many messages are deleted in steps", () => {
  test("which continue after a restart", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const ids = await fill(iris, channel, 3100);
    await advanceClock(iris, 2 * DAY);
    await keepInChannel(iris, channel, 1);
    const queue = await iris.queue({
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });
    await expire(iris);
    await gone(iris, ids[0] ?? 0);
    await evict(iris);
    await gone(iris, ids.at(-1) ?? 0);
    const told = eventsOfType(await queue.events(), "delete_message");
    expect(told.length).toBeGreaterThan(3);
    const deleted = told.flatMap((event: Json) => event.message_ids as number[]);
    expect(deleted.filter((id) => ids.includes(id))).toEqual(ids);
    await untilShipped(iris);
    expect(idsOf((await fetchMessages(iris, { narrow: [["search", "needle"]] })).messages)).toEqual([]);
  });

  test("which wait while D1 is unavailable", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const ids = await fill(iris, channel, 2100);
    await advanceClock(iris, 2 * DAY);
    await keepInChannel(iris, channel, 1);
    await withDatabase(iris, "refuse", async () => {
      await sendToChannel(iris, channel, "new", "not to be shipped");
      await expect.poll(() => inRealm(iris, ({ shipper }) => shipper.lag.failures)).toBeGreaterThan(0);
      await expire(iris);
      await expect.poll(() => inRealm(iris, ({ timers }) => timers.due().length)).toBe(0);
      const isKept = `SELECT count(*) AS n FROM message_index WHERE id = ${ids[0]}`;
      expect(await inRealm(iris, ({ sql }) => sql.exec(isKept).one()["n"])).toBe(1);
    });
    await untilShipped(iris);
    await advanceClock(iris, 60_000);
    await gone(iris, ids.at(-1) ?? 0);
    await untilShipped(iris);
    expect(idsOf((await fetchMessages(iris, { narrow: [["search", "needle"]] })).messages)).toEqual([]);
  });

  test("but not before they are due, even if another deletion runs the next step", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const old = await sendToChannel(noah, channel, "Tides", "old");
    await days(iris, 3);
    await keepFor(iris, 1);
    await inRealm(iris, (organization) => organization.change(() => organization.run(deletionStepsHook)));
    expect(await isThere(noah, old)).toBe(true);
    await days(iris, 2);
    await gone(noah, old);
  });

  test("including direct messages", async () => {
    const { iris, noah } = await realm();
    await keepFor(iris, 1);
    const ids = await copies(noah, await sendDirect(noah, [iris], "needle"), 2100);
    await advanceClock(iris, 2 * DAY + 3_600_000);
    await expect
      .poll(async () => {
        await advanceClock(iris, 1000);
        return isThere(noah, ids.at(-1) ?? 0);
      })
      .toBe(false);
  });

  test("even if they are direct messages between messages that are kept", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    await keepInChannel(iris, channel, "unlimited");
    await keepFor(iris, 1);
    const directs = [await sendDirect(noah, [iris], "a")];
    const kept = await fill(iris, channel, 3000);
    directs.push(await sendDirect(noah, [iris], "b"), await sendDirect(noah, [noah], "c"));
    await advanceClock(iris, 2 * DAY + 3_600_000);
    for (const id of directs) {
      await expect
        .poll(async () => {
          await advanceClock(iris, 1000);
          return isThere(noah, id);
        })
        .toBe(false);
    }
    expect(await isThere(iris, kept[1500] ?? 0)).toBe(true);
  });
});

test("an owner can get the number of messages that a retention period would delete, before setting it", async () => {
  const { iris, noah, mia } = await realm();
  const [own, same] = [await makeChannel(iris, "own", [iris, noah]), await makeChannel(iris, "same", [iris, noah])];
  await keepInChannel(iris, own, "unlimited");
  for (const channel of [own, same, same]) await sendToChannel(noah, channel, "t", "old");
  await sendDirect(noah, [mia], "old");
  await advanceClock(iris, 3 * DAY + 3_600_000);
  await sendToChannel(noah, own, "t", "new");
  const expiring = async (fields: Json) => {
    const { count, is_complete } = await iris.ok(iris.get("/realm/expiring_messages", fields));
    return { count, is_complete };
  };
  const ofOwn = await expiring({ message_retention_days: 2, stream_id: own });
  // The notifications about the channel's creation and change are messages too.
  expect(ofOwn.is_complete).toBe(true);
  expect(ofOwn.count).toBeGreaterThanOrEqual(1);
  const before = await expiring({ message_retention_days: 2 });
  await keepInChannel(iris, own, "realm_default");
  expect((await expiring({ message_retention_days: 2 })).count).toBe(before.count + ofOwn.count);
  expect(await expiring({ message_retention_days: 4 })).toEqual({ count: 0, is_complete: true });
  expect(await outcome(iris.get("/realm/expiring_messages", { message_retention_days: 0 }))).not.toBe("ok");
});
