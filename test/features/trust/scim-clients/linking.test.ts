import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { idsOf, refusal, resource, URN } from "./scim-client.ts";
import { accountOf, scimStand } from "./stand.ts";

const user = (userName: string, more: Json = {}) => ({ schemas: [URN.user], userName, ...more });

test("concurrent requests for one name create one account", async () => {
  const { scim } = await scimStand();
  const replies = await Promise.all(Array.from({ length: 8 }, () => scim.post("/Users", user("new@example.com"))));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect((await resource(scim.get("/Users"))).totalResults).toBe(7);
});

test("a POST for an account deactivated by hand links and reactivates it, with the same id", async () => {
  const { scim, iris, noah } = await scimStand();
  await iris.ok(iris.delete(`/users/${noah.id}`));
  const made = await scim.post("/Users", user(noah.email, { active: true }));
  expect([made.status, made.body.id, made.body.active]).toEqual([201, String(noah.id), true]);
  expect((await accountOf(iris, String(noah.id))).is_active).toBe(true);
});

test("linking the only owner neither deactivates nor demotes them, and an inactive account stays inactive", async () => {
  const { scim, iris, noah } = await scimStand();
  expect((await refusal(scim.post("/Users", user(iris.email, { active: false }))))[0]).toBe(400);
  const roles = [{ value: "guest", primary: true }];
  await scim.post("/Users", user(iris.email, { roles }));
  expect(await accountOf(iris, String(iris.id))).toMatchObject({ role: 100, is_active: true });
  const inactive = await resource(scim.post("/Users", user(noah.email, { active: false })));
  expect([inactive.id, inactive.active]).toEqual([String(noah.id), false]);
  expect((await accountOf(iris, String(noah.id))).is_active).toBe(false);
});

test("ids, dates and groups sent by a directory are ignored", async () => {
  const { scim, iris } = await scimStand();
  const sent = {
    id: String(iris.id),
    meta: { created: "1999-01-01T00:00:00Z", location: "https://elsewhere.example/Users/1", resourceType: "Group" },
    groups: [{ value: "1", display: "role:owners" }],
  };
  const made = await resource(scim.post("/Users", user("new@example.com", sent)));
  expect(made.id).not.toBe(String(iris.id));
  expect(made.meta).toMatchObject({ resourceType: "User", location: expect.stringContaining(`/Users/${made.id}`) });
  expect(made.meta.created.startsWith("1999")).toBe(false);
  expect(made.groups ?? []).toEqual([]);
  const put = await resource(scim.put(`/Users/${made.id}`, user("new@example.com", sent)));
  expect([put.id, put.meta.created]).toEqual([made.id, made.meta.created]);
});

test("a PUT without the active attribute keeps its value, and one without optional attributes removes them", async () => {
  const { scim, iris } = await scimStand();
  const full = user("new@example.com", {
    externalId: "x",
    displayName: "Shown",
    name: { givenName: "A", familyName: "B" },
  });
  const { id } = await resource(scim.post("/Users", full));
  const put = await resource(scim.put(`/Users/${id}`, user("new@example.com", { displayName: "Only this" })));
  expect([put.externalId, put.active]).toEqual([undefined, true]);
  expect(await accountOf(iris, id)).toMatchObject({ full_name: "Only this", is_active: true });
  await resource(scim.patch(`/Users/${id}`, { op: "replace", value: { active: false } }));
  await resource(scim.put(`/Users/${id}`, user("new@example.com", { displayName: "Only this" })));
  expect((await accountOf(iris, id)).is_active).toBe(false);
});

test("a directory can remove an account it never created, and link it again", async () => {
  const { scim, iris, noah } = await scimStand();
  expect((await scim.delete(`/Users/${noah.id}`)).status).toBe(204);
  expect((await accountOf(iris, String(noah.id))).is_active).toBe(false);
  expect(idsOf(await resource(scim.get("/Users")))).not.toContain(String(noah.id));
  const again = await scim.post("/Users", user(noah.email.toUpperCase()));
  expect([again.status, again.body.id]).toEqual([201, String(noah.id)]);
});

test("a user name in use is rejected, and a former one can be used again", async () => {
  const { scim, noah } = await scimStand();
  const { id } = await resource(scim.post("/Users", user("one@example.com")));
  const change = (value: string) => scim.patch(`/Users/${id}`, { op: "replace", path: "userName", value });
  expect(await refusal(change(noah.email))).toEqual([409, "uniqueness"]);
  expect(await refusal(change(noah.email.toUpperCase()))).toEqual([409, "uniqueness"]);
  await resource(change("two@example.com"));
  expect((await scim.post("/Users", user("one@example.com"))).status).toBe(201);
});
