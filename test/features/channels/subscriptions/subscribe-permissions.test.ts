import { expect, test } from "vitest";
import { makeChannel, NOT_PERMITTED, onlyFor, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import type { Person } from "../../../support/person.ts";

const ADMINISTRATORS = ["owner", "administrator"] as const;
const NON_GUESTS = ["owner", "administrator", "moderator", "member", "bot"] as const;
const NO_WEB = "BAD_REQUEST: Web-public channels are not enabled.";
const closed = (name: string) => `BAD_REQUEST: Unable to access channel (${name}).`;

test("[4.3] each kind of channel can be created only by roles with permission", async () => {
  const { by } = await realmWithCallers();
  const make = (settings: object) =>
    outcomes((who, name) => {
      const subscriptions = [{ name: `${name} ${JSON.stringify(settings)}`.slice(0, 60) }];
      return who.post("/users/me/subscriptions", { subscriptions, ...settings });
    }, by);
  expect(await make({})).toEqual(onlyFor(NON_GUESTS, NOT_PERMITTED));
  expect(await make({ invite_only: true })).toEqual(onlyFor(NON_GUESTS, NOT_PERMITTED));
  expect(await make({ is_default_stream: true })).toEqual(onlyFor(ADMINISTRATORS, NOT_PERMITTED));
  expect(await make({ message_retention_days: 30 })).toEqual({
    ...onlyFor(["owner"], "UNAUTHORIZED_PRINCIPAL: Must be an organization owner"),
    guest: NOT_PERMITTED,
  });
  expect(await make({ topics_policy: "disable_empty_topic" })).toEqual(onlyFor(NON_GUESTS, NOT_PERMITTED));
  const owners = 7;
  expect(await make({ can_delete_any_message_group: owners })).toEqual(
    onlyFor(["owner", "administrator", "moderator"], NOT_PERMITTED),
  );
  expect(await make({ is_web_public: true })).toEqual({ ...onlyFor([], NO_WEB), guest: NOT_PERMITTED });
  await by.owner.ok(by.owner.patch("/realm", { enable_spectator_access: true }));
  expect(await make({ is_web_public: true })).toEqual(onlyFor(["owner"], NOT_PERMITTED));
});

test("[4.3] no one can subscribe themselves to a private channel, and guests only to a web-public one", async () => {
  const { by, mia, iris } = await realmWithCallers();
  await makeChannel(mia, "public", []);
  await makeChannel(mia, "private", [mia], { invite_only: true });
  const join = (name: string) =>
    outcomes((who) => who.post("/users/me/subscriptions", { subscriptions: [{ name }] }), by);
  expect(await join("public")).toEqual(onlyFor(NON_GUESTS, closed("public")));
  expect(await join("private")).toEqual(onlyFor([], closed("private")));
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  await makeChannel(iris, "open", [], { is_web_public: true });
  expect(await join("open")).toEqual(onlyFor([...NON_GUESTS, "guest"], ""));
});

test("[4.3] can_subscribe_group and can_add_subscribers_group open a private channel, but never to guests", async () => {
  const { by, mia, noah, gus } = await realmWithCallers();
  const both = { direct_members: [noah.id, gus.id], direct_subgroups: [] };
  await makeChannel(mia, "one", [mia], { invite_only: true, can_subscribe_group: both });
  await makeChannel(mia, "two", [mia], { invite_only: true, can_add_subscribers_group: both });
  const join = (name: string) =>
    outcomes((who) => who.post("/users/me/subscriptions", { subscriptions: [{ name }] }), by);
  expect(await join("one")).toEqual(onlyFor(["member"], closed("one")));
  expect(await join("two")).toEqual(onlyFor(["member"], closed("two")));
});

test("[4.3] everyone except guests can subscribe other users to a public channel, unless the organization restricts it", async () => {
  const { by, mia, iris, more } = await realmWithCallers();
  await makeChannel(mia, "public", []);
  await makeChannel(mia, "private", [mia], { invite_only: true });
  const add = (name: string) =>
    outcomes(async (who) => {
      const { id } = await more();
      return who.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [id] });
    }, by);
  expect(await add("public")).toEqual(onlyFor(NON_GUESTS, closed("public")));
  expect(await add("private")).toEqual(onlyFor([], closed("private")));
  const nobody = 8;
  await iris.ok(iris.patch("/realm", { can_add_subscribers_group: { new: nobody } }));
  expect(await add("public")).toEqual({ ...onlyFor(ADMINISTRATORS, NOT_PERMITTED), guest: closed("public") });
});

test("[4.3] a channel's administrators, and users it permits, can add subscribers without the organization's permission", async () => {
  const { by, mia, iris, noah, mona, more } = await realmWithCallers();
  const nobody = 8;
  await iris.ok(iris.patch("/realm", { can_add_subscribers_group: { new: nobody } }));
  const group = (id: number) => ({ direct_members: [id], direct_subgroups: [] });
  const settings = { can_add_subscribers_group: group(noah.id), can_administer_channel_group: group(mona.id) };
  await makeChannel(mia, "public", [], settings);
  await makeChannel(mia, "private", [mia], { ...settings, invite_only: true });
  const add = (name: string) =>
    outcomes(async (who) => {
      const { id } = await more();
      return who.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [id] });
    }, by);
  expect(await add("public")).toEqual({
    ...onlyFor(["owner", "administrator", "moderator", "member"], NOT_PERMITTED),
    guest: closed("public"),
  });
  expect(await add("private")).toEqual(onlyFor(["member"], closed("private")));
});

test("[4.3] without permission to subscribe other users, the actor can subscribe only their own account and bots", async () => {
  const { by, iris, noah, mia } = await realmWithCallers();
  const nobody = 8;
  await iris.ok(iris.patch("/realm", { can_add_subscribers_group: { new: nobody } }));
  const add = (...people: readonly Person[]) =>
    outcome(
      noah.post("/users/me/subscriptions", {
        subscriptions: [{ name: "general" }],
        principals: people.map(({ id }) => id),
      }),
    );
  expect(await add(noah, mia)).toBe(NOT_PERMITTED);
  expect(await add(mia, by.bot)).toBe(NOT_PERMITTED);
  expect(await add(noah, by.bot)).toBe("ok");
});
