import { expect, test } from "vitest";
import { audit, organizationEntity } from "../../../../src/features/trust/audit-log/audit.ts";
import type { Wrongs } from "../../../support/authenticator.ts";
import { Browser } from "../../../support/browser.ts";
import {
  addPasskey,
  changeUser,
  logIn,
  logInWithPasskey,
  setUpSecondFactor,
  succeeds,
} from "../../../support/log-in.ts";
import { advanceClock, changeRealm, tablesOf, withConfig, withEnv } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { rootOver } from "./root-over.ts";

const log = async (owner: Person, query: Json = {}): Promise<Json> => owner.ok(owner.get("/audit_log", query));

test("an administrator's change of a user has an entry with actor, entity, before and after", async () => {
  const { iris, omar, noah } = await realm();
  await omar.ok(omar.patch(`/users/${noah.id}`, { role: 300, full_name: "Noah New" }));
  await omar.ok(omar.delete(`/users/${noah.id}`));
  await omar.ok(omar.post(`/users/${noah.id}/reactivate`));
  const { entries } = await log(iris, { actor_id: omar.id });
  expect(entries.map(({ action }: Json) => action).slice(0, 4)).toEqual([
    "user.reactivated",
    "user.deactivated",
    "user.name_changed_by_other",
    "user.role_changed",
  ]);
  expect(entries[3]).toMatchObject({
    result: "success",
    actor: { type: "user", id: omar.id, name: "Omar Example", email: omar.email },
    entity: { type: "user", id: String(noah.id), name: "Noah Example", email: noah.email },
    details: { before: "member", after: "moderator" },
    context: { client: expect.any(String), request_id: expect.any(String), ip_address: expect.any(String) },
  });
});

test("[security 18.1] refused changes and changes without effect have no entry", async () => {
  const { iris, omar, noah } = await realm();
  const before = (await log(iris)).checkpoint.size;
  expect((await noah.patch(`/users/${omar.id}`, { role: 400 })).status).toBe(400);
  expect((await omar.patch(`/users/${iris.id}`, { role: 400 })).status).toBe(400);
  await omar.ok(omar.patch(`/users/${noah.id}`, { role: 400 }));
  const { entries } = await log(iris, { after_id: before });
  expect(entries.map(({ action, result }: Json) => [action, result])).toEqual([
    ["access.denied", "denied"],
    ["access.denied", "denied"],
  ]);
});

test("[security 18.1] a failed login is recorded though it changes nothing else", async () => {
  const { iris, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  expect((await stranger.post("/login", { username: noah.email, password: "wrong one" })).status).toBe(401);
  expect((await stranger.post("/login", { username: "x@example.com", password: "wrong one" })).status).toBe(401);
  await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
  const wrongCode = { username: noah.email, password: PASSWORD, second_factor_code: "abcd-abcd-abcd-abcd" };
  expect((await stranger.post("/login", wrongCode)).body.code).toBe("WRONG_SECOND_FACTOR");
  await logIn(host, iris.email, OWNER_PASSWORD);
  const { entries } = await log(iris, { action: ["login.*"], limit: 5 });
  const seen = entries.map(({ action, result, actor, entity, details }: Json) => [
    ...[action, result, actor.type, entity.type, details.reason],
  ]);
  expect(seen).toEqual([
    ["login.succeeded", "success", "user", "user", undefined],
    ["login.failed", "failed", "anonymous", "user", "wrong code"],
    ["login.succeeded", "success", "user", "user", undefined],
    ["login.failed", "failed", "anonymous", "organization", "no such account"],
    ["login.failed", "failed", "anonymous", "user", "wrong password"],
  ]);
});

test("[security 18.1] a refused passkey is recorded with the reason and its account", async () => {
  const { iris, noah, host } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const authenticator = await addPasskey(browser);
  const refused = async (wrong: Wrongs = {}) =>
    expect((await logInWithPasskey(new Browser(host), authenticator, wrong)).body.code).toBe("PASSKEY_REFUSED");
  await refused({ challenge: "another" });
  await succeeds(browser.ask("DELETE", "/users/me/passkeys/1"));
  await refused();
  const { entries } = await log(iris, { action: ["login.failed"] });
  expect(entries).toMatchObject([
    { entity: { type: "organization" }, details: { method: "passkey", reason: "no such passkey" } },
    { entity: { type: "user", id: String(noah.id) }, details: { method: "passkey", reason: "wrong answer" } },
  ]);
});

test("[security 18.13] an email address that its user hides from everyone is in no entry", async () => {
  const { iris, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  await noah.ok(noah.patch("/settings", { email_address_visibility: 4 }));
  await stranger.post("/login", { username: noah.email, password: "wrong one" });
  await logIn(host, noah.email, PASSWORD);
  await changeUser(iris, noah, { new_email: "hidden@example.org", role: 300 });
  const { entries } = await log(iris, { entity_type: "user", entity_id: String(noah.id), limit: 4 });
  expect(entries.map(({ action }: Json) => action)).toEqual([
    "user.email_changed",
    "user.role_changed",
    "login.succeeded",
    "login.failed",
  ]);
  for (const address of ["hidden@example.org", noah.email]) expect(JSON.stringify(entries)).not.toContain(address);
});

test("[security 18.11] hundreds of failed logins are summarized in few entries, with their number", async () => {
  const { iris, host } = await realm();
  const before = (await log(iris)).checkpoint.size;
  await withConfig(iris, { rateLimits: false }, async () => {
    for (let from = 0; from < 200; from += 50) {
      const tried = Array.from({ length: 50 }, (_, index) =>
        new Person(host, "", "").post("/login", { username: `x${from + index}@example.com`, password: "wrong" }),
      );
      for (const { status } of await Promise.all(tried)) expect(status).toBe(401);
    }
  });
  const { entries, checkpoint } = await log(iris, { action: ["login.failed"] });
  expect(entries.map(({ details }: Json) => details.count)).toEqual([128, 64, 32, 16, 8, 4, 2, undefined]);
  expect(checkpoint.size - before).toBeLessThan(60);
});

test("users' actions on their own messages and settings add no audit log entries", async () => {
  const { iris, noah, mia } = await realm();
  const rowsOf = async () => {
    const tables = await tablesOf(iris);
    return [tables["audit_entries"], tables["audit_hashes"]];
  };
  const before = await rowsOf();
  const { id } = await noah.ok(noah.post("/messages", { type: "stream", to: "general", topic: "t", content: "hello" }));
  await noah.ok(noah.post("/messages", { type: "direct", to: [mia.id], content: "hello" }));
  await noah.ok(noah.patch(`/messages/${id}`, { content: "hello again" }));
  await mia.ok(mia.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
  await mia.ok(mia.get("/messages", { anchor: "newest", num_before: 10, num_after: 0, narrow: [] }));
  await mia.ok(mia.post("/messages/flags", { messages: [id], op: "add", flag: "read" }));
  await mia.ok(mia.post("/drafts", { drafts: [{ type: "private", to: [], topic: "", content: "begun" }] }));
  await mia.ok(mia.post("/users/me/presence", { status: "active" }));
  await mia.ok(mia.patch("/settings", { twenty_four_hour_time: true }));
  await noah.ok(noah.delete(`/messages/${id}`));
  expect(await rowsOf()).toEqual(before);
});

test("an entry has at most twenty details and truncated texts, and a long list is split over several entries", async () => {
  const { iris } = await realm();
  const list = Array.from({ length: 2500 }, (_, at) => at);
  await changeRealm(iris, (realm) => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, at]));
    const details = { text: "😀".repeat(20_001), list, ...many };
    audit(realm, "operator.command", { of: organizationEntity(realm), details });
  });
  const { entries } = await log(iris, { action: ["operator.command"], limit: 10 });
  for (const { details } of entries) {
    expect(Object.keys(details)).toHaveLength(20);
    expect(details.text).toBe("😀".repeat(20_000));
  }
  expect(entries.map(({ details }: Json) => details.list.length)).toEqual([500, 1000, 1000]);
  expect(entries.flatMap(({ details }: Json) => details.list).toSorted((a: number, b: number) => a - b)).toEqual(list);
});

test("[security 18.16] an entry for a long list has the items added and removed, so that nothing is hidden", async () => {
  const { iris, omar, noah } = await realm();
  const { user_id } = await noah.ok(
    noah.post("/bots", { full_name: "Runner", short_name: "runner", bot_type: 4, service_name: "x" }),
  );
  const harmless = Array.from(
    { length: 19 },
    (_, at) => `${"a-long-name-of-a-harmless-host-".repeat(2)}${at}.example.com`,
  );
  const put = (hosts: readonly string[]) =>
    omar.ok(omar.patch(`/bots/${user_id}/program`, { program: "export default { onMessage() {} }", hosts }));
  await put(harmless);
  await put([...harmless.slice(1), "exfil.evil.test"]);
  const { entries } = await log(iris, { action: ["bot.hosts_changed"] });
  expect(entries[0].details).toEqual({
    before: harmless,
    after: [...harmless.slice(1), "exfil.evil.test"],
    ...{ added: ["exfil.evil.test"], removed: harmless.slice(0, 1) },
  });
  const template = "https://evil.test/{id}";
  const { id } = await omar.ok(omar.post("/realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: template }));
  await omar.ok(omar.delete(`/realm/filters/${id}`));
  const { entries: changes } = await log(iris, { action: ["organization.linkifier_changed"] });
  expect(changes.map(({ details }: Json) => [details.what, details.url_template])).toEqual([
    ["removed", template],
    ["added", template],
  ]);
});

test("actions of the server's operator are recorded with the operator as actor", async () => {
  const { iris, noah, host } = await realm();
  const [subdomain = ""] = host.split(".");
  const operator = new Person("localhost", "", "");
  await withEnv({ SETUP_TOKEN: "known" }, () =>
    withConfig(iris, { setupToken: "known" }, async () => {
      const fields = { subdomain, setup_token: "known", email: noah.email };
      await operator.ok(operator.post("/organizations/people/role", { ...fields, role: 300 }));
      await operator.ok(operator.post("/organizations/people/end_logins", fields));
      const added = { ...fields, email: "ada@example.org", full_name: "Ada" };
      const { url } = await operator.ok(operator.post("/organizations/people/add", added));
      const found = await log(iris, { action: ["user.created", "password.link_made"], limit: 2 });
      expect(found.entries).toMatchObject([
        { action: "password.link_made", actor: { type: "operator" }, entity: { name: "Ada" } },
        { action: "user.created", actor: { type: "operator" }, entity: { name: "Ada" } },
      ]);
      expect(JSON.stringify(found)).not.toContain(new URL(url).pathname.split("/").at(-2));
      expect(
        (await operator.post("/organizations/people/role", { ...fields, setup_token: "no", role: 400 })).status,
      ).toBe(401);
    }),
  );
  const { entries } = await log(iris, { entity_type: "user", entity_id: String(noah.id) });
  const seen = entries.map(({ action, actor }: Json) => [action, actor.type, actor.id]);
  expect(seen).toContainEqual(["user.role_changed", "operator", null]);
  expect(seen[0]).toEqual(["login.ended_by_other", "operator", null]);
});

test("[security 18.3] ids have no gaps, and the root computed over all entries matches the server's", async () => {
  const { iris, omar, noah, mia } = await realm();
  await Promise.all(
    [noah, mia].flatMap(({ id }) => [300, 400, 300].map((role) => omar.patch(`/users/${id}`, { role }))),
  );
  const all: Json[] = [];
  let checkpoint: Json;
  for (let after = 0; ; after = all.at(-1).id) {
    const page = await log(iris, { after_id: after, limit: 7 });
    all.push(...page.entries);
    checkpoint = page.checkpoint;
    if (page.found_newest) break;
  }
  expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
  expect(checkpoint).toEqual({ size: all.length, root: rootOver(all) });
  const changed = all.with(3, { ...all[3], details: { ...all[3].details, after: "owner" } });
  expect(rootOver(changed)).not.toBe(checkpoint.root);
  expect(rootOver([...all.slice(0, 5), ...all.slice(6)])).not.toBe(checkpoint.root);
  const swapped = all.with(3, all[4] as Json).with(4, all[3] as Json);
  expect(rootOver(swapped)).not.toBe(checkpoint.root);
});

test("[security 18.6] IP addresses are deleted after 90 days, entries after 400, and the rest still verifies", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 300 }));
  const day = 86_400_000;
  const all = async () => log(iris, { after_id: 0, limit: 1000 });
  const before = await all();
  await advanceClock(iris, 89 * day);
  expect((await all()).entries.slice(0, before.entries.length)).toEqual(before.entries);
  await advanceClock(iris, 2 * day);
  const later = await until(async () => {
    const found = await all();
    expect(found.entries[0].context).toEqual({});
    return found;
  });
  const old = later.entries.slice(0, before.entries.length - 1);
  for (const { id, context, proof, actor, details } of old) {
    const then = before.entries[id - 1];
    expect([context, actor, details]).toEqual([{}, then.actor, then.details]);
    expect(proof.context).toEqual({ erased: expect.any(String) });
  }
  expect(rootOver(later.entries)).toBe(later.checkpoint.root);
  await advanceClock(iris, 310 * day);
  const left = await until(async () => {
    const found = await all();
    expect(found.entries[0].id).toBeGreaterThan(before.entries.length - 1);
    return found;
  });
  expect(left.checkpoint.size).toBe(left.entries.at(-1).id);
});

test("[security 18.4] only owners can read the log by default, and their reading is recorded once an hour", async () => {
  const { iris, omar, noah } = await realm();
  for (const person of [omar, noah]) expect((await person.get("/audit_log")).status).toBe(400);
  await log(iris);
  await log(iris);
  const { entries } = await log(iris, { action: ["audit.read"] });
  expect(entries).toHaveLength(1);
});

test("filters can be combined, and a filter with an unknown value is rejected", async () => {
  const { iris, omar, noah, mia } = await realm();
  await omar.ok(omar.patch(`/users/${noah.id}`, { role: 300 }));
  await omar.ok(omar.patch(`/users/${mia.id}`, { role: 300 }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { role: 400 }));
  const of = { entity_type: "user", entity_id: String(mia.id), action: ["user.role_changed"] };
  expect((await log(iris, of)).entries).toHaveLength(2);
  expect((await log(iris, { ...of, actor_id: omar.id })).entries).toHaveLength(1);
  expect((await log(iris, { ...of, result: "denied" })).entries).toHaveLength(0);
  const now = Math.floor(Date.now() / 1000);
  expect((await log(iris, { ...of, since: now + 60 })).entries).toHaveLength(0);
  expect((await log(iris, { ...of, until: now - 3600 })).entries).toHaveLength(0);
  const [{ context }] = (await log(iris, of)).entries;
  expect((await log(iris, { ...of, ip: context.ip_address })).entries).toHaveLength(2);
  expect((await log(iris, { ...of, ip: "192.0.2.1" })).entries).toHaveLength(0);
  const first = await log(iris, { ...of, limit: 1 });
  expect([first.entries.length, first.found_newest, first.found_oldest]).toEqual([1, true, false]);
  const second = await log(iris, { ...of, before_id: first.entries[0].id });
  expect([second.entries.length, second.found_newest, second.found_oldest]).toEqual([1, false, true]);
  for (const wrong of [{ action: ["user.x"] }, { action: ["no.*"] }, { limit: 0 }, { limit: 1001 }]) {
    expect((await iris.get("/audit_log", wrong)).status).toBe(400);
  }
});
