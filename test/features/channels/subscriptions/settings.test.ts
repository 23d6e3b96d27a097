import { expect, test } from "vitest";
import { channelIdOf, makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const set = (who: Person, stream_id: number, property: string, value: unknown) =>
  who.post("/users/me/subscriptions/properties", { subscription_data: [{ stream_id, property, value }] });

async function personal(who: Person, id: number): Promise<Json> {
  const { subscriptions } = await who.ok(who.get("/users/me/subscriptions"));
  return subscriptions.find(({ stream_id }: Json) => stream_id === id);
}

test("[4.7] POST changes each property, and emits an event", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const flags = ["pin_to_top", "desktop_notifications", "audible_notifications", "push_notifications"];
  flags.push("email_notifications", "wildcard_mentions_notify");
  for (const property of flags) {
    const [events] = await eventsDuring([noah], () => noah.ok(set(noah, id, property, true)));
    expect(events).toMatchObject([{ type: "subscription", op: "update", stream_id: id, property, value: true }]);
    expect((await personal(noah, id))[property]).toBe(true);
  }
  const [events] = await eventsDuring([noah], () => noah.ok(set(noah, id, "color", "#ABCDEF")));
  expect(events).toMatchObject([{ property: "color", value: "#abcdef" }]);
});

test("[4.7] muting can be set under its older name, and is emitted under both names", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const [muted] = await eventsDuring([noah], () => noah.ok(set(noah, id, "is_muted", true)));
  expect(muted?.map(({ property, value }) => [property, value])).toEqual([
    ["is_muted", true],
    ["in_home_view", false],
  ]);
  await noah.ok(set(noah, id, "in_home_view", true));
  expect(await personal(noah, id)).toMatchObject({ is_muted: false, in_home_view: true });
});

test("[4.7] PATCH changes one property", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const change = (property: string, value: unknown) =>
    noah.ok(noah.patch(`/users/me/subscriptions/${id}`, { property, value }));
  await change("pin_to_top", true);
  await change("color", "#010203");
  expect(await personal(noah, id)).toMatchObject({ pin_to_top: true, color: "#010203" });
});

test("[4.7] refuses an unknown property, a wrong value or a missing subscription, and changes nothing", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const other = await makeChannel(noah, "other", []);
  expect(await outcome(set(noah, id, "shape", true))).toBe("BAD_REQUEST: Unknown subscription property: shape");
  expect(await outcome(set(noah, id, "is_muted", "yes"))).toBe("BAD_REQUEST: is_muted is not a boolean");
  expect(await outcome(set(noah, id, "color", "blue"))).toBe("BAD_REQUEST: color is not a valid hex color code");
  expect(await outcome(set(noah, id, "color", true))).toBe("BAD_REQUEST: color is not a string");
  expect(await outcome(set(noah, other, "is_muted", true))).toBe(`BAD_REQUEST: Not subscribed to channel ID ${other}`);
  const subscription_data = [
    { stream_id: id, property: "pin_to_top", value: true },
    { stream_id: other, property: "pin_to_top", value: true },
  ];
  expect(await outcome(noah.post("/users/me/subscriptions/properties", { subscription_data }))).not.toBe("ok");
  expect((await personal(noah, id)).pin_to_top).toBe(false);
});

test.each([
  ["is_muted", 3, "is_muted is not a boolean"],
  ["is_muted", null, "is_muted is not a boolean"],
  ["is_muted", [], "is_muted is not a boolean"],
  ["in_home_view", {}, "in_home_view is not a boolean"],
  ["pin_to_top", 1, "pin_to_top is not a boolean"],
  ["wildcard_mentions_notify", 0.5, "wildcard_mentions_notify is not a boolean"],
  ["color", 3, "color is not a string"],
  ["color", null, "color is not a string"],
  ["color", ["#010203"], "color is not a string"],
  ["color", "#01020", "color is not a valid hex color code"],
  ["shape", 3, "Unknown subscription property: shape"],
  ["is_muted", undefined, 'subscription_data[0]["value"] field is missing: Field required'],
  [3, true, 'subscription_data[0]["property"] is not a string'],
  [undefined, true, 'subscription_data[0]["property"] field is missing: Field required'],
])("[conventions 3] refuses to set %j to %j", async (property, value, msg) => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  expect(await outcome(set(noah, id, property as string, value))).toBe(`BAD_REQUEST: ${msg}`);
  if (typeof property !== "string" || value === undefined) return;
  const single = noah.patch(`/users/me/subscriptions/${id}`, { property, value });
  expect(await outcome(single)).toBe(`BAD_REQUEST: ${msg}`);
});

test.each([
  [{ stream_id: "1", property: "is_muted", value: true }, 'subscription_data[0]["stream_id"] is not an integer'],
  [{ property: "is_muted", value: true }, 'subscription_data[0]["stream_id"] field is missing: Field required'],
  ["is_muted", "subscription_data[0] is not a dict"],
])("[conventions 3] refuses %j as a change", async (one, msg) => {
  const { noah } = await newCast();
  const sent = noah.post("/users/me/subscriptions/properties", { subscription_data: [one] });
  expect(await outcome(sent)).toBe(`BAD_REQUEST: ${msg}`);
  const bare = noah.post("/users/me/subscriptions/properties", { subscription_data: { value: true } });
  expect(await outcome(bare)).toBe("BAD_REQUEST: subscription_data is not a list");
});
