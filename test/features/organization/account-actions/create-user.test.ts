import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds } from "../../../support/groups.ts";
import { PASSWORD, realm, shared } from "../../../support/organization.ts";
import { until } from "../../../support/until.ts";

const NEW = { email: "nina@example.com", full_name: "Nina New", password: PASSWORD };

test("[4.18] POST /users creates an account, and sends the events in the order that clients rely on", async () => {
  const { iris, noah } = await realm();
  let user_id = 0;
  const [seen = []] = await eventsDuring([noah], async () => {
    ({ user_id } = await iris.ok(iris.post("/users", NEW)));
  });
  const groups = await groupIds(noah);
  expect(seen.map(({ type, op, group_id }) => [type, op, group_id])).toEqual([
    ["realm_user", "add", undefined],
    ["user_group", "add_members", groups["role:members"]],
    ["user_group", "add_members", groups["role:fullmembers"]],
    ["subscription", "peer_add", undefined],
  ]);
  expect(seen[0].person).toEqual({
    user_id,
    email: "nina@example.com",
    delivery_email: "nina@example.com",
    full_name: "Nina New",
    date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    is_active: true,
    is_imported_stub: false,
    is_deleted: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    timezone: "",
    avatar_url: expect.stringContaining("https://secure.gravatar.com/avatar/"),
    avatar_version: 1,
    profile_data: {},
  });
});

test("[4.18] a new account can log in with its password", async () => {
  const { iris } = await realm();
  const { user_id } = await iris.ok(iris.post("/users", NEW));
  const login = await iris.ok(iris.post("/fetch_api_key", { username: NEW.email, password: NEW.password }));
  expect(login).toMatchObject({ user_id, email: NEW.email, api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/) });
});

test("[4.18] two requests at the same time don't create two accounts with a name that has to be unique", async () => {
  const { iris } = await realm();
  await iris.ok(iris.patch("/realm", { require_unique_names: true }));
  const answers = await Promise.all(
    ["nina@example.com", "nora@example.com"].map((email) => iris.post("/users", { ...NEW, email })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

const sharedRealm = shared(realm);

test.each([
  [{ email: "iris@example.com" }, "Email is already in use."],
  [{ email: "IRIS@Example.com" }, "Email is already in use."],
  [{ email: "no address" }, "Enter a valid email address."],
  [{ email: "someone@mailinator.com" }, "Disposable email addresses are not allowed in this organization"],
  [{ full_name: "x" }, "Name too short!"],
  [{ full_name: `${"x".repeat(101)}` }, "Name too long!"],
  [{ full_name: "Ni*na" }, "Invalid characters in name!"],
  [{ full_name: "Nina\u0007" }, "Invalid characters in name!"],
  [{ full_name: "Nina|12" }, "Invalid format!"],
  [{ password: "short" }, "New password is too weak!"],
  [{ password: "123456" }, "New password is too weak!"],
  [{ password: "zulip123" }, "New password is too weak!"],
  [{ password: undefined }, "Missing 'password' argument"],
])("[4.18] [security 1.5] creating an account with %j is refused", async (wrong, msg) => {
  const { iris } = await sharedRealm();
  const { status, body } = await iris.post("/users", { ...NEW, ...wrong });
  expect([status, body.msg]).toEqual([400, msg]);
});

test("[4.18] a new account's name is trimmed, and must be unique only if the organization requires it", async () => {
  const { iris } = await realm();
  const { user_id } = await iris.ok(iris.post("/users", { ...NEW, full_name: "  Nina New " }));
  expect((await iris.ok(iris.get(`/users/${user_id}`))).user.full_name).toBe("Nina New");
  await iris.ok(iris.post("/users", { ...NEW, email: "second@example.com" }));
  await iris.ok(iris.patch("/realm", { require_unique_names: true }));
  const third = await iris.post("/users", { ...NEW, email: "third@example.com", full_name: "nina new" });
  expect(third.body.msg).toBe("Unique names required in this organization.");
});

test("[users 1] system bots are in no system group, even after full members are recalculated", async () => {
  const { iris } = await realm();
  const { cross_realm_bots } = await iris.ok(iris.post("/register", { fetch_event_types: ["realm_user"] }));
  const bots = new Set(cross_realm_bots.map((bot: { user_id: number }) => bot.user_id));
  for (const waiting_period_threshold of [3, 0]) await iris.ok(iris.patch("/realm", { waiting_period_threshold }));
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  const members = user_groups.flatMap((group: { members: number[] }) => group.members);
  expect(members).toContain(iris.id);
  expect(members.filter((id: number) => bots.has(id))).toEqual([]);
});

test("[users 1] a new member becomes a full member after the organization's waiting period", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.patch("/realm", { waiting_period_threshold: 3 }));
  const { user_id } = await iris.ok(iris.post("/users", NEW));
  const full = async () => {
    const { user_groups } = await iris.ok(iris.get("/user_groups"));
    return user_groups.find((group: { name: string }) => group.name === "role:fullmembers").members;
  };
  expect(await full()).not.toContain(user_id);
  expect(await full()).not.toContain(noah.id);
  const queue = await noah.queue({ event_types: ["user_group"], queue_lifespan_secs: 604_800 });
  await iris.ok(iris.post("/testing/clock", { advance_ms: 2 * 86_400_000 }));
  expect(await full()).not.toContain(user_id);
  await iris.ok(iris.post("/testing/clock", { advance_ms: 86_400_000 + 1000 }));
  const [promotion] = await queue.poll();
  expect(promotion).toMatchObject({
    type: "user_group",
    op: "add_members",
    user_ids: expect.arrayContaining([user_id]),
  });
  expect(await full()).toContain(user_id);
  // No other member waits when this one is created.
  const later = await iris.ok(iris.post("/users", { ...NEW, email: "later@example.com", full_name: "Later" }));
  await iris.ok(iris.post("/testing/clock", { advance_ms: 3 * 86_400_000 + 1000 }));
  await until(async () => expect(await full()).toContain(later.user_id));
});
