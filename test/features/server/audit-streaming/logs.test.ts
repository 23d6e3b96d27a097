import { expect, test } from "vitest";
import { auditActions } from "../../../../src/features/trust/audit-log/actions.ts";
import { entityTypes } from "../../../../src/features/trust/audit-log/audit.ts";
import { untilShipped } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { feed, fetchFeed, tokenOf, writeEntries } from "./feeds.ts";

test("an entry has the format of Slack's audit API", async () => {
  const { iris, omar, noah, host } = await realm();
  await omar.ok(omar.patch(`/users/${noah.id}`, { role: 300 }));
  const token = await tokenOf(iris);
  const reply = await feed(host, "logs?action=user.role_changed&limit=1", token);
  expect(reply).toEqual({
    entries: [
      {
        id: expect.stringMatching(/^\d+$/),
        date_create: expect.any(Number),
        action: "user.role_changed",
        actor: {
          type: "user",
          user: { id: String(omar.id), name: "Omar Example", email: omar.email, team: expect.stringMatching(/^\d+$/) },
        },
        entity: {
          type: "user",
          user: { id: String(noah.id), name: "Noah Example", email: noah.email, team: expect.stringMatching(/^\d+$/) },
        },
        context: {
          location: { type: "workspace", id: expect.any(String), name: "Test", domain: host },
          ua: expect.any(String),
          ip_address: expect.any(String),
          session_id: null,
        },
        details: { before: "member", after: "moderator" },
      },
    ],
    response_metadata: { next_cursor: expect.any(String) },
  });
});

test("failed actions are marked as failed, with a name for unknown actors", async () => {
  const { iris, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  await stranger.post("/login", { username: noah.email, password: `${PASSWORD}x` });
  const token = await tokenOf(iris);
  const { entries } = await feed(host, "logs?action=user_login_failed&names=slack", token);
  expect(entries).toMatchObject([
    {
      action: "user_login_failed",
      actor: { type: "user", user: { id: "anonymous" } },
      entity: { type: "user", user: { id: String(noah.id) } },
      details: { result: "failed", reason: "wrong password" },
    },
  ]);
});

test("filters work as in Slack's API: inclusive times, lists of actions, IDs", async () => {
  const { iris, omar, noah, mia, host } = await realm();
  await omar.ok(omar.patch(`/users/${noah.id}`, { role: 300 }));
  await omar.ok(omar.delete(`/users/${mia.id}`));
  const token = await tokenOf(iris);
  const found = async (query: string) =>
    (await feed(host, `logs?${query}`, token)).entries.map(({ action }: Json) => action);
  expect(await found(`actor=${omar.id}`)).toEqual(["user.deactivated", "user.role_changed"]);
  expect(await found(`actor=${omar.id}&names=slack`)).toEqual(["user_deactivated", "user.role_changed"]);
  expect(await found(`actor=${omar.id}&entity=${mia.id}`)).toEqual(["user.deactivated"]);
  expect(await found(`actor=${omar.id}&action=user_deactivated,user.role_changed`)).toHaveLength(2);
  expect(await found(`actor=${omar.id}&action=user_deactivated,no_such_action`)).toHaveLength(1);
  expect(await found("action=no_such_action")).toEqual([]);
  expect(await found("actor=U123ABC")).toEqual([]);
  const [{ date_create: at }] = (await feed(host, `logs?entity=${mia.id}&limit=1`, token)).entries;
  expect(await found(`entity=${mia.id}&action=user_deactivated&oldest=${at}&latest=${at}`)).toHaveLength(1);
  expect(await found(`entity=${mia.id}&action=user_deactivated&oldest=${at + 1}`)).toHaveLength(0);
  expect(await found(`entity=${mia.id}&action=user_deactivated&latest=${at - 1}`)).toHaveLength(0);
  for (const [query, error] of [
    ["limit=0", "invalid_arguments"],
    ["limit=10000", "invalid_arguments"],
    ["oldest=yesterday", "invalid_arguments"],
    ["cursor=abc", "invalid_cursor"],
    ["cursor=YmVmb3JlOi0x", "invalid_cursor"],
  ]) {
    const response = await fetchFeed(host, `logs?${query}`, token);
    expect([response.status, await response.json()]).toEqual([400, { ok: false, error }]);
  }
});

test("paging through 5,000 entries while 500 are added repeats and misses none", async () => {
  const { iris, host } = await realm();
  const token = await tokenOf(iris);
  for (let written = 0; written < 5000; written += 1000) await writeEntries(iris, 1000);
  await untilShipped(iris);
  await feed(host, "logs?limit=1", token);
  const { checkpoint } = await iris.ok(iris.get("/audit_log", { limit: 1 }));
  const ids: number[] = [];
  let cursor = "";
  do {
    const page = await feed(host, `logs?limit=9999&cursor=${cursor}`.replace(/&cursor=$/, ""), token);
    expect(page.entries.length).toBeLessThanOrEqual(1000);
    ids.push(...page.entries.map(({ id }: Json) => Number(id)));
    cursor = page.response_metadata.next_cursor;
    await writeEntries(iris, 100);
  } while (cursor !== "");
  expect(ids).toEqual(Array.from({ length: checkpoint.size }, (_, index) => checkpoint.size - index));
  const newer = await feed(host, "logs?limit=700", token);
  expect(Number(newer.entries[0].id)).toBeGreaterThan(checkpoint.size + 500);
});

test("actions and schemas are available without a token, in Slack's format too", async () => {
  const { host } = await realm();
  const { actions } = await feed(host, "actions");
  expect(Object.values(actions).flat().sort()).toEqual([...auditActions].sort());
  const slack = await feed(host, "actions?names=slack");
  expect(slack.actions.login).toContain("user_login");
  expect(slack.actions.user.filter((name: string) => name === "user_created")).toHaveLength(1);
  const { schemas } = await feed(host, "schemas");
  for (const { type, ...fields } of schemas) expect(Object.keys(fields)).toEqual([type]);
  expect(schemas).toHaveLength(entityTypes.length);
  expect(schemas).toContainEqual({ type: "workspace", workspace: { id: "string", name: "string", domain: "string" } });
});
