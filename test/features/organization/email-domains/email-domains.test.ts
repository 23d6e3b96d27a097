import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { organization, PASSWORD, realm, shared } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const add = (who: Person, domain: string, allow_subdomains = false) =>
  who.post("/realm/domains", { domain, allow_subdomains });
const list = async (who: Person) => (await who.ok(who.get("/realm/domains"))).domains;
const join = (who: Person, email: string) =>
  who.post("/users", { email, full_name: "Somebody New", password: PASSWORD });

describe("[users 9] domains", () => {
  test("are added, changed and removed, and all users get the event", async () => {
    const { iris, mia } = await realm();
    const realm_domain = { domain: "example.org", allow_subdomains: false };
    const [added = []] = await eventsDuring([mia], () => iris.ok(add(iris, " Example.ORG")));
    expect(added).toEqual([{ type: "realm_domains", op: "add", realm_domain, id: expect.any(Number) }]);
    expect(await list(mia)).toEqual([realm_domain]);
    const path = "/realm/domains/example.org";
    const [changed = []] = await eventsDuring([mia], () => iris.ok(iris.patch(path, { allow_subdomains: true })));
    expect(changed).toMatchObject([{ op: "change", realm_domain: { ...realm_domain, allow_subdomains: true } }]);
    const { checkpoint } = await iris.ok(iris.get("/audit_log"));
    const [same] = await eventsDuring([mia], () => iris.ok(iris.patch(path, { allow_subdomains: true })));
    const { entries } = await iris.ok(iris.get("/audit_log", { after_id: checkpoint.size }));
    expect([same, entries]).toEqual([[], []]);
    const [removed = []] = await eventsDuring([mia], () => iris.ok(iris.delete(path)));
    expect(removed).toEqual([{ type: "realm_domains", op: "remove", domain: "example.org", id: expect.any(Number) }]);
    for (const call of [iris.patch(path, { allow_subdomains: true }), iris.delete(path)]) {
      const { status, body } = await call;
      expect([status, body.code, body.msg]).toEqual([404, "BAD_REQUEST", "No entry found for domain example.org."]);
    }
  });

  const withTaken = shared(async () => {
    const { owner } = await organization();
    await owner.ok(add(owner, "taken.org"));
    return { iris: owner };
  });

  test.each([
    ["", "Invalid domain: Domain can't be empty."],
    ["example", "Invalid domain: Domain must have at least one dot (.)"],
    [".example.org", "Invalid domain: Domain cannot start or end with a dot (.)"],
    ["exa_mple.org", "Invalid domain: Domain can only have letters, numbers, '.' and '-'s."],
    ["-a.org", "Invalid domain: Domain can only have letters, numbers, '.' and '-'s."],
    [`${"a".repeat(80)}.org`, "Invalid domain: Domain is too long"],
    ["taken.org", "The domain taken.org is already a part of your organization."],
  ])("are refused with the name %j", async (domain, msg) => {
    const { iris } = await withTaken();
    const { status, body } = await add(iris, domain);
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", msg]);
  });
});

describe("[users 4.1] an organization restricted to email addresses of its domains", () => {
  test("accepts its domains, and their subdomains if these are allowed", async () => {
    const { owner } = await organization();
    await owner.ok(owner.patch("/realm", { emails_restricted_to_domains: true }));
    await owner.ok(add(owner, "example.org", true));
    await owner.ok(add(owner, "strict.org"));
    for (const email of ["a@example.org", "b@Sub.Example.org", "c@strict.org"]) await owner.ok(join(owner, email));
    for (const email of ["d@sub.strict.org", "e@notexample.org", "f@other.org", "g+h@example.org"]) {
      expect((await join(owner, email)).body.msg).toBe(`Email '${email}' not allowed in this organization`);
    }
  });

  test("accepts all addresses again after its last domain is removed", async () => {
    const { iris, mia } = await realm();
    await iris.ok(add(iris, "example.org"));
    await iris.ok(iris.patch("/realm", { emails_restricted_to_domains: true }));
    const [events = []] = await eventsDuring([mia], () => iris.ok(iris.delete("/realm/domains/example.org")));
    expect(events).toMatchObject([
      { type: "realm", op: "update", property: "emails_restricted_to_domains", value: false },
      { type: "realm_domains", op: "remove" },
    ]);
    await iris.ok(join(iris, "anybody@other.org"));
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["organization.setting_changed"], limit: 1 }));
    const restriction = { name: "emails_restricted_to_domains", before: true, after: false };
    expect(entries).toMatchObject([{ details: restriction }]);
  });
});
