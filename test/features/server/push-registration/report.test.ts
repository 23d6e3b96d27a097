import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../../../../src/config/config.ts";
import { storedFacts } from "../../../../src/database/push-organizations.ts";
import { unknownToServiceHook } from "../../../../src/features/messages/push-notifications/hooks.ts";
import { writeSetting } from "../../../../src/features/organization/organization-settings/realm-settings.ts";
import { REPORT_JOB, reportJob } from "../../../../src/features/server/push-registration/report-job.ts";
import { reportOrganizations } from "../../../../src/features/server/push-registration/report-organizations.ts";
import { Log } from "../../../../src/logging/log.ts";
import worker from "../../../../src/worker.ts";
import { changeRealm, identityOf, inRealm, withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Person } from "../../../support/person.ts";
import { Bouncer, FAULTS } from "../../../support/push/bouncer.ts";
import { until } from "../../../support/until.ts";

const SERVICE = "https://push.example";
const KEY = `1b4d3b1e-3f7a-4d7e-9c55-0f3c7d3f0a12:${"k".repeat(64)}`;

/** Limits the database's list to these organizations. Otherwise a report would include those of the whole suite. */
const listing = (database: D1Database, people: readonly Person[]): D1Database =>
  new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const subdomains = people.map(({ host }) => `'${host.split(".")[0]}'`).join();
      const only = `FROM (SELECT * FROM organizations WHERE subdomain IN (${subdomains})) o`;
      if (name === "prepare") return (sql: string) => target.prepare(sql.replace(/FROM organizations o$/m, only));
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** Registers a server with these organizations at a push service while `work` runs. No network requests are made. */
async function registered(people: readonly Person[], work: (bouncer: Bouncer) => Promise<void>) {
  const bouncer = new Bouncer({ credentials: KEY });
  answerOutside(["push.example"], (request) => bouncer.respond(request));
  const databases = { DB: listing(env.DB, people), DB2: listing(env.DB2, people) };
  await withEnv({ PUSH_SERVICE_URL: SERVICE, PUSH_SERVICE_KEY: KEY, ...databases }, () =>
    people.reduce<() => Promise<void>>(
      (inner, person) => () => withConfig(person, { pushService: SERVICE }, inner),
      () => work(bouncer),
    )(),
  );
  expect(bouncer.failures).toEqual([]);
}

const callAs = () => () => Promise.reject(new Error("this job calls no endpoints"));

/** Runs an organization's job with the key that its object wasn't given. */
const work = (person: Person) =>
  inRealm(person, (here) =>
    reportJob({ realm: here, env: { ...env, PUSH_SERVICE_KEY: KEY }, log: new Log(), callAs }, null),
  );
const report = () => reportOrganizations({ config: readConfig(env), env, log: new Log() });
const enabledFor = async (person: Person) =>
  (await person.ok(person.post("/register", {}))).realm_push_notifications_enabled;

async function uuidOf(person: Person) {
  const { id } = await identityOf(person);
  return (await storedFacts(env.DB)).find((facts) => facts.id === id)?.uuid ?? "none";
}

test("a report covers all organizations, even those that reported nothing yet, and each of them gets its push status", async () => {
  const [{ iris }, { iris: other }] = [await realm(), await realm("DB2")];
  await registered([iris, other], async (bouncer) => {
    expect(await report()).toEqual({ kind: "reported", organizations: 2, enabled: 2 });
    const { realms } = bouncer.state;
    expect([realms.has(await uuidOf(iris)), realms.has(await uuidOf(other))]).toEqual([true, true]);
    expect(await enabledFor(other)).toBe(true);
    bouncer.setStatus({ can_push: false, expected_end_timestamp: null });
    // The call that Cloudflare makes.
    await worker.scheduled({}, env);
    expect([await enabledFor(iris), await enabledFor(other)]).toEqual([false, false]);
    bouncer.setStatus({ can_push: true, expected_end_timestamp: 2_000_000_000 });
    await report();
    expect(await other.ok(other.post("/register", {}))).toMatchObject({
      realm_push_notifications_enabled: true,
      realm_push_notifications_enabled_end_timestamp: 2_000_000_000,
    });
  });
});

test("an organization keeps its id and its owner's secret, and no other organization has the same secret", async () => {
  const { iris } = await realm();
  const { iris: other } = await realm();
  await registered([iris, other], async () => {
    await report();
    const of = async (person: Person) => {
      const { id } = await identityOf(person);
      return (await storedFacts(env.DB)).find((facts) => facts.id === id);
    };
    const before = await of(iris);
    await env.DB.prepare("DELETE FROM push_organizations").run();
    await report();
    expect(await of(iris)).toEqual(before);
    expect((await of(other))?.uuid_owner_secret).not.toBe(before?.uuid_owner_secret);
    expect((await of(other))?.uuid).not.toBe(before?.uuid);
  });
});

test("only changes to facts that the service stores are reported", async () => {
  const { iris } = await realm();
  await registered([iris], async (bouncer) => {
    await changeRealm(iris, (changed) => {
      writeSetting(changed, "description", "Tea");
      expect(changed.outbox.waiting(REPORT_JOB)).toBe(0);
      writeSetting(changed, "name", "Harbour");
      writeSetting(changed, "org_type", 30);
      // Both are reported at once.
      expect(changed.outbox.waiting(REPORT_JOB)).toBe(1);
    });
    await work(iris);
    const known = () => uuidOf(iris).then((uuid) => bouncer.state.realms.get(uuid)?.facts);
    expect(await known()).toMatchObject({ name: "Harbour", org_type: 30, deactivated: false });
    await iris.ok(iris.post("/realm/deactivate"));
    await work(iris);
    expect(await known()).toMatchObject({ deactivated: true });
  });
});

test("an organization unknown to the service is reported again, at most once a minute", async () => {
  const { iris } = await realm();
  await registered([iris], async (bouncer) => {
    await report();
    const uuid = await uuidOf(iris);
    bouncer.state.realms.delete(uuid);
    const dueIn = () =>
      changeRealm(iris, (unknown) => {
        unknown.run(unknownToServiceHook);
        const [job] = unknown.outbox.summary().filter((one) => one.job === REPORT_JOB);
        due.push(Math.abs(Math.round(((job?.due_at ?? 0) - unknown.clock.milliseconds()) / 10_000)));
      });
    const due: number[] = [];
    await dueIn();
    await work(iris);
    expect(bouncer.state.realms.has(uuid)).toBe(true);
    await until(() => inRealm(iris, ({ outbox }) => expect(outbox.waiting(REPORT_JOB)).toBe(0)));
    await dueIn();
    expect(due).toEqual([0, 6]);
  });
});

test("a report that is refused gives the reason, and none is sent without a key", async () => {
  const { iris } = await realm();
  await registered([iris], async (bouncer) => {
    bouncer.fault = (call) => (call === "POST server/analytics" ? FAULTS.badCredentials : undefined);
    expect(await report()).toEqual({
      kind: "refused",
      code: "INVALID_ZULIP_SERVER",
      msg: FAULTS.badCredentials.message,
    });
    bouncer.fault = () => FAULTS.down;
    expect(await report()).toEqual({ kind: "unreachable" });
    const before = bouncer.received.length;
    await withEnv({ PUSH_SERVICE_KEY: undefined }, async () => {
      expect(await report()).toEqual({ kind: "not registered" });
    });
    expect(bouncer.received).toHaveLength(before);
  });
});
