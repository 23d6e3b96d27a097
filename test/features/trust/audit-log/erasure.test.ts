import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Sql } from "../../../../src/database/statement.ts";
import { audit, organizationEntity } from "../../../../src/features/trust/audit-log/audit.ts";
import { emailChangesOf } from "../../../../src/features/trust/audit-log/rows.ts";
import { changeUser, logIn } from "../../../support/log-in.ts";
import { changeRealm, identityOf, inRealm, tablesOf, untilShipped } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { all } from "./all-entries.ts";
import { rootOver } from "./root-over.ts";

test("[security 18.7] a user whose profile is deleted is named nowhere in the log, which still verifies", async () => {
  const { iris, omar, noah, mia, bot, host } = await realm();
  const [name, address, former] = ["Nathaniel Quixote", "nathaniel@quixote.example", "Noah Example"];
  await bot(noah);
  await changeUser(omar, noah, { full_name: name, new_email: address, role: 300 });
  await omar.ok(omar.post("/invites", { invitee_emails: noah.email, stream_ids: [] }));
  const stranger = new Person(host, "", "");
  await stranger.post("/login", { username: address, password: "wrong one" });
  await logIn(host, address, PASSWORD);
  await logIn(host, iris.email, OWNER_PASSWORD);
  // More than one step scans.
  await changeRealm(iris, (realm) => {
    for (let count = 0; count < 1200; count++)
      audit(realm, "operator.command", { of: organizationEntity(realm), details: { count } });
  });
  await omar.ok(omar.post("/channel_folders/create", { name }));
  await omar.ok(omar.patch(`/users/${mia.id}`, { role: 300 }));
  const before = await all(iris);
  for (const word of [name, address, former]) expect(JSON.stringify(before)).toContain(word);

  await iris.ok(iris.delete(`/users/${noah.id}`, { actions: { delete_profile: true } }));
  await until(async () => expect((await tablesOf(iris))["account_deletions"]).toEqual([]));
  await omar.ok(omar.post(`/users/${noah.id}/reactivate`));
  const after = await all(iris);
  expect(rootOver(after.entries)).toBe(after.checkpoint.root);
  expect(rootOver(after.entries.slice(0, before.entries.length))).toBe(rootOver(before.entries));

  await untilShipped(iris);
  const { id } = await identityOf(iris);
  const bulk = await env.DB.prepare("SELECT * FROM audit_entries WHERE realm = ?").bind(id).all();
  expect(bulk.results.length).toBe(after.entries.length);
  const kept = JSON.stringify([after, (await tablesOf(iris))["audit_entries"], bulk.results]);
  for (const word of [name, address, former, noah.email]) expect(kept).not.toContain(word);
  const role = after.entries.find(
    ({ action, entity }: Json) => action === "user.role_changed" && entity.id === `${mia.id}`,
  );
  expect(role).toMatchObject({ actor: { name: "Omar Example" }, details: { after: "moderator" } });
});

test.each([
  ["Fields", "a key of each entry"],
  ["Member", "a role"],
  ["Mia Twin", "the name of somebody else"],
])("deleting a user called %s (which is also %s) leaves entries about other users unchanged", async (name) => {
  const { iris, omar, noah, mia } = await realm();
  await omar.ok(omar.patch(`/users/${mia.id}`, { full_name: "Mia Twin", role: 300 }));
  await omar.ok(omar.patch(`/users/${mia.id}`, { role: 400 }));
  await omar.ok(omar.patch(`/users/${noah.id}`, { full_name: name }));
  const others = async () =>
    (await all(iris)).entries.filter(({ actor, entity }: Json) => ![actor.id, Number(entity.id)].includes(noah.id));
  const before = await others();
  expect(JSON.stringify(before)).toContain('"after":"member"');
  await iris.ok(iris.delete(`/users/${noah.id}`, { actions: { delete_profile: true } }));
  await until(async () => expect((await tablesOf(iris))["account_deletions"]).toEqual([]));
  expect((await others()).slice(0, before.length)).toEqual(before);
});

test("an account's earlier addresses are found without reading the whole log", async () => {
  const { iris, omar, noah } = await realm();
  await changeUser(omar, noah, { new_email: "noah@quixote.example" });
  await changeRealm(iris, (realm) => {
    for (let count = 0; count < 100; count++)
      audit(realm, "operator.command", { of: organizationEntity(realm), details: { count } });
  });
  const [found, read] = await inRealm(iris, ({ sql }) => {
    let rowsRead = () => 0;
    const counting: Sql = {
      databaseSize: 0,
      exec(query, ...bindings) {
        const cursor = sql.exec(query, ...bindings);
        rowsRead = () => cursor.rowsRead;
        return cursor;
      },
    };
    return [emailChangesOf.all(counting, { id: String(noah.id) }).length, rowsRead()];
  });
  expect(found).toBe(1);
  expect(read).toBeLessThan(5);
});
