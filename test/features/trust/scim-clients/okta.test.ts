import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import type { Json, Person } from "../../../support/person.ts";
import type { OktaProfile } from "./okta.ts";
import { idsOf, refusal, resource, URN } from "./scim-client.ts";
import { accountOf, fill, groupOf, oktaStand, personOf } from "./stand.ts";

const JANE: OktaProfile = {
  login: "Jane.Smith@example.com",
  firstName: "Jane",
  lastName: "Smith",
  externalId: "00ujl29u0le5T6Aj10h7",
};
const JOHN: OktaProfile = {
  login: "john.doe@example.com",
  firstName: "John",
  lastName: "Doe",
  externalId: "00ujl29u0le5T6Aj10h8",
};

test("Okta's connection test finds the existing accounts, and an empty list of groups", async () => {
  const { okta } = await oktaStand();
  const [users, groups] = await okta.test();
  expect(users.status).toBe(200);
  expect(users.body).toMatchObject({ schemas: [URN.list], startIndex: 1, itemsPerPage: 2, totalResults: 6 });
  for (const user of users.body.Resources) {
    expect(user).toMatchObject({
      schemas: expect.arrayContaining([URN.user]),
      id: expect.stringMatching(/^\d+$/),
      userName: expect.stringContaining("@"),
      active: true,
      meta: { resourceType: "User", location: expect.stringMatching(new RegExp(`/scim/v2/Users/${user.id}$`)) },
    });
  }
  expect([groups.status, groups.body.totalResults, groups.body.Resources ?? []]).toEqual([200, 0, []]);
});

test("Okta imports 250 accounts in pages, in the same id order each time", async () => {
  const { okta, iris } = await oktaStand();
  await fill(iris, 244);
  const pages = await okta.import("Users");
  expect(pages.map(({ startIndex, itemsPerPage, totalResults }) => [startIndex, itemsPerPage, totalResults])).toEqual([
    [1, 100, 250],
    [101, 100, 250],
    [201, 50, 250],
  ]);
  const ids = pages.flatMap(idsOf);
  expect(new Set(ids).size).toBe(250);
  expect(ids.map(Number)).toEqual(ids.map(Number).sort((a, b) => a - b));
  expect((await okta.import("Users")).flatMap(idsOf)).toEqual(ids);
  const page = async (query: string) => {
    const body = await resource(okta.get(`/Users?${query}`));
    return [body.startIndex, body.itemsPerPage, body.totalResults, idsOf(body)[0]];
  };
  expect(await page("startIndex=250&count=100")).toEqual([250, 1, 250, ids[249]]);
  expect((await page("startIndex=251&count=100")).slice(1)).toEqual([0, 250, undefined]);
  expect(await page("startIndex=0&count=5")).toEqual([1, 5, 250, ids[0]]);
  expect(await page("startIndex=-7&count=5")).toEqual([1, 5, 250, ids[0]]);
  expect(await page("count=1000")).toEqual([1, 200, 250, ids[0]]);
  expect(await page("")).toEqual([1, 100, 250, ids[0]]);
  expect((await page("count=0")).slice(1)).toEqual([0, 250, undefined]);
  expect((await page("count=-1")).slice(1)).toEqual([0, 250, undefined]);
});

test("Okta creates an account, users get an event about it, and its password doesn't work for login", async () => {
  const { okta, iris, noah, host } = await oktaStand();
  expect(await okta.find(JANE.login)).toBeUndefined();
  let made: Json;
  const [, seen = []] = await eventsDuring([iris, noah], async () => {
    made = await okta.create(JANE);
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    schemas: expect.arrayContaining([URN.user]),
    userName: "Jane.Smith@example.com",
    name: { givenName: "Jane", familyName: "Smith" },
    displayName: "Jane Smith",
    emails: [{ value: expect.stringMatching(/^jane\.smith@example\.com$/i), primary: true }],
    externalId: JANE.externalId,
    active: true,
    meta: { resourceType: "User", created: expect.any(String), lastModified: expect.any(String) },
  });
  expect(JSON.stringify(made.body)).not.toContain("1mz050nq");
  expect(seen.filter(({ type }) => type === "realm_user")).toMatchObject([{ op: "add" }]);
  const account = await accountOf(iris, made.body.id);
  expect(account).toMatchObject({ full_name: "Jane Smith", is_active: true, role: 400, is_bot: false });
  expect(account.delivery_email.toLowerCase()).toBe("jane.smith@example.com");
  expect((await okta.find("jane.smith@EXAMPLE.com")).id).toBe(made.body.id);
  expect(await resource(okta.get(`/Users/${made.body.id}`))).toEqual(made.body);
  const login = await noah.post("/fetch_api_key", { username: JANE.login, password: "1mz050nq" });
  expect(login.body.result).toBe("error");
  const { mails } = await iris.ok(iris.get("/dev/mail"));
  expect(mails.filter(({ to }: Json) => /jane/i.test(to))).toEqual([]);
  const jane = await personOf(host, account.delivery_email);
  await jane.ok(jane.get("/users/me"));
});

test("an account that exists already is refused with 409, regardless of the case of its name", async () => {
  const { okta } = await oktaStand();
  const { id } = await okta.assign(JANE);
  const again = okta.create({ ...JANE, login: JANE.login.toUpperCase(), externalId: "00uother" });
  expect(await refusal(again)).toEqual([409, "uniqueness"]);
  expect(await refusal(okta.create({ ...JOHN, externalId: JANE.externalId }))).toEqual([409, "uniqueness"]);
  const { totalResults } = await resource(okta.filter("Users", `externalId eq "${JANE.externalId}"`));
  expect(totalResults).toBe(1);
  expect((await okta.assign(JANE)).id).toBe(id);
});

test("an existing account is linked when Okta finds it by email and updates it, or by the first POST", async () => {
  const { okta, iris, noah, mia } = await oktaStand();
  const profile = { login: noah.email, firstName: "Noah", lastName: "Linked", externalId: "00unoah" };
  const linked = await okta.assign(profile);
  expect(linked).toMatchObject({ id: String(noah.id), externalId: "00unoah" });
  expect((await accountOf(iris, linked.id)).full_name).toBe("Noah Linked");
  await noah.ok(noah.get("/users/me"));
  const other = { login: mia.email, firstName: "Mia", lastName: "Example", externalId: "00umia" };
  const posted = await okta.create(other);
  expect([posted.status, posted.body.id]).toEqual([201, String(mia.id)]);
  expect(await refusal(okta.create({ ...other, externalId: "00uagain" }))).toEqual([409, "uniqueness"]);
  expect((await resource(okta.get("/Users?count=0"))).totalResults).toBe(6);
});

test("a name that Okta merges into a profile replaces the previous full name", async () => {
  const { okta, iris, noah } = await oktaStand();
  const { id } = await okta.assign(JANE);
  const [, seen = []] = await eventsDuring([iris, noah], async () => {
    const put = await okta.push(id, { ...JANE, firstName: "Another", lastName: "Name" });
    expect([put.status, put.body.id]).toEqual([200, id]);
    expect(put.body).toMatchObject({ name: { givenName: "Another", familyName: "Name" }, displayName: "Another Name" });
  });
  expect((await accountOf(iris, id)).full_name).toBe("Another Name");
  expect(seen).toMatchObject([{ type: "realm_user", op: "update", person: { full_name: "Another Name" } }]);
});

test("an email that Okta replaces takes effect immediately, and the previous address is notified", async () => {
  const { okta, iris } = await oktaStand();
  const { id } = await okta.assign(JOHN);
  const { status } = await okta.push(id, { ...JOHN, login: "john.new@example.com" });
  expect(status).toBe(200);
  expect((await accountOf(iris, id)).delivery_email).toBe("john.new@example.com");
  expect((await okta.find("john.new@example.com")).id).toBe(id);
  expect(await okta.find(JOHN.login)).toBeUndefined();
  const { mails } = await iris.ok(iris.get("/dev/mail"));
  expect(mails.filter(({ to }: Json) => to.includes(JOHN.login))).toHaveLength(1);
});

test("a profile that Okta sends again changes nothing and sends no event", async () => {
  const { okta, iris, noah } = await oktaStand();
  const { id } = await okta.assign(JANE);
  await okta.push(id, JANE);
  const before = await resource(okta.get(`/Users/${id}`));
  const [seen] = await eventsDuring([iris, noah], () => okta.push(id, JANE));
  expect(seen).toEqual([]);
  expect(await resource(okta.get(`/Users/${id}`))).toEqual(before);
});

/** The two ways Okta unassigns a user from an app. */
const WAYS = {
  "PATCH without a path": (okta: Json, id: string, active: boolean) => okta.setActive(id, active),
  PUT: (okta: Json, id: string, active: boolean) => okta.push(id, JANE, active),
};

test.each(Object.entries(WAYS))(
  "Okta deactivates an account by %s, still finds it, and reactivates it",
  async (_, set) => {
    const { okta, iris, noah, host } = await oktaStand();
    const { id } = await okta.assign(JANE);
    const jane = await personOf(host, (await accountOf(iris, id)).delivery_email);
    const [, seen = []] = await eventsDuring([iris, noah], async () => {
      expect([200, 204]).toContain((await set(okta, id, false)).status);
    });
    expect(seen[0]).toMatchObject({ type: "realm_user", op: "update", person: { is_active: false } });
    expect((await jane.get("/users/me")).body.code).toBe("USER_DEACTIVATED");
    expect((await okta.find(JANE.login)).active).toBe(false);
    expect((await resource(okta.filter("Users", "active eq false"))).Resources.map(({ id: one }: Json) => one)).toEqual(
      [id],
    );
    const [, again = []] = await eventsDuring([iris, noah], async () => {
      expect([200, 204]).toContain((await set(okta, id, true)).status);
    });
    expect(again[0]).toMatchObject({ type: "realm_user", op: "update", person: { is_active: true } });
    expect((await accountOf(iris, id)).is_active).toBe(true);
    expect((await resource(okta.get(`/Users/${id}`))).active).toBe(true);
    // The previous key stays revoked.
    expect((await jane.get("/users/me")).status).toBe(401);
  },
);

const membersOf = async (who: Person, id: string) => (await groupOf(who, id)).members.map(String);

test("Okta pushes a group, fills it, renames it without changing members, and removes members", async () => {
  const { okta, iris, noah } = await oktaStand();
  const [jane, john] = [await okta.assign(JANE), await okta.assign(JOHN)];
  let team: Json;
  const [, made = []] = await eventsDuring([iris, noah], async () => {
    team = await okta.pushGroup("Test SCIMv2");
  });
  expect(team).toMatchObject({ schemas: [URN.group], displayName: "Test SCIMv2", meta: { resourceType: "Group" } });
  expect(made).toMatchObject([{ type: "user_group", op: "add", group: { name: "Test SCIMv2" } }]);
  expect((await okta.pushGroup("Test SCIMv2")).id).toBe(team.id);
  const [, filled = []] = await eventsDuring([iris, noah], () =>
    okta.changeMembers(team.id, { remove: [], add: [jane, john] }),
  );
  expect(filled).toMatchObject([{ type: "user_group", op: "add_members" }]);
  expect(await membersOf(noah, team.id)).toEqual([jane.id, john.id]);
  const [, renamed = []] = await eventsDuring([iris, noah], async () => {
    expect([200, 204]).toContain((await okta.rename(team.id, "Renamed team")).status);
  });
  expect(renamed).toMatchObject([{ type: "user_group", op: "update", data: { name: "Renamed team" } }]);
  expect(await membersOf(noah, team.id)).toEqual([jane.id, john.id]);
  expect([200, 204]).toContain((await okta.changeMembers(team.id, { remove: [jane], add: [] })).status);
  expect(await membersOf(noah, team.id)).toEqual([john.id]);
  await resource(okta.changeMembers(team.id, { remove: [john], add: [jane] }));
  expect(await membersOf(noah, team.id)).toEqual([jane.id]);
  await resource(okta.pushMembers(team.id, [jane, john]));
  expect(await membersOf(noah, team.id)).toEqual([jane.id, john.id]);
  const { groups } = await resource(okta.get(`/Users/${jane.id}`));
  expect(groups).toMatchObject([{ value: team.id, display: "Renamed team" }]);
  await resource(okta.pushMembers(team.id, []));
  expect(await membersOf(noah, team.id)).toEqual([]);
});

test("Okta's client reads groups with their members page by page", async () => {
  const { okta } = await oktaStand();
  const jane = await okta.assign(JANE);
  const team = await okta.pushGroup("One", [jane]);
  await okta.pushGroup("Two");
  const [page] = await okta.import("Groups");
  expect(page.Resources.map(({ displayName }: Json) => displayName)).toEqual(["One", "Two"]);
  expect(page.Resources[0].members).toMatchObject([{ value: jane.id }]);
  expect((await resource(okta.get(`/Groups/${team.id}`))).members).toMatchObject([
    { value: jane.id, type: "User", $ref: expect.stringContaining(`/scim/v2/Users/${jane.id}`) },
  ]);
  const custom = await okta.put(`/Groups/${team.id}`, { schemas: [URN.group], displayName: "Uno", members: [] });
  expect([custom.status, custom.body.displayName, custom.body.members ?? []]).toEqual([200, "Uno", []]);
});

test("a group that Okta unlinks is emptied and deleted, and its name can be pushed again", async () => {
  const { okta, iris, noah } = await oktaStand();
  const jane = await okta.assign(JANE);
  const team = await okta.pushGroup("Team", [jane]);
  await eventsDuring([iris, noah], async () => {
    expect((await okta.unlink(team.id)).status).toBe(204);
  });
  expect((await okta.get(`/Groups/${team.id}`)).status).toBe(404);
  expect((await okta.unlink(team.id)).status).toBe(404);
  expect((await resource(okta.get("/Groups"))).totalResults).toBe(0);
  const left = await groupOf(noah, team.id);
  expect([left.members, left.deactivated]).toEqual([[], true]);
  expect((await resource(okta.get(`/Users/${jane.id}`))).groups ?? []).toEqual([]);
  const again = await okta.pushGroup("Team", [jane]);
  expect(await membersOf(noah, again.id)).toEqual([jane.id]);
});
