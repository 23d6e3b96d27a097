import { expect, test } from "vitest";
import { channelIdOf, makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

test("[channels 5] new users are subscribed to the default channels, which are hidden from guests", async () => {
  const { iris, noah, gus, more } = await realm();
  const general = await channelIdOf(iris, "general");
  const garden = await makeChannel(iris, "garden", []);
  const set = () => iris.ok(iris.post("/default_streams", { stream_id: garden }));
  const [members, guests] = await eventsDuring([noah, gus], set);
  expect(members).toMatchObject([{ type: "default_streams", default_streams: [general, garden] }]);
  expect(guests).toEqual([]);
  expect(await eventsDuring([noah], set)).toEqual([[]]);
  const newcomer = await more();
  const { subscriptions } = await newcomer.ok(newcomer.get("/users/me/subscriptions"));
  expect(subscriptions.map(({ name }: Json) => name)).toEqual(["general", "garden"]);
  await iris.ok(iris.delete("/default_streams", { stream_id: garden }));
  await iris.ok(iris.delete(`/default_streams?stream_id=${garden}`));
  expect((await noah.ok(noah.post("/register"))).realm_default_streams).toEqual([general]);
  expect((await gus.ok(gus.post("/register"))).realm_default_streams).toEqual([]);
});

test("[channels 5] a private channel cannot be a default channel", async () => {
  const { iris } = await realm();
  const id = await makeChannel(iris, "secret", [iris], { invite_only: true });
  expect(await outcome(iris.post("/default_streams", { stream_id: id }))).toBe(
    "BAD_REQUEST: Private channels cannot be made default.",
  );
  expect(await outcome(iris.post("/default_streams", { stream_id: 9999 }))).toBe("BAD_REQUEST: Invalid channel ID");
});

test("[channels 5] an archived channel cannot be a default channel", async () => {
  const { iris } = await realm();
  const id = await makeChannel(iris, "garden", []);
  await iris.ok(iris.delete(`/streams/${id}`));
  expect(await outcome(iris.post("/default_streams", { stream_id: id }))).toBe("BAD_REQUEST: Channel is archived.");
  const change = (fields: object) => outcome(iris.patch(`/streams/${id}`, { is_default_stream: true, ...fields }));
  expect(await change({})).toBe("BAD_REQUEST: Channel is archived.");
  expect(await change({ is_archived: false })).toBe("ok");
});

test("[channels 1] channels are hidden or shown when a user becomes a guest, or stops being one", async () => {
  const { iris, noah, mia } = await realm();
  await makeChannel(mia, "public", [mia]);
  await makeChannel(mia, "secret", [mia], { invite_only: true });
  const become = async (role: number) => {
    const [events] = await eventsDuring([noah], () => iris.ok(iris.patch(`/users/${noah.id}`, { role })));
    return events
      ?.filter(({ type }) => ["stream", "subscription", "default_streams"].includes(type))
      .map(({ type, op }) => op ?? type);
  };
  expect(await become(200)).toEqual(["create", "peer_add"]);
  expect(await become(600)).toEqual(["delete", "delete", "default_streams"]);
  expect(await become(400)).toEqual(["create", "peer_add", "default_streams"]);
});
