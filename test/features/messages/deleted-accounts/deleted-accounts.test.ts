import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsOfType } from "../../../support/editing.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { sendFiles } from "../../../support/files.ts";
import { inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { evict, tablesOf, withDatabase } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";

const isThere = async (who: Person, id: number) => (await outcome(who.get(`/messages/${id}`))) === "ok";
const userOf = async (who: Person, { id }: { id: number }, more: object = {}) =>
  (await who.ok(who.get(`/users/${id}`, { client_gravatar: false, ...more }))).user;
const isOver = (who: Person) => until(async () => expect((await tablesOf(who))["account_deletions"]).toEqual([]));

/** Messages of Noah, a bot of his, and Mia in each kind of conversation. */
async function filled({ iris, noah, mia, bot }: Cast) {
  const robot = await bot(noah);
  const all = [iris, noah, mia, robot];
  const open = await makeChannel(iris, "open", all);
  const closed = await makeChannel(iris, "closed", all, { invite_only: true });
  const sent: Record<string, number> = {};
  for (const [name, who] of Object.entries({ noah, mia, robot })) {
    sent[`${name} open`] = await sendToChannel(who, open, "a", "x");
    sent[`${name} closed`] = await sendToChannel(who, closed, "a", "x");
    sent[`${name} direct`] = await sendDirect(who, [iris], "x");
  }
  return {
    robot,
    sent,
    left: async () => {
      const there = await Promise.all(Object.values(sent).map((id) => isThere(iris, id)));
      return Object.keys(sent).filter((_, index) => there[index]);
    },
  };
}

describe("[users 4.1] deactivation deletes", () => {
  const others = ["mia open", "mia closed", "mia direct"];
  const kinds = { public_channel: "open", private_channel: "closed", direct: "direct" };

  test.each(Object.entries(kinds))(
    "the user's %s messages and those of the user's bots, if requested",
    async (kind, place) => {
      const cast = await realm();
      const { iris, noah, mia } = cast;
      const { left, robot, sent } = await filled(cast);
      const [events = [], mias = []] = await eventsDuring([iris, mia], async () => {
        await iris.ok(iris.delete(`/users/${noah.id}`, { actions: { [`delete_${kind}_messages`]: true } }));
        await isOver(iris);
      });
      const kept = Object.values(kinds).filter((one) => one !== place);
      const expected = ["noah", "robot"].flatMap((name) => kept.map((one) => `${name} ${one}`));
      expect((await left()).sort()).toEqual([...expected, ...others].sort());
      const told = (some: Json[]) => eventsOfType(some, "delete_message").flatMap(({ message_ids }) => message_ids);
      // Bots come first.
      expect(told(events)).toEqual([sent[`robot ${place}`], sent[`noah ${place}`]]);
      expect(told(mias)).toEqual(place === "direct" ? [] : told(events));
      for (const who of [noah, robot])
        expect(await userOf(iris, who)).toMatchObject({ is_active: false, is_deleted: false });
    },
  );

  test("the profiles of the user and the user's bots, if requested: name, avatar, email address, custom fields, status", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    const { left, robot, sent } = await filled(cast);
    const { id } = await iris.ok(iris.post("/realm/profile_fields", { field_type: 1, name: "Desk" }));
    await noah.ok(noah.patch("/users/me/profile_data", { data: [{ id, value: "by the door" }] }));
    await noah.ok(noah.post("/users/me/status", { status_text: "out" }));
    await noah.ok(noah.patch("/settings", { timezone: "Europe/Lisbon" }));
    await sendFiles(noah, "/users/me/avatar", [new File([png()], "a.png", { type: "image/png" })]);
    const before = await userOf(iris, noah);
    await eventsDuring([iris, mia], async () => {
      await iris.ok(iris.delete(`/users/${noah.id}`, { actions: { delete_profile: true } }));
      await isOver(iris);
    });
    expect(await userOf(iris, noah, { include_custom_profile_fields: true })).toMatchObject({
      full_name: "Deleted user",
      email: `user${noah.id}@${iris.host}`,
      delivery_email: null,
      timezone: "",
      is_active: false,
      is_deleted: true,
      profile_data: {},
      avatar_url: expect.stringContaining("https://secure.gravatar.com/avatar/"),
    });
    expect((await userOf(iris, noah)).avatar_url).not.toBe(before.avatar_url);
    expect((await iris.ok(iris.get(`/users/${noah.id}/status`))).status).toEqual({});
    expect(await userOf(iris, robot)).toMatchObject({ full_name: "Deleted user", is_deleted: true });
    expect((await left()).length).toBe(Object.keys(sent).length);
    expect(await userOf(iris, mia)).toMatchObject({ full_name: "Mia Example", is_deleted: false });
  });

  test("nothing unless requested", async () => {
    const cast = await realm();
    const { left, sent } = await filled(cast);
    const actions = { delete_profile: false, delete_direct_messages: false };
    await cast.iris.ok(cast.iris.delete(`/users/${cast.noah.id}`, { actions }));
    await isOver(cast.iris);
    expect((await left()).length).toBe(Object.keys(sent).length);
    expect(await userOf(cast.iris, cast.noah)).toMatchObject({ full_name: "Noah Example", is_deleted: false });
  });

  test("nothing if the requested actions are malformed", async () => {
    const { iris, noah } = await realm();
    for (const actions of [{ delete_profile: "yes" }, 1, { delete_direct_messages: null }]) {
      const { status, body } = await iris.delete(`/users/${noah.id}`, { actions });
      expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
    }
    expect((await userOf(iris, noah)).is_active).toBe(true);
  });
});

test("[users 4.1] the deletion resumes after a restart, step by step, while D1 is available", async () => {
  const { iris, noah } = await realm();
  const channel = await makeChannel(iris, "open", [iris, noah]);
  const messages = Array.from({ length: 1500 }, () => ({ sender: noah.id, to: channel, topic: "t", content: "x" }));
  const ids: number[] = [];
  for (const from of [0, 500, 1000])
    ids.push(...(await iris.ok(iris.post("/testing/messages", { messages: messages.slice(from, from + 500) }))).ids);
  const actions = { delete_public_channel_messages: true, delete_profile: true };
  await iris.ok(iris.delete(`/users/${noah.id}`, { actions }));
  // The first step deletes 1,000 messages.
  await until(async () => expect(await isThere(iris, ids[0] ?? 0)).toBe(false));
  await evict(iris);
  await isOver(iris);
  expect(await Promise.all([ids[0], ids[999], ids[1000], ids.at(-1)].map((id) => isThere(iris, id ?? 0)))).toEqual(
    Array(4).fill(false),
  );
  expect(await userOf(iris, noah)).toMatchObject({ full_name: "Deleted user", is_deleted: true });
});

test("[users 4.1] reactivation cancels the rest of the deletion", async () => {
  const { iris, noah } = await realm();
  await withDatabase(iris, "refuse", async () => {
    const id = await sendDirect(noah, [iris], "kept");
    await until(() => inRealm(iris, ({ shipper }) => expect(shipper.lag.failures).toBeGreaterThan(0)));
    await iris.ok(
      iris.delete(`/users/${noah.id}`, { actions: { delete_direct_messages: true, delete_profile: true } }),
    );
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    await isOver(iris);
    expect(await isThere(iris, id)).toBe(true);
  });
  expect(await userOf(iris, noah)).toMatchObject({ full_name: "Noah Example", is_active: true, is_deleted: false });
});
