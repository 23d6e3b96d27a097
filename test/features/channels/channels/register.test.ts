import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { organization, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const LISTS = ["subscriptions", "unsubscribed", "never_subscribed"] as const;
const namesIn = (state: Json) => LISTS.map((list) => state[list].map(({ name }: Json) => name));
const register = (who: Person, fields: object = {}) => who.ok(who.post("/register", { ...fields }));

test("[register 4] every channel that a user can see is in one of three lists", async () => {
  const { noah, mia, gus } = await realm();
  await makeChannel(mia, "left", [noah]);
  await makeChannel(mia, "new", [mia]);
  await makeChannel(mia, "secret", [mia], { invite_only: true });
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["left"] }));
  const state = await register(noah);
  expect(namesIn(state)).toEqual([["general"], ["left"], ["new"]]);
  expect(state.streams.map(({ name }: Json) => name)).toEqual(["general", "left", "new"]);
  expect(state.unsubscribed[0]).toHaveProperty("color");
  expect(state.never_subscribed[0]).not.toHaveProperty("color");
  expect(namesIn(await register(gus))).toEqual([["general"], [], []]);
  expect([state.realm_default_stream_groups, state.channel_folders]).toEqual([[], []]);
});

test("[register 2] POST /register includes subscribers for clients that request them", async () => {
  const { noah, mia, gus } = await realm();
  await makeChannel(mia, "garden", [mia, gus]);
  const subscribers = async (include_subscribers: unknown) => {
    const { never_subscribed } = await register(noah, { include_subscribers });
    return never_subscribed[0].subscribers;
  };
  expect(await subscribers(true)).toEqual([mia.id, gus.id]);
  expect(await subscribers("partial")).toEqual([mia.id, gus.id]);
  expect(await subscribers(false)).toBe(undefined);
  const { streams } = await register(noah, { include_subscribers: true });
  expect(streams[1]).not.toHaveProperty("subscribers");
  expect(streams[1].subscriber_count).toBe(2);
});

test("[register 2] POST /register returns only the requested event types", async () => {
  const { noah } = await realm();
  const only = async (type: string) => Object.keys(await register(noah, { fetch_event_types: [type] }));
  const fetched = async (type: string) => (await only(type)).filter((key) => ["streams", ...LISTS].includes(key));
  expect(await fetched("stream")).toEqual(["streams"]);
  expect(await fetched("subscription")).toEqual([...LISTS]);
  expect(await fetched("realm")).toEqual([]);
});

test("[register 3] unset personal settings have the user's defaults for clients that do not support null", async () => {
  const { noah } = await realm();
  await noah.ok(noah.patch("/settings", { enable_stream_email_notifications: true }));
  const null_too = { client_capabilities: { notification_settings_null: true } };
  const first = async (fields: object = {}) => (await register(noah, fields)).subscriptions[0];
  expect(await first()).toMatchObject({
    email_notifications: true,
    push_notifications: false,
    color: expect.any(String),
  });
  expect(await first(null_too)).toMatchObject({ email_notifications: null, push_notifications: null });
});

test("[conventions 4] a spectator sees only web-public channels", async () => {
  const { owner, host } = await organization();
  await owner.ok(owner.patch("/realm", { enable_spectator_access: true }));
  await makeChannel(owner, "open", [owner], { is_web_public: true });
  const state = await register(new Person(host, "", ""), { include_subscribers: true });
  expect(state.streams.map(({ name }: Json) => name)).toEqual(["open"]);
  expect(namesIn(state)).toEqual([[], [], ["open"]]);
});

test("[register 4] shared channel data follows each change, and users get only what they can see", async () => {
  const { iris, noah, mia, gus } = await realm();
  await makeChannel(mia, "garden", [mia]);
  await makeChannel(mia, "secret", [mia], { invite_only: true });
  await makeChannel(mia, "shed", [mia, gus], { invite_only: true });
  const people = { iris, noah, mia, gus };
  const seen = async () => {
    const all = {} as Record<keyof typeof people, Json>;
    for (const [name, person] of Object.entries(people) as [keyof typeof people, Person][]) {
      const { streams } = await register(person, { fetch_event_types: ["stream"] });
      // Everyone gets the same as when requesting a single channel.
      for (const stream of streams)
        expect(stream).toEqual((await person.ok(person.get(`/streams/${stream.stream_id}`))).stream);
      all[name] = streams;
    }
    return all;
  };
  const namesOf = (all: Json) =>
    Object.fromEntries(Object.entries(all).map(([who, streams]) => [who, (streams as Json[]).map(({ name }) => name)]));
  const counts = (all: Json, name: string) =>
    Object.values(all).map(
      (streams) => (streams as Json[]).find((stream) => stream.name === name)?.subscriber_count ?? null,
    );

  const before = await seen();
  const every = ["general", "garden", "secret", "shed"];
  expect(namesOf(before)).toEqual({
    iris: every,
    noah: ["general", "garden"],
    mia: every,
    gus: ["general", "shed"],
  });
  expect(counts(before, "shed")).toEqual([2, null, 2, 2]);

  const idOf = (name: string) => before.mia.find((stream: Json) => stream.name === name).stream_id;
  await mia.ok(mia.patch(`/streams/${idOf("garden")}`, { is_private: true }));
  await mia.ok(mia.patch(`/streams/${idOf("shed")}`, { new_name: "barn" }));
  await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "barn" }], principals: [noah.id] }));
  await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["barn"], principals: [gus.id] }));
  const after = await seen();
  expect(namesOf(after)).toEqual({
    iris: ["general", "garden", "secret", "barn"],
    noah: ["general", "barn"],
    mia: ["general", "garden", "secret", "barn"],
    gus: ["general"],
  });
  expect(counts(after, "barn")).toEqual([2, 2, 2, null]);
  expect(after.iris[1].invite_only).toBe(true);
});

test("[register 4] a permission omits users deactivated since it was last sent", async () => {
  const { iris, noah, mia } = await realm();
  const can_send_message_group = { direct_members: [noah.id, mia.id], direct_subgroups: [] };
  await makeChannel(iris, "news", [iris], { can_send_message_group });
  const named = async () =>
    (await register(iris, { fetch_event_types: ["stream"] })).streams[1].can_send_message_group.direct_members;
  expect(await named()).toEqual([noah.id, mia.id]);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect(await named()).toEqual([mia.id]);
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  expect(await named()).toEqual([noah.id, mia.id]);
});
