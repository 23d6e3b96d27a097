import { describe, expect, test } from "vitest";
import type { ClaimRules } from "../../../../src/config/login-providers.ts";
import { grantedBy, lacksClaims } from "../../../../src/features/people/sso-login/providers/granted.ts";
import { Browser } from "../../../support/browser.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { succeeds } from "../../../support/log-in.ts";
import type { Json, Person } from "../../../support/person.ts";
import { verified } from "../sso-login/with-provider.ts";
import { entryOf, passThrough, type World, whoIs, withServices } from "./with-connection.ts";

const RULES = [
  { value: "chat-admins", role: "administrator" },
  { value: "chat-moderators", role: "moderator" },
  { value: "externals", role: "guest" },
];

const roleOf = async ({ iris }: World, { id }: Person) => (await iris.ok(iris.get(`/users/${id}`))).user.role;

const membersOf = async (iris: Person, group: number): Promise<number[]> =>
  (await iris.ok(iris.get(`/user_groups/${group}/members`, { direct_member_only: true }))).members;

const withClaims = (person: Person, claims: Json, more: object = {}) => verified(person.email, { claims, ...more });

test("[security 19.9] each login updates the role according to the claims, and the log names the connection", () =>
  withServices(async (world) => {
    const { noah, connect, enter } = world;
    const { id } = await connect({ role_claim: "groups", role_rules: RULES });
    const roles: number[] = [];
    const [events = []] = await eventsDuring([noah], async () => {
      for (const groups of [["chat-moderators", "staff"], ["chat-admins", "externals"], ["staff"], ["externals"], []]) {
        const { browser } = await enter(withClaims(noah, { groups }));
        expect(await whoIs(browser)).toBe(noah.id);
        roles.push(await roleOf(world, noah));
      }
    });
    expect(roles).toEqual([300, 200, 400, 600, 400]);
    expect(events.filter(({ type }) => type === "realm_user").map(({ person }) => person.role)).toEqual(roles);
    expect(await entryOf(world, "user.role_changed")).toMatchObject({
      actor: { type: "login_connection", id, name: "Acme" },
      entity: { type: "user", id: `${noah.id}` },
      details: { before: "guest", after: "member" },
    });
  }));

test("[security 19.9] logins never grant the owner role, nor change an owner's role", () =>
  withServices(async (world) => {
    const { iris, owner, connect, enter } = world;
    const { id } = await connect({ role_claim: "groups", role_rules: RULES, role_otherwise: "guest" });
    for (const groups of [["chat-admins"], ["externals"], []]) {
      await enter(withClaims(iris, { groups }, { sub: "iris" }));
      expect(await roleOf(world, iris)).toBe(100);
    }
    const path = `/realm/login_connections/${id}`;
    const refused = await owner.ask("PATCH", path, { role_rules: [{ value: "x", role: "owner" }] });
    expect(refused.status).toBe(400);
  }));

test("logins add users to groups and remove them according to the rules, and leave other groups unchanged", () =>
  withServices(async (world) => {
    const { iris, noah, mia, connect, enter } = world;
    const [tea, cake, other] = [
      await makeGroup(iris, "tea", [mia]),
      await makeGroup(iris, "cake", []),
      await makeGroup(iris, "other", [noah]),
    ];
    const group_rules = [
      { value: "T", group_id: tea },
      { value: "C", group_id: cake },
      { value: "C2", group_id: cake },
    ];
    const { id } = await connect({ group_claim: "resource_access.parley.roles", group_rules });
    const claims = (...roles: string[]) => ({ resource_access: { parley: { roles } } });
    const [events = []] = await eventsDuring(
      [noah],
      async () => void (await enter(withClaims(noah, claims("T", "C2")))),
    );
    expect(events.map(({ type, op, group_id }) => [type, op, group_id])).toEqual([
      ["user_group", "add_members", tea],
      ["user_group", "add_members", cake],
    ]);
    expect(await entryOf(world, "group.member_added")).toMatchObject({
      actor: { type: "login_connection", id },
      details: { users: [noah.id] },
    });
    await enter(withClaims(noah, claims("C")));
    expect(await membersOf(iris, tea)).toEqual([mia.id]);
    expect(await membersOf(iris, cake)).toEqual([noah.id]);
    expect(await membersOf(iris, other)).toEqual([noah.id]);
    expect(await entryOf(world, "group.member_removed")).toMatchObject({ actor: { type: "login_connection", id } });
    expect(await roleOf(world, noah)).toBe(400);
  }));

test("a new account starts with the role and the groups of its claims", () =>
  withServices(async (world) => {
    const { iris, host, provider, connect } = world;
    await iris.ok(iris.patch("/realm", { invite_required: false }));
    const group = await makeGroup(iris, "tea", []);
    const rules = { role_claim: "groups", role_rules: RULES, group_claim: "groups" };
    const { provider: id } = await connect({ ...rules, group_rules: [{ value: "externals", group_id: group }] });
    provider.become(verified("new@example.com", { claims: { groups: ["externals"] } }));
    const browser = new Browser(host);
    await passThrough(browser, provider, id);
    expect((await browser.fetch("POST", `/complete/${id}/`, { full_name: "Nina New" })).status).toBe(302);
    const me = await succeeds(browser.ask("GET", "/users/me"));
    expect(me.role).toBe(600);
    expect((await succeeds(browser.ask("GET", "/users/me/subscriptions"))).subscriptions).toEqual([]);
    expect(await membersOf(iris, group)).toEqual([me.user_id]);
  }));

test("claims missing in the ID token are fetched from the userinfo endpoint", () =>
  withServices(async (world) => {
    const { noah, connect, enter } = world;
    await connect({ role_claim: "roles", role_rules: [{ value: "boss", role: "administrator" }] });
    const told = { sub: "1", email: noah.email, email_verified: true };
    await enter({ ...verified(noah.email), userinfo: { ...told, roles: ["boss"] } });
    expect(await roleOf(world, noah)).toBe(200);
  }));

test("a rule is refused if it has no claim, or names a system group or an unknown group", () =>
  withServices(async ({ iris, owner, connect }) => {
    const { id } = await connect();
    const ask = async (fields: Json) =>
      (await owner.ask("PATCH", `/realm/login_connections/${id}`, fields)).body.msg as string;
    const [tea] = [await makeGroup(iris, "tea", [])];
    const { realm_user_groups: groups } = await iris.ok(
      iris.post("/register", { fetch_event_types: ["realm_user_groups"] }),
    );
    const system = groups.find(({ is_system_group }: Json) => is_system_group).id;
    const group_claim = "groups";
    expect(await ask({ role_rules: RULES })).toBe("Name the claim that the rules are about.");
    expect(await ask({ group_rules: [{ value: "x", group_id: tea }] })).toBe(
      "Name the claim that the rules are about.",
    );
    expect(await ask({ group_claim, group_rules: [{ value: "x", group_id: system }] })).toBe(
      "A login can't give this user group.",
    );
    expect(await ask({ group_claim, group_rules: [{ value: "x", group_id: 99_999 }] })).toBe("Invalid user group");
    expect(await ask({ group_claim, group_rules: [{ value: "x", group_id: tea }] })).toBe("");
    await iris.ok(iris.post(`/user_groups/${tea}/deactivate`));
    expect(await ask({ name: "Another" })).toBe("");
  }));

const rules: ClaimRules = {
  role_claim: "a.b",
  role_rules: [
    { value: "x", role: "guest" },
    { value: "7", role: "moderator" },
  ],
  role_otherwise: "member",
  group_claim: "",
  group_rules: [],
};

describe("grantedBy", () => {
  test.each([
    ["a claim named by a path", { a: { b: ["x"] } }, "guest"],
    ["a claim whose name has a dot", { "a.b": "x", a: { b: ["7"] } }, "guest"],
    ["a number, choosing the highest role", { a: { b: ["x", 7] } }, "moderator"],
    ["a missing claim", {}, "member"],
    ["a claim that is null", { a: null }, "member"],
    ["nested values, which are ignored", { a: { b: [["x"], { x: "x" }] } }, "member"],
    ["a value that is only part of a text", { a: { b: "x y" } }, "member"],
    ["values beyond the first 1000", { a: { b: [...Array(1000).fill("y"), "x"] } }, "member"],
  ])("returns the role for %s", (_, claims, role) => expect(grantedBy(rules, claims)).toEqual({ role }));

  test("does not change the role if the provider omitted the claims", () => {
    const left = { _claim_names: { groups: "src1" } };
    expect(grantedBy({ ...rules, role_claim: "groups" }, left)).toEqual({});
    expect(grantedBy({ ...rules, role_claim: "groups" }, { hasgroups: true })).toEqual({});
  });

  test("can leave the role unchanged", () => {
    expect(grantedBy({ ...rules, role_otherwise: "unchanged" }, {})).toEqual({});
  });

  test("does not need claims that no rule uses", () => {
    expect(lacksClaims({ ...rules, role_rules: [] }, {})).toBe(false);
    expect(lacksClaims(rules, {})).toBe(true);
    expect(grantedBy(null, {})).toBeUndefined();
  });
});
