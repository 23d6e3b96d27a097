import { expect, test } from "vitest";
import { decodeEntities } from "../../../../src/markup/index.ts";
import { channelIdOf, makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const change = (who: Person, id: number, fields: object) => who.patch(`/streams/${id}`, { ...fields });
const read = async (who: Person, id: number): Promise<Json> => (await who.ok(who.get(`/streams/${id}`))).stream;
/** The events about the channel itself, without the notification bot's message. */
const updates = (events: Json[] = []) =>
  events
    .filter(({ type, property }) => type === "stream" && property !== "first_message_id")
    .map(({ op, property, value }) => (op === "update" ? [property, value] : op));
const lastNotice = async (who: Person, channel: string): Promise<string> => {
  const narrow = [
    ["channel", channel],
    ["topic", "channel events"],
  ];
  const page = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false, narrow };
  return (await who.ok(who.get("/messages", page))).messages.at(-1)?.content;
};

test("[channels 5] renaming a channel emits an event with its former name", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const [events] = await eventsDuring([mia], () => noah.ok(change(noah, id, { new_name: " Park " })));
  expect(events).toMatchObject([{ op: "update", stream_id: id, name: "garden", property: "name", value: "Park" }]);
  expect(await channelIdOf(mia, "park")).toBe(id);
  expect(await outcome(mia.get("/get_stream_id", { stream: "garden" }))).toMatch(/Invalid channel name/);
  expect(await lastNotice(noah, "Park")).toContain("from **garden** to **Park**");
  expect(await outcome(change(noah, id, { new_name: "PARK" }))).toBe("ok");
  expect(await outcome(change(noah, id, { new_name: "PARK" }))).toBe("BAD_REQUEST: Channel already has that name.");
  expect(await outcome(change(noah, id, { new_name: "General" }))).toBe("BAD_REQUEST: Channel name is already in use.");
  expect(await outcome(change(noah, id, { new_name: "" }))).toBe("BAD_REQUEST: Channel name can't be empty.");
});

test("[channels 5] PATCH changes the description of a channel", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const [events] = await eventsDuring([mia], () => noah.ok(change(noah, id, { description: "Of\n**plants**" })));
  expect(events).toMatchObject([
    {
      property: "description",
      value: "Of **plants**",
      rendered_description: "<p>Of <strong>plants</strong></p>",
    },
  ]);
  expect(await lastNotice(noah, "garden")).toContain("Of **plants**");
  expect(await outcome(change(noah, id, { description: "d".repeat(1025) }))).toMatch(/description is too long/);
  await noah.ok(change(noah, id, { description: "" }));
  expect(await read(mia, id)).toMatchObject({ description: "", rendered_description: "" });
});

test("[channels 1] a privacy change creates or deletes the channel for users who gain or lose access", async () => {
  const { noah, mia, gus, iris, more } = await realm();
  const id = await makeChannel(noah, "garden", [noah, gus]);
  const privately = { is_private: true };
  const people = [noah, mia, gus];
  const [own, others, guests] = await eventsDuring(people, () => noah.ok(change(noah, id, privately)));
  expect(updates(own)).toEqual([["invite_only", true]]);
  expect(own?.[0]).toMatchObject({ history_public_to_subscribers: true, is_web_public: false });
  expect(updates(others)).toEqual(["delete"]);
  expect(updates(guests)).toEqual([["invite_only", true]]);
  expect(await lastNotice(noah, "garden")).toContain("into a **private** channel with **shared history**");
  const [back, gained] = await eventsDuring([noah, mia], () => noah.ok(change(noah, id, { is_private: false })));
  expect(updates(back)).toEqual([["invite_only", false]]);
  expect(gained?.map(({ type, op }) => `${type} ${op}`).slice(0, 3)).toEqual([
    "stream create",
    "subscription peer_add",
    "stream update",
  ]);
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  const [opened, stranger] = await eventsDuring([mia, await more({ role: 600 })], () =>
    iris.ok(change(iris, id, { is_web_public: true })),
  );
  expect(updates(opened)).toEqual([["invite_only", false]]);
  expect(updates(stranger)[0]).toBe("create");
  expect(await read(noah, id)).toMatchObject({ invite_only: false, is_web_public: true });
});

test("[channels 5] PATCH makes a channel private and sets its subscribe permission in one request", async () => {
  const { iris, noah } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const noahs = { direct_members: [noah.id], direct_subgroups: [] };
  await iris.ok(change(iris, id, { is_private: true, can_subscribe_group: { new: noahs } }));
  expect(await read(iris, id)).toMatchObject({ invite_only: true, can_subscribe_group: noahs });
  expect(await outcome(change(iris, id, { can_subscribe_group: { new: 8 } }))).toMatch(/content access is required/);
});

test("[channels 1] history can be shared or protected in private channels only", async () => {
  const { noah } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const kind = async (fields: object) => {
    await noah.ok(change(noah, id, fields));
    const { invite_only, history_public_to_subscribers } = await read(noah, id);
    return [invite_only, history_public_to_subscribers];
  };
  const invalid = "BAD_REQUEST: Invalid parameters";
  expect(await outcome(change(noah, id, { history_public_to_subscribers: false }))).toBe(invalid);
  expect(await outcome(change(noah, id, { is_private: true, is_web_public: true }))).toBe(invalid);
  expect(await kind({ is_private: true, history_public_to_subscribers: false })).toEqual([true, false]);
  expect(await kind({ history_public_to_subscribers: true })).toEqual([true, true]);
  expect(await kind({ history_public_to_subscribers: false })).toEqual([true, false]);
  expect(await kind({ is_private: false })).toEqual([false, true]);
});

test("[channels 5] a default channel cannot be private, and the moderation request channel cannot be public", async () => {
  const { iris } = await realm();
  const general = await channelIdOf(iris, "general");
  const refusal = "BAD_REQUEST: A default channel cannot be private.";
  expect(await outcome(change(iris, general, { is_private: true }))).toBe(refusal);
  expect(await outcome(change(iris, general, { is_private: true, is_default_stream: false }))).toBe("ok");
  expect(await outcome(change(iris, general, { is_default_stream: true }))).toBe(refusal);
  expect(await outcome(change(iris, general, { is_default_stream: true, is_private: false }))).toBe("ok");
  const id = await makeChannel(iris, "reports", [iris], { invite_only: true });
  await iris.ok(iris.patch("/realm", { moderation_request_channel_id: id }));
  expect(await outcome(change(iris, id, { is_private: false }))).toBe(
    "BAD_REQUEST: Moderation request channel must be private.",
  );
});

test("[channels 5] PATCH accepts retention as numbers and as words", async () => {
  const { iris, noah } = await newCast();
  const id = await makeChannel(iris, "garden", [noah]);
  for (const [sent, kept] of [
    [30, 30],
    ["unlimited", -1],
    ["realm_default", null],
  ]) {
    const [events] = await eventsDuring([noah], () => iris.ok(change(iris, id, { message_retention_days: sent })));
    expect(updates(events)).toEqual([["message_retention_days", kept]]);
    expect((await read(noah, id)).message_retention_days).toBe(kept);
  }
  expect(await lastNotice(iris, "garden")).toContain("as long as the organization keeps messages");
  expect(await outcome(change(iris, id, { message_retention_days: -5 }))).toMatch(/^REQUEST_VARIABLE_INVALID/);
});

test("[4.3] empty_topic_only is refused for a channel that has messages with topics", async () => {
  const { noah } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const [events] = await eventsDuring([noah], () =>
    noah.ok(change(noah, id, { topics_policy: "disable_empty_topic" })),
  );
  expect(updates(events)).toEqual([["topics_policy", "disable_empty_topic"]]);
  expect(await outcome(change(noah, id, { topics_policy: "empty_topic_only" }))).toMatch(/general chat topic first/);
  const bare = await makeChannel(noah, "bare", [noah], { topics_policy: "empty_topic_only" });
  expect(await outcome(change(noah, bare, { topics_policy: "inherit" }))).toBe("ok");
  expect(await outcome(change(noah, bare, { topics_policy: "empty_topic_only" }))).toBe("ok");
  expect(await outcome(change(noah, bare, { topics_policy: "sometimes" }))).toBe("BAD_REQUEST: Invalid topics_policy");
});

test("[channels 5] PATCH refuses a folder that does not exist or is archived", async () => {
  const { noah } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  expect(await outcome(change(noah, id, { folder_id: null }))).toBe("ok");
  expect(await outcome(change(noah, id, { folder_id: 1 }))).toBe("BAD_REQUEST: Invalid channel folder ID");
});

test("[channels 3] a permission is changed and emitted if its old value is the expected one", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const some = { direct_members: [mia.id], direct_subgroups: [] };
  const set = (update: object) => change(noah, id, { can_resolve_topics_group: update });
  const [events] = await eventsDuring([mia], () => noah.ok(set({ new: some, old: 8 })));
  expect(updates(events)).toEqual([["can_resolve_topics_group", some]]);
  expect(await outcome(set({ new: 4, old: 8 }))).toMatch(/^EXPECTATION_MISMATCH/);
  const [none] = await eventsDuring([mia], () => noah.ok(set({ new: some })));
  expect(none).toEqual([]);
  expect(await outcome(set({ new: 1 }))).toMatch(/cannot be set to 'role:internet' group/);
  expect(await outcome(set({ new: { direct_members: [9999], direct_subgroups: [] } }))).toMatch(
    /Invalid user ID: 9999/,
  );
});

test("[register 5.3] changing the posting permission emits three properties, and is announced in the channel", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const [events] = await eventsDuring([mia], () => noah.ok(change(noah, id, { can_send_message_group: { new: 6 } })));
  expect(updates(events)).toEqual([
    ["can_send_message_group", 6],
    ["stream_post_policy", 2],
    ["is_announcement_only", true],
  ]);
  const notice = await lastNotice(noah, "garden");
  expect(notice).toContain("* **Before**: Everyone\n* **Now**: Administrators");
});

test("a notice that names a group mentions no one, whatever the group's name is", async () => {
  const { iris, noah, mia } = await realm();
  const id = await makeChannel(noah, "garden", [noah, mia]);
  const group_id = await makeGroup(iris, "a* @**all** *b", [mia]);
  await noah.ok(change(noah, id, { can_send_message_group: { new: group_id } }));
  const page = { anchor: "newest", num_before: 1, num_after: 0, narrow: [["channel", id]] };
  const [notice] = (await mia.ok(mia.get("/messages", page))).messages;
  expect(decodeEntities(notice.content)).toContain("<strong>Now</strong>: @a* @**all** *b</li>");
  expect(notice.flags).toEqual([]);
});

test("a notice of a renamed channel mentions no one, whatever the channel's name is", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah, mia]);
  await noah.ok(change(noah, id, { new_name: "a** @**all** **b" }));
  const page = { anchor: "newest", num_before: 1, num_after: 0, narrow: [["channel", id]] };
  const [notice] = (await mia.ok(mia.get("/messages", page))).messages;
  expect(decodeEntities(notice.content)).toContain("to <strong>a** @**all** **b</strong>.");
  expect(notice.flags).toEqual([]);
});

test("[channels 1] granting or revoking access to a private channel shows or hides it", async () => {
  const { noah, mia, gus } = await newCast();
  const id = await makeChannel(noah, "garden", [noah], { invite_only: true });
  const both = { direct_members: [mia.id, gus.id], direct_subgroups: [] };
  for (const name of ["can_subscribe_group", "can_add_subscribers_group", "can_administer_channel_group"]) {
    const old = (await read(noah, id))[name];
    const keeping = typeof old === "object" ? { ...both, direct_members: [...both.direct_members, noah.id] } : both;
    const set = (value: unknown) => noah.ok(change(noah, id, { [name]: { new: value } }));
    const [shown, guest] = await eventsDuring([mia, gus], () => set(keeping));
    expect(updates(shown)[0], name).toBe("create");
    expect(updates(guest), name).toEqual([]);
    const [hidden] = await eventsDuring([mia], () => set(old));
    expect(updates(hidden), name).toEqual(["delete"]);
  }
});
