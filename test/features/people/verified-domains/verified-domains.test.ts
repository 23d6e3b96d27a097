import { expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { visitPage } from "../../../support/mail.ts";
import { fetchMessages, notesTo } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { OWNER_PASSWORD } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json } from "../../../support/person.ts";
import { schedule, scheduledMessagesOf } from "../../../support/scheduled-messages.ts";
import { until } from "../../../support/until.ts";
import { entryOf, type World, withServices } from "../sso-connections/with-connection.ts";

const DOMAINS = "/realm/login_domains";
const DNS = "cloudflare-dns.com";

/** Mocks DNS with these TXT records by name, and a status for other names. If undefined, DNS doesn't answer. */
function withDns(records: Readonly<Record<string, readonly string[]>> | undefined, otherwise = 3): void {
  answerOutside([DNS], ({ url }) => {
    const { searchParams } = new URL(url);
    if (records === undefined) return new Response("down", { status: 502 });
    const name = searchParams.get("name") ?? "";
    const Answer = records[name]?.map((text) => ({ name, type: 16, TTL: 300, data: text }));
    return Response.json({ Status: Answer === undefined ? otherwise : 0, ...(Answer && { Answer }) });
  });
}

const added = async ({ owner }: World, domain = "Acme.example"): Promise<Json> =>
  (await succeeds(owner.ask("POST", DOMAINS, { domain }))).login_domain;

const checked = async ({ owner }: World, { id }: Json): Promise<Json> =>
  (await succeeds(owner.ask("POST", `${DOMAINS}/${id}/check`))).login_domain;

const enterAddress = async ({ host }: World, email: string) => {
  const page = await new Browser(host).fetch("POST", "/login/company/", { email, next: "/#recent" });
  return { status: page.status, refresh: page.headers.get("refresh"), text: await page.text() };
};

test("[security 19.13] a login with an address in a DNS-verified domain is redirected to that domain's connection", () =>
  withServices(async (world) => {
    const { host, connect, provider } = world;
    await connect({ domains: ["acme.example"] });
    const domain = await added(world);
    expect(domain).toEqual({
      ...{ id: 1, domain: "acme.example", record_name: "_parley.acme.example", verified_at: null },
      ...{ checked_at: null, missing_since: null },
      record_value: expect.stringMatching(/^parley-domain=\w{32}$/),
    });
    const loginPage = async () => (await visitPage(host, "/login/")).text();
    expect((await enterAddress(world, "ann@acme.example")).status).toBe(400);
    expect(await loginPage()).not.toContain("/login/company/");
    withDns({ [domain.record_name]: ['"v=spf1 -all"', '"parley-domain=" "another"'] });
    expect(await checked(world, domain)).toMatchObject({ verified_at: null, checked_at: expect.any(Number) });
    expect((await enterAddress(world, "ann@acme.example")).status).toBe(400);
    const [start, end] = [domain.record_value.slice(0, 20), domain.record_value.slice(20)];
    withDns({ [domain.record_name]: [`"${start}" "${end}"`] });
    expect(await checked(world, domain)).toMatchObject({ verified_at: expect.any(Number) });
    expect((await entryOf(world, "organization.domain_changed")).details).toEqual({
      ...{ what: "verified for logins", domain: "acme.example" },
    });
    expect(await loginPage()).toContain('href="/login/company/?next=%2F"');
    const { status, refresh } = await enterAddress(world, "Ann@Acme.example");
    expect(status).toBe(200);
    const begun = await new Browser(host).fetch("GET", refresh?.replace("0;url=", "") ?? "");
    const address = new URL(begun.headers.get("location") ?? "");
    expect([address.origin, address.searchParams.get("login_hint")]).toEqual([provider.issuer, "Ann@Acme.example"]);
    withDns({});
    expect(await checked(world, domain)).toMatchObject({ verified_at: null });
    expect((await enterAddress(world, "ann@acme.example")).status).toBe(400);
  }));

test("a domain stays verified during DNS failures, but not if its record no longer exists", () =>
  withServices(async (world) => {
    const domain = await added(world);
    withDns({ [domain.record_name]: [domain.record_value] });
    const verified = await checked(world, domain);
    expect(verified.verified_at).toEqual(expect.any(Number));
    const check = () => world.owner.ask("POST", `${DOMAINS}/${domain.id}/check`);
    // FORMERR, SERVFAIL, NOTIMP, REFUSED: RFC 1035, section 4.1.1.
    for (const Status of [1, 2, 4, 5]) {
      withDns({}, Status);
      expect((await check()).status, `${Status}`).toBe(503);
      expect((await world.iris.ok(world.iris.get(DOMAINS))).login_domains).toEqual([verified]);
    }
    for (const Status of [3, 0]) {
      withDns({ [domain.record_name]: [domain.record_value] });
      expect((await checked(world, domain)).verified_at).toEqual(expect.any(Number));
      withDns({}, Status);
      expect((await checked(world, domain)).verified_at).toBeNull();
    }
  }));

const DAY = 86_400_000;
const domainNow = async ({ iris }: World): Promise<Json> => (await iris.ok(iris.get(DOMAINS))).login_domains[0];

test("[security 19.13] a verified domain is rechecked monthly, and stays valid for a week without its record", () =>
  withServices(async (world) => {
    const { iris, connect } = world;
    await connect({ domains: ["acme.example"] });
    const domain = await added(world);
    const isThere = () => withDns({ [domain.record_name]: [domain.record_value] });
    isThere();
    const { checked_at } = await checked(world, domain);
    const before = (await notesTo(iris)).length;
    const told = async () => (await notesTo(iris)).slice(before);
    await advanceClock(iris, 31 * DAY);
    await until(async () => expect((await domainNow(world)).checked_at).toBeGreaterThan(checked_at));
    // An unreachable DNS proves nothing.
    withDns(undefined);
    await advanceClock(iris, 31 * DAY);
    expect(await domainNow(world)).toMatchObject({ verified_at: expect.any(Number), missing_since: null });
    withDns({});
    await advanceClock(iris, 2 * DAY);
    await until(async () => expect((await domainNow(world)).missing_since).toEqual(expect.any(Number)));
    await until(async () => expect(await told()).toEqual([expect.stringContaining(domain.record_value)]));
    await advanceClock(iris, 2 * DAY);
    expect((await enterAddress(world, "ann@acme.example")).status).toBe(200);
    isThere();
    await advanceClock(iris, 2 * DAY);
    await until(async () => expect((await domainNow(world)).missing_since).toBeNull());
    withDns({});
    // The clock stands still while a check runs.
    await until(async () => {
      await advanceClock(iris, 2 * DAY);
      expect((await domainNow(world)).verified_at).toBeNull();
    });
    expect((await enterAddress(world, "ann@acme.example")).status).toBe(400);
    expect(await told()).toEqual([
      expect.stringContaining(domain.record_value),
      expect.stringContaining(domain.record_value),
      expect.stringContaining("no longer verified"),
    ]);
    expect(await entryOf(world, "organization.domain_changed")).toMatchObject({
      actor: { type: "system" },
      details: { what: "no longer verified", domain: "acme.example" },
    });
  }));

test("DNS that doesn't answer delays only the caller who asked for it", () =>
  withServices(async (world) => {
    const { iris, omar } = world;
    const domain = await added(world);
    withDns({ [domain.record_name]: [domain.record_value] });
    const { checked_at } = await checked(world, domain);
    const before = globalThis.fetch;
    const held = Promise.withResolvers<void>();
    let asked = 0;
    answerOutside([DNS], async (request) => {
      asked += 1;
      await held.promise;
      return before(request);
    });
    // The organization checks on its own, and an owner asks too.
    await advanceClock(iris, 31 * DAY);
    await until(() => expect(asked).toBe(1));
    const owner = await logIn(world.host, iris.email, OWNER_PASSWORD);
    const check = owner.ask("POST", `${DOMAINS}/${domain.id}/check`);
    await until(() => expect(asked).toBe(2));
    const due = await schedule(omar, { type: "direct", to: [iris.id], content: "in a minute" });
    expect(due.status).toBe(200);
    await advanceClock(iris, 61_000);
    await until(async () => expect(await scheduledMessagesOf(omar)).toEqual([]));
    const { messages } = await fetchMessages(iris, { narrow: [["is", "dm"]], apply_markdown: false });
    expect(messages.at(-1).content).toBe("in a minute");
    expect(await domainNow(world)).toMatchObject({ checked_at });
    held.resolve();
    expect((await check).status).toBe(200);
    await until(async () => expect((await domainNow(world)).checked_at).toBeGreaterThan(checked_at));
  }));

test("[security 19.14] the login page does not reveal whether an address has an account", () =>
  withServices(async (world) => {
    const { iris, connect } = world;
    await connect({ domains: ["example.com"] });
    const domain = await added(world, "example.com");
    withDns({ [domain.record_name]: [`"${domain.record_value}"`] });
    await checked(world, domain);
    const shown = async (email: string) => {
      const { status, refresh, text } = await enterAddress(world, email);
      return JSON.stringify({ status, refresh, text })
        .replaceAll(encodeURIComponent(email), "X")
        .replaceAll(email, "X");
    };
    expect(await shown(iris.email)).toBe(await shown("nobody@example.com"));
    expect(await shown("iris@elsewhere.example")).toBe(await shown("nobody@elsewhere.example"));
  }));

test("only owners with a recent login can add domains, up to twenty and each once", () =>
  withServices(async (world) => {
    const { iris, omar, owner } = world;
    const domain = await added(world);
    for (const { status } of [await omar.get(DOMAINS), await omar.post(DOMAINS, { domain: "x.example" })])
      expect(status).toBe(400);
    expect((await iris.post(DOMAINS, { domain: "x.example" })).body.code).toBe("FRESH_LOGIN_REQUIRED");
    expect((await iris.post(`${DOMAINS}/${domain.id}/check`)).body.code).toBe("FRESH_LOGIN_REQUIRED");
    expect((await iris.delete(`${DOMAINS}/${domain.id}`)).body.code).toBe("FRESH_LOGIN_REQUIRED");
    const again = await owner.ask("POST", DOMAINS, { domain: "acme.example" });
    expect(again.body.msg).toBe("The domain acme.example is there already.");
    withDns(undefined);
    expect((await owner.ask("POST", `${DOMAINS}/${domain.id}/check`)).status).toBe(503);
    for (let n = 2; n <= 20; n++) await added(world, `n${n}.example`);
    const more = await owner.ask("POST", DOMAINS, { domain: "more.example" });
    expect(more.body.msg).toBe("An organization can have 20 domains for logins.");
    await succeeds(owner.ask("DELETE", `${DOMAINS}/${domain.id}`));
    expect((await iris.ok(iris.get(DOMAINS))).login_domains).toHaveLength(19);
    expect((await owner.ask("DELETE", `${DOMAINS}/${domain.id}`)).status).toBe(404);
  }));
