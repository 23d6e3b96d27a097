import { expect, test } from "vitest";
import { makeChannel, NOT_PERMITTED, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const pushIn = async (who: Person, channel: number): Promise<boolean | null> => {
  const { subscriptions } = await who.ok(
    who.post("/register", {
      ...{ fetch_event_types: ["subscription"], client_capabilities: { notification_settings_null: true } },
    }),
  );
  return subscriptions.find((one: Json) => one.stream_id === channel)?.push_notifications;
};
const join = (who: Person) => who.ok(who.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }] }));

test("[channels 3] new subscribers get the channel's push notification default, and earlier ones keep their setting", async () => {
  const { iris, noah, mia, omar } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  await join(noah);
  const [events = []] = await eventsDuring([noah], () =>
    iris.ok(iris.patch(`/streams/${channel}`, { default_push_notifications: true })),
  );
  expect(events).toMatchObject([{ type: "stream", property: "default_push_notifications", value: true }]);
  await join(mia);
  await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["harbour"] }));
  await iris.ok(iris.patch(`/streams/${channel}`, { default_push_notifications: false }));
  await join(mia);
  await join(omar);
  expect([await pushIn(noah, channel), await pushIn(mia, channel), await pushIn(omar, channel)]).toEqual([
    ...[null, true, null],
  ]);
});

test("[channels 3] only administrators can set a channel's push notification default, including for new channels", async () => {
  const { by, noah } = await realmWithCallers();
  const channel = await makeChannel(noah, "harbour", [noah]);
  const set = (who: Person) => who.patch(`/streams/${channel}`, { default_push_notifications: true });
  const tried = await outcomes(set, by);
  expect([tried.owner, tried.administrator, tried.member]).toEqual(["ok", "ok", NOT_PERMITTED]);
  expect(await outcome(noah.patch(`/streams/${channel}`, { default_push_notifications: false }))).toBe(NOT_PERMITTED);
  const make = (who: Person, name: string) =>
    outcome(who.post("/channels/create", { name, subscribers: [noah.id], default_push_notifications: true }));
  expect([await make(noah, "his"), await make(by.owner, "hers")]).toEqual([NOT_PERMITTED, "ok"]);
  const { streams } = await noah.ok(noah.get("/streams"));
  const hers = streams.find((one: Json) => one.name === "hers");
  expect([hers.default_push_notifications, await pushIn(noah, hers.stream_id)]).toEqual([true, true]);
});
