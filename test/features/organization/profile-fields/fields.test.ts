import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { organization, realm, shared } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const add = async (who: Person, field: object): Promise<number> =>
  (await who.ok(who.post("/realm/profile_fields", field))).id;
const list = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/realm/profile_fields"))).custom_fields;
const short = { field_type: 1, name: "Phone", hint: "At work" };
const choices = { a: { text: "Apple", order: "1" }, b: { text: "Banana", order: "2" } };

describe("[users 6] custom profile fields", () => {
  test("are created, changed, reordered and removed, with the full list in each event", async () => {
    const { iris, mia } = await realm();
    const told = async (action: () => Promise<unknown>) => {
      const [events = []] = await eventsDuring([mia], action);
      expect(events).toEqual([{ type: "custom_profile_fields", fields: await list(mia), id: expect.any(Number) }]);
    };
    let one = 0;
    let two = 0;
    await told(async () => {
      one = await add(iris, short);
    });
    const plain = { hint: "", required: false, editable_by_user: true, use_for_user_matching: false, field_data: "" };
    expect(await list(mia)).toEqual([{ ...plain, id: one, type: 1, order: 1, name: "Phone", hint: "At work" }]);
    await told(async () => {
      two = await add(iris, { field_type: 3, name: "Fruit", field_data: choices, display_in_profile_summary: true });
    });
    expect((await list(mia))[1]).toEqual({
      ...plain,
      id: two,
      type: 3,
      order: 2,
      name: "Fruit",
      field_data: JSON.stringify(choices),
      display_in_profile_summary: true,
    });
    await told(() => iris.ok(iris.patch("/realm/profile_fields", { order: [two, one] })));
    expect((await list(mia)).map(({ id, order }) => [id, order])).toEqual([
      [two, 1],
      [one, 2],
    ]);
    const change = {
      name: "Telephone",
      hint: "",
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
    };
    await told(() => iris.ok(iris.patch(`/realm/profile_fields/${one}`, change)));
    expect((await list(mia))[1]).toMatchObject({ id: one, ...change });
    await told(() => iris.ok(iris.patch(`/realm/profile_fields/${two}`, { display_in_profile_summary: false })));
    expect((await list(mia))[0]).not.toHaveProperty("display_in_profile_summary");
    await told(() => iris.ok(iris.delete(`/realm/profile_fields/${two}`)));
    expect((await list(mia)).map(({ id }) => id)).toEqual([one]);
  });

  test("[security 18.16] are in the audit log with their settings, and later with each changed value", async () => {
    const { iris } = await realm();
    const site = {
      name: "Site",
      field_type: 7,
      field_data: { subtype: "custom", url_pattern: "https://a.example/%(username)s" },
    };
    const id = await add(iris, site);
    const moved = { subtype: "custom", url_pattern: "https://b.example/%(username)s" };
    await iris.ok(iris.patch(`/realm/profile_fields/${id}`, { field_data: moved, editable_by_user: false }));
    await iris.ok(iris.patch(`/realm/profile_fields/${id}`, { editable_by_user: false }));
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["organization.profile_field_changed"] }));
    const [added, changed] = [JSON.stringify(site.field_data), JSON.stringify(moved)];
    const plain = {
      hint: "",
      in_summary: false,
      required: false,
      use_for_user_matching: false,
      editable_by_user: true,
    };
    expect(entries.map(({ details }: Json) => details)).toEqual([
      {
        ...{ what: "changed", name: "Site" },
        before: { editable_by_user: true, field_data: added },
        after: { editable_by_user: false, field_data: changed },
      },
      { what: "added", name: "Site", after: { ...plain, field_data: added } },
    ]);
  });

  test("[register 4] are in POST /register, with all types", async () => {
    const { owner } = await organization();
    await add(owner, short);
    const state = await owner.ok(owner.post("/register", { fetch_event_types: ["custom_profile_fields"] }));
    expect(state.custom_profile_fields).toEqual(await list(owner));
    const { SHORT_TEXT, ...others } = state.custom_profile_field_types;
    expect([SHORT_TEXT, Object.keys(others).length]).toEqual([{ id: 1, name: "Text (short)" }, 7]);
  });

  test("for external accounts have either a default type with a fixed name, or a URL pattern", async () => {
    const { owner } = await organization();
    await add(owner, { field_type: 7, field_data: { subtype: "github" } });
    const url_pattern = "https://forge.example/%(username)s";
    await add(owner, { field_type: 7, name: "Forge", field_data: { subtype: "custom", url_pattern } });
    expect(await list(owner)).toMatchObject([
      { name: "GitHub username", field_data: '{"subtype":"github"}' },
      { name: "Forge", field_data: JSON.stringify({ subtype: "custom", url_pattern }) },
    ]);
    const [{ id }] = await list(owner);
    const change = async (fields: object) => (await owner.patch(`/realm/profile_fields/${id}`, { ...fields })).body.msg;
    for (const other of [{ name: "Other" }, { hint: "other" }, { field_data: { subtype: "twitter" } }])
      expect(await change(other)).toBe("Default custom field cannot be updated.");
    expect(await change({ required: true })).toBe("");
    const same = { name: "GitHub username", hint: "", field_data: { subtype: "github" } };
    expect(await change({ ...same, display_in_profile_summary: true })).toBe("");
    expect((await list(owner))[0]).toMatchObject({ required: true, display_in_profile_summary: true });
  });

  const custom = (url_pattern?: string) => ({ field_type: 7, field_data: { subtype: "custom", url_pattern } });
  const withSummary = shared(async () => {
    const { owner } = await organization();
    for (const name of ["taken", "second"]) {
      await add(owner, { field_type: 1, name, display_in_profile_summary: true });
    }
    return { iris: owner };
  });
  test.each([
    [{ name: " " }, "Label cannot be blank."],
    [{ name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
    [{ hint: "x".repeat(81) }, "hint is too long (limit: 80 characters)"],
    [{ name: "TAKEN" }, "A field with that label already exists."],
    [{ field_type: 9 }, "Invalid field type."],
    [{ field_type: "x" }, "field_type is not valid JSON"],
    [{ field_type: 6, display_in_profile_summary: true }, "Field type not supported for display in profile summary."],
    [{ display_in_profile_summary: true }, "Only 2 custom profile fields can be displayed in the profile summary."],
    [{ field_type: 3 }, "field_data is not a dict"],
    [{ field_type: 3, field_data: {} }, "Field must have at least one choice."],
    [{ field_type: 3, field_data: { a: { text: "", order: "1" } } }, 'field_data["a"]["text"] cannot be blank'],
    [{ field_type: 3, field_data: { a: { text: "A" } } }, 'field_data["a"]["order"] field is missing: Field required'],
    [
      { field_type: 3, field_data: { a: { text: "A", order: "1" }, b: { text: "A", order: "2" } } },
      "Field must not have duplicate choices.",
    ],
    [{ field_type: 7, field_data: {} }, 'field_data["subtype"] field is missing: Field required'],
    [{ field_type: 7, field_data: { subtype: "other" } }, "Invalid external account type"],
    [custom(), "Custom external account must define URL pattern"],
    [custom("https://x.example/"), "Malformed URL pattern."],
    [custom("javascript:%(username)s"), "Malformed URL pattern."],
  ])("are refused with %j", async (change, msg) => {
    const { iris } = await withSummary();
    const { status, body } = await iris.post("/realm/profile_fields", { ...short, ...change });
    expect([status, body.msg]).toEqual([400, msg]);
  });

  test("have a size limit for their choices", async () => {
    const { iris } = await realm();
    const field_data = Object.fromEntries(
      Array.from({ length: 1000 }, (_, order) => [order, { text: `${order} ${"x".repeat(80)}`, order: `${order}` }]),
    );
    const reply = await iris.post("/realm/profile_fields", { field_type: 3, name: "Team", field_data });
    expect(reply.body.msg).toBe("field_data is too long (limit: 50000 characters)");
  });

  test("cannot be changed with an unknown ID, or reordered with an incomplete list of IDs", async () => {
    const { owner } = await organization();
    const id = await add(owner, short);
    for (const call of [owner.patch("/realm/profile_fields/99", {}), owner.delete("/realm/profile_fields/99")]) {
      expect((await call).body.msg).toBe("Field id 99 not found.");
    }
    for (const order of [[], [id, id], [99]]) {
      expect((await owner.patch("/realm/profile_fields", { order })).body.msg).toBe("Invalid order mapping.");
    }
  });
});

test("[users 6] a long text can be in the profile summary, and any field can be used for user matching", async () => {
  const { iris, mia } = await realm();
  const marks = { display_in_profile_summary: true, use_for_user_matching: true };
  const id = await add(iris, { field_type: 2, name: "Story", ...marks });
  expect(await list(mia)).toMatchObject([{ id, type: 2, ...marks }]);
  await iris.ok(iris.patch(`/realm/profile_fields/${id}`, { use_for_user_matching: false }));
  expect(await list(mia)).toMatchObject([{ id, display_in_profile_summary: true, use_for_user_matching: false }]);
  expect((await mia.patch(`/realm/profile_fields/${id}`, marks)).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
});
