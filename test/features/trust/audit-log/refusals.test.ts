import { expect, test } from "vitest";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const refusals = async (owner: Person): Promise<Json[]> =>
  (await owner.ok(owner.get("/audit_log", { result: "denied", action: ["access.denied"], limit: 1000 }))).entries;
const told = (entries: readonly Json[]) => entries.map(({ actor, details }) => [actor.id, details]).reverse();

test("[security 18.15] an attempt without permission is recorded, and leaves no other change", async () => {
  const { iris, omar, noah } = await realm();
  expect((await noah.post("/audit_log/tokens", { name: "mine" })).status).toBe(400);
  // An administrator lacks an owner's rights, within an endpoint for both.
  expect((await omar.patch("/realm", { audit_retention_days: 90, name: "Other" })).status).toBe(400);
  expect((await noah.get("/audit_log")).status).toBe(400);
  const entries = await refusals(iris);
  expect(told(entries)).toEqual([
    [noah.id, { route: "POST /audit_log/tokens" }],
    [omar.id, { route: "PATCH /realm" }],
    [noah.id, { route: "GET /audit_log", count: 2 }],
  ]);
  expect(entries[0]).toMatchObject({
    ...{ result: "denied", actor: { type: "user" }, entity: { type: "organization" } },
    context: { ip_address: expect.any(String) },
  });
  const { entries: changed } = await iris.ok(iris.get("/audit_log", { action: ["audit.token_created"] }));
  expect(changed).toEqual([]);
  const { realm_name } = await iris.ok(iris.post("/register", { fetch_event_types: ["realm"] }));
  expect(realm_name).not.toBe("Other");
});

test("[security 18.15] of repeated attempts, only the 1st, 2nd, 4th and so on are recorded, and reads and other errors never are", async () => {
  const { iris, noah, mia } = await realm();
  for (let time = 0; time < 20; time += 1) await noah.post("/audit_log/tokens", { name: "mine" });
  await mia.post("/audit_log/tokens", { name: "mine" });
  for (const path of ["/audit_log/tokens", "/audit_log/destination", "/export/realm"]) await noah.get(path);
  await iris.post("/audit_log/tokens", { name: "" });
  const route = "POST /audit_log/tokens";
  const counted = [2, 4, 8, 16].map((count) => [noah.id, { route, count }]);
  expect(told(await refusals(iris))).toEqual([[noah.id, { route }], ...counted, [mia.id, { route }]]);
  await advanceClock(iris, 3_600_001);
  await noah.post("/audit_log/tokens", { name: "mine" });
  expect(told(await refusals(iris)).at(-1)).toEqual([noah.id, { route }]);
});

test("[security 18.15] a user's attempts at many actions add as few entries as at one, and hide no other user's entries", async () => {
  const { iris, noah, mia } = await realm();
  const routes = [
    "POST /audit_log/tokens",
    "POST /scim/connections",
    "POST /audit_log/destination",
    "POST /export/realm",
  ];
  const tries = (who: Person, times: number) =>
    Array.from({ length: times }, (_, at) =>
      who.send("POST", (routes[at % 4] as string).slice(5), { name: "x", url: "https://e.org/" }),
    );
  for (const { status } of await Promise.all(tries(noah, 40))) expect(status).toBe(400);
  for (const { status } of await Promise.all(tries(mia, 2))) expect(status).toBe(400);
  const entries = told(await refusals(iris));
  expect(entries.map(([id, { count }]) => [id, count ?? 1])).toEqual([
    ...[1, 2, 4, 8, 16, 32].map((count) => [noah.id, count]),
    [mia.id, 1],
    [mia.id, 2],
  ]);
});
