import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { askForStream, type EventStream } from "../../../support/event-stream.ts";
import { sendBody } from "../../../support/files.ts";
import { freshly } from "../../../support/freshly.ts";
import { evict, waitingPolls, withEnv } from "../../../support/object.ts";
import { type Cast, PASSWORD, realm } from "../../../support/organization.ts";
import { type Fields, type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const HEADER = "X-Real-IP";
const OFFICE = "192.0.2.7";
const HOME = "203.0.113.9";

/** A user whose requests come from a given IP address. */
class PersonAt extends Person {
  constructor(
    { host, email, key, id }: Person,
    readonly ip: string,
  ) {
    super(host, email, key, id);
  }

  override send(method: string, path: string, fields: Fields = {}, headers: Record<string, string> = {}) {
    return super.send(method, path, fields, { [HEADER]: this.ip, ...headers });
  }
}
const at = (ip: string, person: Person) => new PersonAt(person, ip);

const placed = (work: (cast: Cast & { readonly owner: Person }) => Promise<void>) =>
  withEnv({ ADDRESS_HEADER: HEADER }, async () => {
    const cast = await realm();
    await work({ ...cast, owner: at(OFFICE, cast.iris) });
  });

const office = { network: "192.0.2.0/24", label: "Office", roles: null };
const allow = (owner: Person, ...networks: Json[]) =>
  freshly(owner).send(
    ...(["PATCH", "/realm/allowed_networks", { networks }] as const),
    owner instanceof PersonAt ? { [HEADER]: owner.ip } : {},
  );
const REFUSED = [403, "NETWORK_NOT_ALLOWED"];
const IN = [200, undefined];
const calls = async (person: Person) => {
  const { status, body } = await person.get("/users/me");
  return [status, body.code];
};

describe("[security 3.13] an organization's network restrictions", () => {
  test("refuse requests from elsewhere, with a key or a session, including for files", () =>
    placed(async ({ host, owner, noah }) => {
      const { url } = (await sendBody(noah, "tea.txt", new Blob(["tea"]))).body;
      const browser = new Browser(host);
      const from = (ip: string) => ({ [HEADER]: ip });
      await browser.fetch("POST", `/api/v1/dev_fetch_api_key?username=${noah.email}`, {}, from(OFFICE));
      await owner.ok(allow(owner, office, { network: "2001:db8:1::/48", label: "", roles: null }));
      for (const ip of [OFFICE, "::ffff:192.0.2.200", "2001:db8:1:2::3", "192.0.2.1:4711"]) {
        expect(await calls(at(ip, noah)), ip).toEqual(IN);
        expect((await browser.fetch("GET", "/json/users/me", {}, from(ip))).status, ip).toBe(200);
        expect((await browser.fetch("GET", url, {}, from(ip))).status, ip).toBe(200);
      }
      for (const ip of [HOME, "192.0.3.1", "2001:db8:2::1", "::1", "somebody", ""]) {
        expect(await calls(at(ip, noah)), ip).toEqual(REFUSED);
        expect((await browser.fetch("GET", "/json/users/me", {}, from(ip))).status, ip).toBe(403);
        expect((await browser.fetch("GET", url, {}, from(ip))).status, ip).toBe(403);
        const upload = await sendBody(noah, "tea.txt", new Blob(["tea"]), from(ip));
        expect(upload.body.code, ip).toBe("NETWORK_NOT_ALLOWED");
      }
      await evict(noah);
      expect(await calls(at(HOME, noah))).toEqual(REFUSED);
      await owner.ok(allow(owner));
      expect(await calls(at(HOME, noah))).toEqual(IN);
    }));

  test("let a browser from elsewhere see the login page, and log out", () =>
    placed(async ({ host, owner, noah }) => {
      const browser = new Browser(host);
      const from = (ip: string) => ({ [HEADER]: ip });
      const logIn = () => browser.fetch("POST", `/api/v1/dev_fetch_api_key?username=${noah.email}`, {}, from(OFFICE));
      const countSessions = async () => {
        const inOffice = at(OFFICE, noah);
        return (await inOffice.ok(inOffice.get("/users/me/sessions"))).sessions.length;
      };
      await owner.ok(allow(owner, office));
      await logIn();
      expect((await browser.fetch("GET", "/login/", {}, from(HOME))).status).toBe(200);
      const forged = await browser.fetch("POST", "/json/logout", {}, from(HOME));
      expect([forged.status, await countSessions()]).toEqual([403, 1]);
      const csrf = { "X-CSRFToken": browser.csrf };
      expect((await browser.fetch("POST", "/json/logout", {}, { ...from(HOME), ...csrf })).status).toBe(200);
      expect([await countSessions(), browser.cookies.has("sessionid")]).toEqual([0, false]);
      await logIn();
      const page = { csrfmiddlewaretoken: browser.csrf };
      expect((await browser.fetch("POST", "/accounts/logout", page, from(HOME))).status).toBe(303);
      expect(await countSessions()).toBe(0);
    }));

  test("refuse logins from elsewhere, with an audit log entry", () =>
    placed(async ({ host, owner, noah }) => {
      await owner.ok(allow(owner, office));
      const attempt = (path: string, ip: string) =>
        at(ip, new Person(host, "", "")).post(path, { username: noah.email, password: PASSWORD });
      for (const path of ["/login", "/fetch_api_key"]) {
        const refused = await attempt(path, HOME);
        expect([refused.status, refused.body.code]).toEqual(REFUSED);
        expect((await attempt(path, OFFICE)).status).toBe(200);
      }
      const { entries } = await owner.ok(owner.get("/audit_log", { action: ["login.failed"] }));
      expect(entries).toHaveLength(2);
      expect(entries[0]).toMatchObject({
        ...{ result: "failed", details: { reason: "network" } },
        entity: { id: String(noah.id) },
      });
      const { sessions } = await at(OFFICE, noah).ok(at(OFFICE, noah).get("/users/me/sessions"));
      expect(sessions).toHaveLength(1);
    }));

  test("end polls and streams from a removed network at once, and keep others", () =>
    placed(async ({ owner, noah, mia }) => {
      const listen = async (person: Person, ip: string) => {
        const queue = await at(ip, person).queue({ event_types: ["realm"] });
        const fields = { queue_id: queue.id, last_event_id: queue.state.last_event_id };
        return (await askForStream(person, fields, { [HEADER]: ip })).stream as EventStream;
      };
      const [here, away] = [await listen(mia, OFFICE), await listen(noah, HOME)];
      const queue = await at(HOME, noah).queue({ event_types: ["user_group"] });
      const before = await waitingPolls(owner);
      const poll = at(HOME, noah).get("/events", { queue_id: queue.id, last_event_id: queue.state.last_event_id });
      await until(async () => expect(await waitingPolls(owner)).toBe(before + 1));
      await owner.ok(allow(owner, office));
      expect((await away.closed).code).toBe(4401);
      expect([(await poll).status, (await poll).body.code]).toEqual(REFUSED);
      await owner.ok(owner.patch("/realm", { name: "Still here" }));
      expect((await here.events()).map(({ property }) => property)).toEqual(["name"]);
    }));

  test("can apply only to some roles, and follow changes of role", () =>
    placed(async ({ owner, omar, noah, iris }) => {
      const forAdmins = { ...office, roles: [100, 200] };
      await owner.ok(allow(owner, forAdmins));
      expect([await calls(at(HOME, omar)), await calls(at(HOME, iris)), await calls(at(HOME, noah))]).toEqual([
        ...[REFUSED, REFUSED, IN],
      ]);
      const queue = await at(HOME, noah).queue({ event_types: ["realm"] });
      const fields = { queue_id: queue.id, last_event_id: queue.state.last_event_id };
      const { stream } = await askForStream(noah, fields, { [HEADER]: HOME });
      await owner.ok(owner.patch(`/users/${noah.id}`, { role: 200 }));
      expect((await stream?.closed)?.code).toBe(4401);
      expect([await calls(at(HOME, noah)), await calls(at(OFFICE, noah))]).toEqual([REFUSED, IN]);
      const forGuests = { ...office, roles: [600] };
      await owner.ok(allow(owner, forGuests));
      const { stream: lower } = await askForStream(noah, fields, { [HEADER]: HOME });
      await owner.ok(owner.patch(`/users/${noah.id}`, { role: 600 }));
      expect((await lower?.closed)?.code).toBe(4401);
      await owner.ok(owner.patch(`/users/${noah.id}`, { role: 200 }));
      // Networks for everyone and for one role at the same time.
      await owner.ok(allow(owner, forAdmins, { network: HOME, label: "Home", roles: null }));
      expect([await calls(at(HOME, omar)), await calls(at("198.51.100.1", noah))]).toEqual([IN, REFUSED]);
    }));

  test("apply to bots by their role, except for deliveries of external services, which can only send", () =>
    placed(async ({ owner, noah, bot }) => {
      const [porter, hook] = [await bot(noah), await bot(noah, { bot_type: 2 })];
      await owner.ok(allow(owner, office));
      expect(await calls(at(HOME, porter))).toEqual(REFUSED);
      const message = { type: "stream", to: "general", topic: "t", content: "x" };
      expect((await at(HOME, hook).post("/messages", message)).status).toBe(200);
    }));

  test("do not affect endpoints without a login", () =>
    placed(async ({ host, owner }) => {
      await owner.ok(allow(owner, office));
      expect((await at(HOME, new Person(host, "", "")).get("/server_settings")).status).toBe(200);
    }));
});

describe("[security 3.14] the list of allowed networks", () => {
  test("is refused if it lacks the owner's own address, or if that address is unknown", () =>
    placed(async ({ owner, iris }) => {
      const refused = await allow(at(HOME, iris), office);
      expect([refused.status, refused.body.msg]).toEqual([
        400,
        "Your own network address, 203.0.113.9, is not in this list.",
      ]);
      expect((await allow(iris, office)).body.msg).toBe(
        "This server doesn't know the network addresses of its callers.",
      );
      expect((await owner.ok(owner.get("/realm/allowed_networks"))).networks).toEqual([]);
      // A network for other roles doesn't lock out the owner.
      await owner.ok(allow(at(HOME, iris), { ...office, roles: [400] }));
    }));

  test("is visible only to owners, in normalized form, and changes to it are audited", () =>
    placed(async ({ owner, omar, noah }) => {
      const [admin, member] = [at(OFFICE, omar), at(OFFICE, noah)];
      for (const person of [admin, member]) {
        expect((await person.get("/realm/allowed_networks")).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
        expect((await allow(person, office)).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
      }
      const list = [
        { ...office, network: "192.0.2.9/24" },
        { network: "10.0.0.0/8", label: "", roles: [400, 600] },
      ];
      const { networks } = await owner.ok(allow(owner, ...list));
      expect(networks).toEqual([office, list[1]]);
      expect(await owner.ok(owner.get("/realm/allowed_networks"))).toMatchObject({ networks, own_address: OFFICE });
      await owner.ok(allow(owner, office));
      const { entries } = await owner.ok(owner.get("/audit_log", { action: ["organization.setting_changed"] }));
      expect(entries.map(({ details }: Json) => details)).toEqual([
        { name: "allowed_networks", added: [], removed: ["10.0.0.0/8 for roles 400, 600"], count: 1 },
        { name: "allowed_networks", added: ["192.0.2.0/24", "10.0.0.0/8 for roles 400, 600"], removed: [], count: 2 },
      ]);
    }));

  test.each([
    ["an invalid network", { ...office, network: "office" }],
    ["a prefix length that is too long", { ...office, network: "192.0.2.0/33" }],
    ["a label that is too long", { ...office, label: "x".repeat(101) }],
    ["no roles", { ...office, roles: [] }],
    ["an unknown role", { ...office, roles: [150] }],
    ["a missing field", { network: "192.0.2.0/24", label: "" }],
  ])("is refused with %s", (_, wrong) =>
    placed(async ({ owner }) => {
      await owner.ok(allow(owner, office));
      expect((await allow(owner, office, wrong)).status).toBe(400);
      expect((await owner.ok(owner.get("/realm/allowed_networks"))).networks).toEqual([office]);
    }),
  );

  test("has at most 200 networks", () =>
    placed(async ({ owner }) => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ ...office, network: `10.${n}.0.0/16` }));
      expect((await allow(owner, office, ...many(200))).status).toBe(400);
      await owner.ok(allow(owner, office, ...many(199)));
    }));

  test("is deleted by an operator command, which lets the owner in again", async () => {
    const setup_token = "the token";
    await placed(async ({ host, owner, iris }) => {
      await owner.ok(allow(owner, office));
      await withEnv({ SETUP_TOKEN: setup_token }, async () => {
        expect(await calls(at(HOME, iris))).toEqual(REFUSED);
        const operator = at(HOME, new Person(host, "", ""));
        const ask = (token: string) =>
          operator.post("/organizations/any_network", { subdomain: host.split(".")[0], setup_token: token });
        expect((await ask("a wrong one")).status).not.toBe(200);
        expect(await operator.ok(ask(setup_token))).toMatchObject({ removed: 1 });
        expect(await calls(at(HOME, iris))).toEqual(IN);
        expect(await operator.ok(ask(setup_token))).toMatchObject({ removed: 0 });
        const { entries } = await owner.ok(
          owner.get("/audit_log", { action: ["organization.setting_changed"], limit: 1 }),
        );
        expect(entries[0]).toMatchObject({ actor: { type: "operator" }, details: { removed: ["192.0.2.0/24"] } });
      });
    });
  });
});
