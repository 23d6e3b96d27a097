import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const add = async (who: Person, field: object): Promise<number> =>
  (await who.ok(who.post("/realm/profile_fields", field))).id;
const write = (who: Person, id: number, value: unknown) =>
  who.patch("/users/me/profile_data", { data: [{ id, value }] });
const profile = async (who: Person, of: Person): Promise<Json> =>
  (await who.ok(who.get(`/users/${of.id}`, { include_custom_profile_fields: true }))).user.profile_data;

describe("[users 6] a value of a profile field", () => {
  test("[users 4.3] cannot name a user hidden from a limited guest, and the error reveals nothing about that user", async () => {
    const { iris, noah, mia, gus } = await realm();
    const id = await add(iris, { field_type: 6, name: "Mentor" });
    await noah.ok(noah.post("/messages", { type: "direct", to: [gus.id], content: "hello" }));
    await givePermission(iris, "can_access_all_users_group", "role:members");
    await gus.ok(gus.delete("/users/me/subscriptions", { subscriptions: ["general"] }));
    await iris.ok(iris.delete(`/users/${mia.id}`));
    for (const hidden of [iris.id, mia.id])
      expect((await write(gus, id, [hidden])).body.msg).toBe(`Invalid user ID: ${hidden}`);
    await gus.ok(write(gus, id, [noah.id]));
    await iris.ok(iris.patch(`/users/${gus.id}`, { profile_data: [{ id, value: [iris.id] }] }));
  });

  test("is sent to all users in an event, and is in every response with the user", async () => {
    const { iris, noah, mia, gus } = await realm();
    const id = await add(iris, { field_type: 1, name: "Motto" });
    const rendered_value = "<p><strong>Onward</strong></p>";
    const all = await eventsDuring([noah, mia, gus], () => noah.ok(write(noah, id, "**Onward**")));
    for (const events of all) {
      const custom_profile_field = { id, value: "**Onward**", rendered_value };
      const person = { user_id: noah.id, custom_profile_field };
      expect(events).toEqual([{ type: "realm_user", op: "update", person, id: expect.any(Number) }]);
    }
    const expected = { [id]: { value: "**Onward**", rendered_value } };
    expect(await profile(mia, noah)).toEqual(expected);
    expect((await noah.ok(noah.get("/users/me"))).profile_data).toEqual(expected);
    const { members } = await mia.ok(mia.get("/users", { include_custom_profile_fields: true }));
    expect(members.find((one: Json) => one.user_id === noah.id).profile_data).toEqual(expected);
    const some = await mia.ok(mia.get("/users", { include_custom_profile_fields: true, user_ids: [noah.id] }));
    expect(some.members[0].profile_data).toEqual(expected);
    const { realm_users } = await mia.ok(mia.post("/register", { fetch_event_types: ["realm_user"] }));
    expect(realm_users.find((one: Json) => one.user_id === noah.id).profile_data).toEqual(expected);
    expect((await mia.ok(mia.get("/users"))).members[0]).not.toHaveProperty("profile_data");
  });

  test("[security 18.2] set by someone else is in the audit log, with the old and the new value", async () => {
    const { iris, omar, noah } = await realm();
    const [title, motto] = [
      await add(iris, { field_type: 1, name: "Title" }),
      await add(iris, { field_type: 1, name: "Motto" }),
    ];
    await noah.ok(write(noah, motto, "Onward"));
    const { checkpoint } = await iris.ok(iris.get("/audit_log"));
    const fill = (who: Person, of: Person, values: Record<number, string>) => {
      const profile_data = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }));
      return who.ok(who.patch(`/users/${of.id}`, { profile_data }));
    };
    await fill(omar, noah, { [title]: "Chief", [motto]: "Onward" });
    await fill(omar, noah, { [title]: "Chief", [motto]: "" });
    await fill(omar, omar, { [title]: "Boss" });
    const { entries } = await iris.ok(iris.get("/audit_log", { after_id: checkpoint.size }));
    const common = { action: "user.profile_changed_by_other", by: omar.id, of: String(noah.id) };
    expect(
      entries.map(({ action, actor, entity, details }: Json) => ({ action, by: actor.id, of: entity.id, details })),
    ).toEqual([
      { ...common, details: { name: "Title", before: null, after: "Chief" } },
      { ...common, details: { name: "Motto", before: "Onward", after: null } },
    ]);
  });

  test("is sent only if it has changed", async () => {
    const { iris, noah, mia } = await realm();
    const id = await add(iris, { field_type: 1, name: "Motto" });
    await noah.ok(write(noah, id, "Onward"));
    expect(await eventsDuring([mia], () => noah.ok(write(noah, id, "Onward")))).toEqual([[]]);
  });

  test.each([
    ["an empty text", ""],
    ["null", null],
    ["an empty list", []],
  ])("is removed by %s", async (_, nothing) => {
    const { iris, noah, mia } = await realm();
    const id = await add(iris, { field_type: 6, name: "Boss" });
    await noah.ok(write(noah, id, [iris.id]));
    const [events = []] = await eventsDuring([mia], () => noah.ok(write(noah, id, nothing)));
    expect(events).toMatchObject([{ person: { user_id: noah.id, custom_profile_field: { id, value: null } } }]);
    expect(await profile(mia, noah)).toEqual({});
  });

  test("is deleted by a DELETE request, and together with its field", async () => {
    const { iris, noah, mia } = await realm();
    const one = await add(iris, { field_type: 1, name: "One" });
    const two = await add(iris, { field_type: 1, name: "Two" });
    const data = [one, two].map((id) => ({ id, value: "x" }));
    await noah.ok(noah.patch("/users/me/profile_data", { data }));
    const remove = () => noah.ok(noah.delete("/users/me/profile_data", { data: [one] }));
    expect((await eventsDuring([mia], remove))[0]).toMatchObject([
      { person: { custom_profile_field: { id: one, value: null } } },
    ]);
    expect(await eventsDuring([mia], remove)).toEqual([[]]);
    await eventsDuring([mia, noah], () => iris.ok(iris.delete(`/realm/profile_fields/${two}`)));
    expect(await profile(mia, noah)).toEqual({});
  });

  test("is deleted when it is no longer among the choices", async () => {
    const { iris, noah, mia } = await realm();
    const [a, b] = [
      { text: "A", order: "1" },
      { text: "B", order: "2" },
    ];
    const id = await add(iris, { field_type: 3, name: "Letter", field_data: { a, b } });
    await noah.ok(write(noah, id, "a"));
    await mia.ok(write(mia, id, "b"));
    const change = () => iris.ok(iris.patch(`/realm/profile_fields/${id}`, { field_data: { b } }));
    const [events = []] = await eventsDuring([mia], change);
    expect(events.filter(({ type }) => type === "realm_user")).toMatchObject([
      { person: { user_id: noah.id, custom_profile_field: { id, value: null } } },
    ]);
    expect([await profile(mia, noah), await profile(mia, mia)]).toEqual([{}, { [id]: { value: "b" } }]);
  });

  test("stays unchanged if a request is partly refused", async () => {
    const { iris, noah } = await realm();
    const id = await add(iris, { field_type: 1, name: "Motto" });
    const data = [
      { id, value: "x" },
      { id: 99, value: "y" },
    ];
    const { status, body } = await noah.patch("/users/me/profile_data", { data });
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "Field id 99 not found."]);
    expect(await profile(noah, noah)).toEqual({});
    expect((await noah.delete("/users/me/profile_data", { data: [99] })).body.msg).toBe("Field id 99 not found.");
  });
});

describe("[users 6] the values of a profile field type", () => {
  const url_pattern = "https://x.example/%(username)s";
  const choices = { "0": { text: "Vim", order: "1" } };
  const TYPES: [field: object, good: unknown[], bad: [unknown, string][]][] = [
    [
      { field_type: 1 },
      ["x".repeat(50)],
      [
        ["x".repeat(51), "It is too long (limit: 50 characters)"],
        [[1], "It is not a string"],
      ],
    ],
    [{ field_type: 2 }, ["x".repeat(500)], [["x".repeat(501), "It is too long (limit: 500 characters)"]]],
    [{ field_type: 3, field_data: choices }, ["0"], [["1", "'1' is not a valid choice for 'It'."]]],
    [
      { field_type: 4 },
      ["2024-02-29"],
      [
        ["2023-02-29", "It is not a date"],
        ["29.2.2024", "It is not a date"],
        ["2024-2-3", "It is not a date"],
      ],
    ],
    [
      { field_type: 5 },
      ["https://example.org/a?b#c"],
      [
        ["example.org", "It is not a URL"],
        ["javascript:alert(1)", "It is not a URL"],
      ],
    ],
    [
      { field_type: 6 },
      [],
      [
        [[99999], "Invalid user ID: 99999"],
        ["x", "It is not a list"],
        ['["x"]', "It[0] is not an integer"],
      ],
    ],
    [
      { field_type: 7, field_data: { subtype: "custom", url_pattern } },
      ["name"],
      [["x".repeat(51), "It is too long (limit: 50 characters)"]],
    ],
    [{ field_type: 8 }, ["she/her"], [["x".repeat(51), "It is too long (limit: 50 characters)"]]],
  ];

  test.each(TYPES)("are validated for %j", async (field, good, bad) => {
    const { iris, noah } = await realm();
    const id = await add(iris, { name: "It", ...field });
    for (const value of good) {
      await noah.ok(write(noah, id, value));
      expect((await profile(noah, noah))[id].value).toBe(value);
    }
    for (const [value, msg] of bad) expect((await write(noah, id, value)).body.msg).toBe(msg);
  });

  test("have HTML only in text fields", async () => {
    const { iris, noah } = await realm();
    for (const field_type of [1, 2, 8]) {
      const id = await add(iris, { name: `Type ${field_type}`, field_type });
      await noah.ok(write(noah, id, "x"));
      expect("rendered_value" in (await profile(noah, noah))[id]).toBe(field_type !== 8);
    }
  });

  test("can be active users, as a list or as JSON, in a user field", async () => {
    const { iris, noah, mia, more, bot } = await realm();
    const id = await add(iris, { name: "Team", field_type: 6 });
    for (const value of [[mia.id, iris.id], JSON.stringify([mia.id, iris.id])]) {
      await noah.ok(write(noah, id, value));
      expect((await profile(noah, noah))[id]).toEqual({ value: JSON.stringify([mia.id, iris.id]) });
      await noah.ok(write(noah, id, null));
    }
    const machine = await bot(noah);
    expect((await write(noah, id, [machine.id])).body.msg).toBe(`User with ID ${machine.id} is a bot`);
    const gone = await more();
    await iris.ok(iris.delete(`/users/${gone.id}`));
    expect((await write(noah, id, [gone.id])).body.msg).toBe(`User with ID ${gone.id} is deactivated`);
  });
});

describe("[users 6] permission to set profile values", () => {
  test("is limited to administrators in fields that users cannot edit", async () => {
    const { iris, omar, noah, gus } = await realm();
    const id = await add(iris, { field_type: 1, name: "Desk", editable_by_user: false });
    const msg = "You are not allowed to change this field. Contact an administrator to update it.";
    for (const who of [noah, gus]) {
      expect((await write(who, id, "x")).body.msg).toBe(msg);
      expect((await who.delete("/users/me/profile_data", { data: [id] })).body.msg).toBe(msg);
    }
    await omar.ok(write(omar, id, "x"));
  });

  test("is granted to administrators for other users", async () => {
    const { iris, omar, noah, mia } = await realm();
    const id = await add(iris, { field_type: 1, name: "Desk", editable_by_user: false });
    const fill = (who: Person, value: unknown) => who.patch(`/users/${noah.id}`, { profile_data: [{ id, value }] });
    const [events = []] = await eventsDuring([mia], () => omar.ok(fill(omar, "4.17")));
    expect(events).toMatchObject([{ person: { user_id: noah.id, custom_profile_field: { id, value: "4.17" } } }]);
    await omar.ok(fill(omar, ""));
    expect(await profile(mia, noah)).toEqual({});
    expect((await fill(omar, "x".repeat(51))).body.msg).toBe("Desk is too long (limit: 50 characters)");
    expect((await fill(mia, "x")).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
  });

  test("covers at most as many values per request as there can be fields", async () => {
    const { iris, noah } = await realm();
    const id = await add(iris, { field_type: 1, name: "Motto" });
    const many = Array.from({ length: 101 }, (_, index) => ({ id, value: `${index % 2}` }));
    const written = await noah.patch("/users/me/profile_data", { data: many });
    expect(written.body.msg).toBe("data has too many values.");
    const emptied = await noah.delete("/users/me/profile_data", { data: many.map(() => id) });
    expect(emptied.body.msg).toBe("data has too many values.");
  });

  test("is not granted to bots, which have no profile", async () => {
    const { iris, noah, bot } = await realm();
    const id = await add(iris, { field_type: 1, name: "Motto" });
    expect((await write(await bot(noah), id, "x")).body.msg).toBe("This endpoint does not accept bot requests.");
  });

  test("does not extend to spectators, who get no profiles", async () => {
    const { host, iris, noah } = await realm();
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    const id = await add(iris, { field_type: 1, name: "Motto" });
    await noah.ok(write(noah, id, "x"));
    const stranger = new Person(host, "", "");
    const { members } = await stranger.ok(stranger.get("/users", { include_custom_profile_fields: true }));
    expect(members.find((one: Json) => one.user_id === noah.id).profile_data).toEqual({});
  });
});
