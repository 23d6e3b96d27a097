import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { organization, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const LISTS = ["subscriptions", "unsubscribed", "never_subscribed"] as const;
const namesIn = (state: Json) => LISTS.map((list) => state[list].map(({ name }: Json) => name));
const register = (who: Person, fields: object = {}) => who.ok(who.post("/register", { ...fields }));

test("[register 4] every channel that a user may see is in one of three lists", async () => {
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

test("[register 2] subscribers are included for clients that ask for them", async () => {
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

test("[register 2] fetches what is asked for", async () => {
  const { noah } = await realm();
  const only = async (type: string) => Object.keys(await register(noah, { fetch_event_types: [type] }));
  const fetched = async (type: string) => (await only(type)).filter((key) => ["streams", ...LISTS].includes(key));
  expect(await fetched("stream")).toEqual(["streams"]);
  expect(await fetched("subscription")).toEqual([...LISTS]);
  expect(await fetched("realm")).toEqual([]);
});

test("[register 3] null in personal settings is the user's own setting for clients that do not know null", async () => {
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
