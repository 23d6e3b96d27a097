import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, changeRealm, evict, executeSql, tablesOf, tomorrowAtTen } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { archiveWith, importArchive } from "../imports/importing.ts";

const DAY = 86_400_000;

const statistics = (who: Person, days = 3): Promise<Json> => who.ok(who.get("/realm/statistics", { days }));
const ping = (who: Person, status = "active") =>
  who.ok(who.post("/users/me/presence", { status, ping_only: true, new_user_input: true }));
const people = ({ days }: Json) => days.map(({ active_people }: Json) => active_people);
const sum = (all: Json[], kind: string) => all.reduce((total, { messages }) => total + messages[kind], 0);

/** An organization with hours left of its day, so that a test's messages count on one day at any time it runs. */
async function realmAtTen(): Promise<Cast> {
  const cast = await realm();
  await tomorrowAtTen(cast.iris);
  return cast;
}

/** Advances the clock by a day, and waits until the previous day is closed. */
async function nextDay(who: Person, noted: Person): Promise<void> {
  await advanceClock(who, DAY);
  await expect
    .poll(async () => (await tablesOf(noted))["statistics_progress"])
    .toEqual([expect.objectContaining({ unfinished_day: Math.floor((await now(who)) / DAY) })]);
}
const now = async (who: Person): Promise<number> => {
  const { server_timestamp } = await who.ok(who.post("/users/me/presence", { status: "idle" }));
  return server_timestamp * 1000;
};

test("messages are counted on the day they were sent, by conversation type and by bots", async () => {
  const { iris, noah, mia, bot } = await realmAtTen();
  const open = await makeChannel(iris, "open", [iris, noah]);
  const { id: closed } = await iris.ok(
    iris.post("/channels/create", { name: "closed", subscribers: [iris.id, noah.id], invite_only: true }),
  );
  const before = (await statistics(iris, 1)).days[0];
  const porter = await bot(noah);
  for (const content of ["a", "b", "c"]) await sendToChannel(noah, open, "t", content);
  await sendToChannel(noah, closed, "t", "d");
  await sendDirect(noah, [mia], "e");
  await sendDirect(noah, [noah], "to oneself");
  await sendDirect(noah, [mia, iris], "f");
  await sendDirect(porter, [noah], "g");
  const after = (await statistics(iris, 1)).days[0];
  const more = (kind: string) => after.messages[kind] - before.messages[kind];
  expect(["public_channels", "private_channels", "direct", "group_direct"].map(more)).toEqual([3, 1, 3, 1]);
  expect(after.messages_by_bots - before.messages_by_bots).toBe(1);
  expect((await statistics(iris, 1)).days).toEqual([after]);

  await advanceClock(iris, DAY);
  await sendToChannel(noah, open, "t", "h");
  const { days, is_complete } = await statistics(iris, 2);
  expect(days.map(({ messages }: Json) => messages)).toEqual([
    after.messages,
    { public_channels: 1, private_channels: 0, direct: 0, group_direct: 0 },
  ]);
  expect(is_complete).toBe(true);
});

test("days have no gaps, start with the oldest and end with today, for at most two years", async () => {
  const { iris } = await realmAtTen();
  const { days } = await statistics(iris, 4000);
  expect(days).toHaveLength(731);
  const times = days.map(({ date }: Json) => Date.parse(date));
  expect(times.every((time: number, index: number) => index === 0 || time - times[index - 1] === DAY)).toBe(true);
  expect(times.at(-1)).toBe(Math.floor((await now(iris)) / DAY) * DAY);
  expect(days[0].active_people).toBeNull();
  expect((await statistics(iris, 0)).days).toHaveLength(1);
});

test("users who ping as active or send a message count once per day, week and month", async () => {
  const { iris, noah, mia, gus, bot } = await realmAtTen();
  const porter = await bot(noah);
  await ping(noah);
  await ping(noah);
  await ping(mia, "idle");
  await sendDirect(porter, [noah], "I am no person");
  expect(people(await statistics(iris, 1))).toEqual([{ day: 1, week: 1, month: 1 }]);
  await sendDirect(gus, [gus], "note");
  expect(people(await statistics(iris, 1))).toEqual([{ day: 2, week: 2, month: 2 }]);

  await nextDay(iris, iris);
  await evict(iris);
  await ping(noah);
  await ping(mia);
  expect(people(await statistics(iris, 2))).toEqual([
    { day: 2, week: 2, month: 2 },
    { day: 2, week: 3, month: 3 },
  ]);
  for (let day = 0; day < 7; day += 1) await nextDay(iris, iris);
  await ping(mia);
  expect(people(await statistics(iris, 3))).toEqual([
    { day: 0, week: 3, month: 3 },
    { day: 0, week: 2, month: 3 },
    { day: 1, week: 1, month: 3 },
  ]);
});

test("users who hide their presence are counted, and their pings write one row a day", async () => {
  const { iris, noah } = await realmAtTen();
  await noah.ok(noah.patch("/settings", { presence_enabled: false }));
  await ping(noah);
  expect(people(await statistics(iris, 1))).toEqual([{ day: 1, week: 1, month: 1 }]);
  const { statistics_people } = await tablesOf(iris);
  await evict(iris);
  await advanceClock(iris, 120_000);
  await ping(noah);
  expect((await tablesOf(iris))["statistics_people"]).toEqual(statistics_people);
});

test("the timer stops after a month without users, and starts again when someone returns a year later", async () => {
  const { iris, noah } = await realmAtTen();
  await ping(noah);
  for (let day = 0; day < 30; day += 1) await nextDay(iris, iris);
  const timers = async () => (await tablesOf(iris))["timers"]?.filter(({ name }: Json) => name === "statistics");
  expect(await timers()).toEqual([]);
  await advanceClock(iris, 400 * DAY);
  await ping(noah);
  expect(await timers()).toHaveLength(1);
  expect(people(await statistics(iris, 2))).toEqual([
    { day: 0, week: 0, month: 0 },
    { day: 1, week: 1, month: 1 },
  ]);
});

test("messages sent before counting began are counted with their senders, in several steps", async () => {
  const { iris, noah, mia } = await realmAtTen();
  await sendDirect(noah, [mia], "hello");
  await executeSql(iris, "DELETE FROM statistics_progress");
  await executeSql(iris, "DELETE FROM statistics_days");
  await changeRealm(iris, ({ sql }) => {
    const { conversation_id, id, sender_id } = sql.exec("SELECT * FROM message_index ORDER BY id DESC LIMIT 1").one();
    sql.exec(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 45000)
       INSERT INTO message_index (id, conversation_id, topic_id, sender_id) SELECT ? + n, ?, NULL, ? FROM n`,
      ...[Number(id), conversation_id, sender_id],
    );
  });
  const first = await statistics(iris, 2);
  expect(first.is_complete).toBe(false);
  await expect.poll(async () => (await statistics(iris, 2)).is_complete).toBe(true);
  const { days, messages_sent } = await statistics(iris, 2);
  expect(sum(days, "direct")).toBeGreaterThan(45_000);
  expect(messages_sent).toBeGreaterThan(45_000);
  expect(days.at(-1).active_people.day).toBeGreaterThan(0);
});

test("imported messages are counted once, even if their ids are not in the order of their times", async () => {
  const { iris, noah } = await realmAtTen();
  const today = Math.floor((await now(iris)) / DAY) * (DAY / 1000);
  const account = { role: 400, is_active: true, date_joined: 1_500_000_000 };
  const users = [{ ...account, id: 8, full_name: "Noah", delivery_email: noah.email }];
  const messages = [-9, -9, -7, -7, -8, -8, -8].map((day, index) => ({
    ...{ id: index + 1, sender_id: 8, members: [8], content: "c", client: "website" },
    sent_at: today + day * (DAY / 1000) + 3600 + index,
  }));
  expect(await importArchive(iris, await archiveWith({ users, messages }))).toMatchObject({ state: "done" });
  const { days } = await statistics(iris, 10);
  expect(days.slice(0, 3).map((day: Json) => day.messages.direct)).toEqual([2, 3, 2]);
});

test("accounts, channels and storage are reported with their current numbers", async () => {
  const { iris, noah, gus, bot } = await realmAtTen();
  const before = await statistics(iris, 1);
  await bot(noah);
  const gone = await bot(noah);
  await noah.ok(noah.delete(`/bots/${gone.id}`));
  await iris.ok(iris.delete(`/users/${gus.id}`));
  const channel = await makeChannel(iris, "open", [iris]);
  await iris.ok(iris.post("/channels/create", { name: "closed", subscribers: [iris.id], invite_only: true }));
  await iris.ok(iris.delete(`/streams/${await makeChannel(iris, "past", [iris])}`));
  const after = await statistics(iris, 1);
  expect(channel).toBeGreaterThan(0);
  expect(after.people).toEqual({
    ...{ owners: 1, administrators: 1, moderators: 1, members: 2, guests: 0, deactivated: 1, bots: 1 },
  });
  expect(after.channels).toEqual({
    ...before.channels,
    public: before.channels.public + 1,
    private: before.channels.private + 1,
    archived: 1,
  });
  expect(after.upload_bytes).toBe(0);
  expect(after.database_bytes).toBeGreaterThan(10_000);
});

test("users of Zulip's clients are counted, by whether the client's version is newer than the tested one", async () => {
  const { iris, noah, mia } = await realm();
  const as = ({ host, email, key, id }: Person, agent: string) => new Person(host, email, key, id, agent);
  expect((await statistics(iris)).clients).toEqual([]);
  await as(noah, "ZulipFlutter/99.0 (iOS 30)").queue();
  await as(noah, "ZulipFlutter/99.0 (iOS 30)").queue();
  await as(mia, "ZulipFlutter/1.0 (iOS 12)").queue();
  await as(mia, "ParleyTest/1.0").queue();
  expect((await statistics(iris)).clients).toEqual([{ client: "ZulipFlutter", older: 1, tested: 0, newer: 1 }]);
});
