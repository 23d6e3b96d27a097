import { expect, test } from "vitest";
import { channelIdOf, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { advanceClock } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const NOT_SEEN = "BAD_REQUEST: Invalid channel ID";
const names = async (who: Person, fields: object = {}): Promise<string[]> =>
  (await who.ok(who.get("/streams", { ...fields }))).streams.map(({ name }: Json) => name);

test("[channels 1] public, private, joinable and shared channels are visible exactly to the roles with access", async () => {
  const { by, mia, noah, mona, gus } = await realmWithCallers();
  const some = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
  const all = [noah.id, gus.id];
  const channels = [
    await makeChannel(mia, "public", []),
    await makeChannel(mia, "private", [mia], { invite_only: true }),
    await makeChannel(mia, "joinable", [mia], { invite_only: true, can_subscribe_group: some(...all) }),
    await makeChannel(mia, "addable", [mia], { invite_only: true, can_add_subscribers_group: some(...all) }),
    await makeChannel(mia, "run", [mia], { invite_only: true, can_administer_channel_group: some(mona.id, gus.id) }),
    await makeChannel(mia, "shared", [mia, gus], { invite_only: true }),
  ];
  const table: Record<string, string> = {};
  for (const id of channels) {
    const seen = await outcomes((who) => who.get(`/streams/${id}`), by);
    const { stream } = await mia.ok(mia.get(`/streams/${id}`));
    const letters = Object.entries(seen).map(([who, result]) => (result === "ok" ? who[0] : "-"));
    table[stream.name] = letters.join("");
    expect(new Set(Object.values(seen)).difference(new Set(["ok", NOT_SEEN]))).toEqual(new Set());
  }
  // Owner, administrator, moderator, member, guest, bot.
  expect(table).toEqual({
    public: "oamm-b",
    private: "oa----",
    joinable: "oa-m--",
    addable: "oa-m--",
    run: "oam---",
    shared: "oa--g-",
  });
});

test("[channels 5] only users with access to a channel get its subscribers and id", async () => {
  const { by, mia, gus } = await realmWithCallers();
  const id = await makeChannel(mia, "private", [mia, gus], { invite_only: true });
  const seen = { owner: "ok", administrator: "ok", guest: "ok" };
  const not = (refusal: string) => ({ moderator: refusal, member: refusal, bot: refusal });
  const attempts: [string, object, string][] = [
    [`/streams/${id}/members`, {}, NOT_SEEN],
    [`/users/${mia.id}/subscriptions/${id}`, {}, NOT_SEEN],
    ["/get_stream_id", { stream: "PRIVATE" }, "BAD_REQUEST: Invalid channel name 'PRIVATE'"],
  ];
  for (const [path, fields, refusal] of attempts) {
    expect(await outcomes((who) => who.get(path, { ...fields }), by), path).toEqual({ ...seen, ...not(refusal) });
  }
  expect(await outcomes((who) => who.get(`/streams/${id}/email_address`), by)).toEqual({
    ...not(NOT_SEEN),
    owner: NOT_SEEN,
    administrator: NOT_SEEN,
    guest: "ok",
  });
});

test("[channels 5] GET /streams/:stream_id/members lists the subscribers", async () => {
  const { noah, mia, gus } = await newCast();
  const id = await makeChannel(noah, "garden", [mia, gus]);
  expect((await noah.ok(noah.get(`/streams/${id}/members`))).subscribers).toEqual([mia.id, gus.id]);
  const status = async (who: Person) => (await noah.ok(noah.get(`/users/${who.id}/subscriptions/${id}`))).is_subscribed;
  expect([await status(mia), await status(noah)]).toEqual([true, false]);
  expect(await outcome(noah.get(`/users/9999/subscriptions/${id}`))).toBe("BAD_REQUEST: No such user");
});

test("[channels 5] GET /streams returns the union of the requested sets", async () => {
  const { iris, noah, mia, gus, bot } = await realm();
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  await makeChannel(iris, "open", [], { is_web_public: true });
  await makeChannel(mia, "public", [mia]);
  await makeChannel(mia, "secret", [mia], { invite_only: true });
  await iris.ok(iris.delete(`/streams/${await makeChannel(mia, "old", [mia])}`));
  expect(await names(noah)).toEqual(["general", "open", "public"]);
  expect(await names(mia)).toEqual(["general", "open", "public", "secret"]);
  expect(await names(mia, { include_public: false })).toEqual(["general", "public", "secret"]);
  expect(await names(mia, { include_public: false, include_subscribed: false })).toEqual([]);
  const nothing = { include_public: false, include_subscribed: false };
  expect(await names(mia, { ...nothing, include_web_public: true })).toEqual(["open"]);
  expect(await names(mia, { ...nothing, include_default: true })).toEqual(["general"]);
  expect(await names(iris, { ...nothing, include_all: true })).toEqual(["general", "open", "public", "secret"]);
  expect(await names(noah, { ...nothing, include_all_active: true })).toEqual(["general", "open", "public"]);
  expect(await names(iris, { ...nothing, include_can_access_content: true })).toEqual(["general", "open", "public"]);
  expect(await names(mia, { exclude_archived: false })).toContain("old");
  expect(await names(gus)).toEqual(["general"]);
  expect(await names(gus, { include_web_public: true })).toEqual(["general", "open"]);
  const robot = await bot(mia);
  expect(await names(robot, nothing)).toEqual([]);
  expect(await names(robot, { ...nothing, include_owner_subscribed: true })).toEqual(["general", "public", "secret"]);
  const { streams } = await mia.ok(mia.get("/streams", { include_default: true }));
  expect(streams.map(({ is_default }: Json) => is_default)).toEqual([true, false, false, false]);
});

test("[channels 5] a channel's email address is empty without a gateway, and refused to users who cannot post", async () => {
  const { noah, mia, bot } = await newCast();
  const id = await makeChannel(noah, "news", [], { can_send_message_group: 6 });
  expect(await outcome(noah.get(`/streams/${id}/email_address`))).toMatch(/permission to post/);
  const general = await channelIdOf(noah, "general");
  const address = (sender_id?: number) => noah.get(`/streams/${general}/email_address`, { sender_id });
  expect((await noah.ok(address())).email).toBe("");
  expect(await outcome(address((await bot(noah)).id))).toBe("ok");
  expect(await outcome(address(mia.id))).toBe("BAD_REQUEST: Insufficient permission");
  expect(await outcome(address(9999))).toBe("BAD_REQUEST: No such user");
});

test("[register 4.3] weekly traffic is reported after a week, and is_recently_active becomes false after half a year", async () => {
  const { iris, noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const DAY = 86_400_000;
  const read = async () => (await noah.ok(noah.get(`/streams/${id}`))).stream;
  const say = () => noah.ok(noah.post("/messages", { type: "stream", to: "general", topic: "tea", content: "Hello" }));
  await say();
  expect(await read()).toMatchObject({ stream_weekly_traffic: null, is_recently_active: true });
  const first = (await read()).first_message_id;
  for (let week = 0; week < 2; week += 1) {
    for (let message = 0; message < 3; message += 1) await say();
    await advanceClock(iris, 7 * DAY);
  }
  await expect.poll(async () => (await read()).stream_weekly_traffic).toBeGreaterThan(0);
  for (let week = 0; week < 27; week += 1) await advanceClock(iris, 7 * DAY);
  await expect
    .poll(read)
    .toMatchObject({ stream_weekly_traffic: 0, is_recently_active: false, first_message_id: first });
  const [events] = await eventsDuring([noah], say);
  expect(events?.filter(({ type }) => type === "stream")).toMatchObject([
    { op: "update", stream_id: id, name: "general", property: "is_recently_active", value: true },
  ]);
});
