import { expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

const USER_KEYS = [
  "avatar_url",
  "avatar_version",
  "bot_owner_id",
  "bot_type",
  "date_joined",
  "delivery_email",
  "email",
  "full_name",
  "is_active",
  "is_admin",
  "is_bot",
  "is_deleted",
  "is_guest",
  "is_imported_stub",
  "is_owner",
  "role",
  "timezone",
  "user_id",
];

test("[4.21] GET /users/{id} returns all fields of a user", async () => {
  const { iris, noah } = await realm();
  const { user } = await noah.ok(noah.get(`/users/${iris.id}`));
  expect(Object.keys(user).sort()).toEqual(USER_KEYS);
  expect(user).toMatchObject({ is_owner: true, is_admin: true, role: 100, bot_type: null, avatar_url: null });
  const profile = await noah.ok(
    noah.get(`/users/${iris.id}`, { include_custom_profile_fields: true, client_gravatar: false }),
  );
  expect(profile.user.profile_data).toEqual({});
  expect(profile.user.avatar_url).toMatch(
    /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
  );
});

test("[4.21] a bot has an owner, a public email address, and no profile", async () => {
  const { noah, gus, bot } = await realm();
  const helper = await bot(noah, { bot_type: 2 });
  const { user } = await gus.ok(gus.get(`/users/${helper.id}`, { include_custom_profile_fields: true }));
  expect(user).toMatchObject({ is_bot: true, bot_type: 2, bot_owner_id: noah.id, delivery_email: user.email });
  expect(user).not.toHaveProperty("profile_data");
});

test("[4.21] GET /users/{id} refuses an unknown ID", async () => {
  const { noah } = await realm();
  const { status, body } = await noah.get("/users/99999");
  expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "No such user"]);
});

test("[4.22] a user is found by their real email if it is visible to the caller, and always by their dummy email", async () => {
  const { iris, noah, mia, host } = await realm();
  const dummy = `user${mia.id}@${host}`;
  const find = async (who: typeof noah, email: string) => (await who.get(`/users/${email}`)).body.user?.user_id;
  expect([await find(noah, mia.email), await find(noah, "MIA@Example.com"), await find(noah, dummy)]).toEqual(
    Array(3).fill(mia.id),
  );
  await mia.ok(mia.patch("/settings", { email_address_visibility: 3 }));
  expect([await find(noah, mia.email), await find(noah, dummy)]).toEqual([undefined, mia.id]);
  expect([await find(iris, mia.email), await find(mia, mia.email)]).toEqual([mia.id, mia.id]);
  expect((await noah.get("/users/nobody@example.com")).body.msg).toBe("No such user");
});

test.each([
  [1, ["iris", "omar", "mona", "noah", "gus"]],
  [2, ["iris", "omar", "mona", "noah"]],
  [5, ["iris", "omar", "mona"]],
  [3, ["iris", "omar"]],
  [4, []],
])("[users 4.3] email_address_visibility %i shows the real address to %j", async (visibility, seers) => {
  const cast = await realm();
  const { mia, host } = cast;
  await mia.ok(mia.patch("/settings", { email_address_visibility: visibility }));
  const api = visibility === 1 ? mia.email : `user${mia.id}@${host}`;
  for (const name of ["iris", "omar", "mona", "noah", "gus"] as const) {
    const viewer = cast[name];
    const { user } = await viewer.ok(viewer.get(`/users/${mia.id}`));
    const sees = (seers as string[]).includes(name);
    expect([name, user.delivery_email, user.email]).toEqual([name, sees ? mia.email : null, api]);
    // A viewer who can't see the address can't compute the Gravatar URL.
    expect(user.avatar_url === null, name).toBe(sees);
  }
  const own = await mia.ok(mia.get("/users/me"));
  expect([own.delivery_email, own.email]).toEqual([mia.email, api]);
});

test("[users 4.2] GET /users lists all users, including deactivated ones, but not the system bots", async () => {
  const cast = await realm();
  const { iris, noah, mia, gus, bot } = cast;
  const helper = await bot(noah);
  await iris.ok(iris.delete(`/users/${mia.id}`));
  const { members } = await gus.ok(gus.get("/users"));
  const people = [cast.iris, cast.omar, cast.mona, noah, mia, gus, helper].map((person) => person.id);
  expect(members.map((member: Json) => member.user_id)).toEqual(people);
  expect(members.find((member: Json) => member.user_id === mia.id).is_active).toBe(false);
  for (const member of members) expect(Object.keys(member).sort()).toEqual(USER_KEYS);
  const some = await gus.ok(gus.get("/users", { user_ids: [noah.id, 9999], include_custom_profile_fields: true }));
  expect(some.members.map((member: Json) => [member.user_id, member.profile_data])).toEqual([[noah.id, {}]]);
});

test("[users 4.2] GET /users returns the caller's own account with all fields", async () => {
  const { noah } = await realm();
  const { result: _, msg: __, ...own } = await noah.ok(noah.get("/users/me"));
  expect(Object.keys(own).sort()).toEqual(
    [...USER_KEYS, "max_message_id", "profile_data"]
      .filter((key) => !["bot_type", "bot_owner_id"].includes(key))
      .sort(),
  );
  expect(own.avatar_url).toContain("gravatar");
});

test("[register 4] realm_user lists active users, deactivated users and system bots separately", async () => {
  const { iris, noah, mia, gus } = await realm();
  await iris.ok(iris.delete(`/users/${mia.id}`));
  const state = await gus.ok(gus.post("/register", { fetch_event_types: ["realm_user"] }));
  const ids = (users: Json[]) => users.map((user) => user.user_id);
  expect(ids(state.realm_users)).toContain(noah.id);
  expect(ids(state.realm_users)).toEqual([...ids(state.realm_users)].sort((a, b) => a - b));
  expect(ids(state.realm_non_active_users)).toEqual([mia.id]);
  const shown = USER_KEYS.filter((key) => key !== "is_active");
  expect(Object.keys(state.realm_users[0]).sort()).toEqual([...shown, "profile_data"].sort());
  expect(state.cross_realm_bots.map((bot: Json) => [bot.full_name, bot.is_system_bot])).toEqual([
    ["Notification Bot", true],
    ["Welcome Bot", true],
  ]);
});

test.each([
  ["iris", { is_owner: true, is_admin: true, is_moderator: true, is_guest: false }],
  ["omar", { is_owner: false, is_admin: true, is_moderator: true, is_guest: false }],
  ["mona", { is_owner: false, is_admin: false, is_moderator: true, is_guest: false }],
  ["noah", { is_owner: false, is_admin: false, is_moderator: false, is_guest: false }],
  ["gus", { is_owner: false, is_admin: false, is_moderator: false, is_guest: true }],
] as const)("[register 4] realm_user has the role fields and permissions of %s", async (name, roles) => {
  const cast = await realm();
  const state = await cast[name].ok(cast[name].post("/register", { fetch_event_types: ["realm_user"] }));
  const creates = name !== "gus";
  expect(state).toMatchObject({
    ...roles,
    user_id: cast[name].id,
    email: cast[name].email,
    delivery_email: cast[name].email,
    avatar_source: "G",
    avatar_url: expect.stringContaining("gravatar"),
    avatar_url_medium: expect.stringContaining("s=500"),
    can_create_public_streams: creates,
    can_create_private_streams: creates,
    can_create_web_public_streams: name === "iris",
    can_create_streams: creates,
    can_invite_others_to_realm: creates,
    can_subscribe_other_users: creates,
  });
});
