import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { freshly } from "../../../support/freshly.ts";
import { linkInMailTo, mailsTo } from "../../../support/mail.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { comeIn, done } from "./support.ts";

const ADDRESS = "ana@example.org";
const HELLO = { type: "stream", topic: "logo", content: "Hello" };

/** A person outside with a message, by default in an organization that anyone can join. */
async function withAna({ fields = {}, settings = {}, channel: options = {} }: Record<string, Json> = {}) {
  const cast = await realm();
  const { iris, omar, host } = cast;
  const channel = await makeChannel(iris, "studio", [iris, omar], options);
  await sendToChannel(iris, channel, "logo", "Round or square?");
  await iris.ok(iris.patch("/realm", { invite_required: false, ...settings }));
  const terms = { channel_id: channel, history: true, ...fields };
  const { url, outside_link } = await omar.ok(omar.post("/outside_links", terms));
  const ana = await comeIn(host, url);
  const id: number = (await done(ana.ask("GET", "/users/me"))).user_id;
  const message: number = (await done(ana.ask("POST", "/messages", { ...HELLO, to: channel }))).id;
  const wish = async (email = ADDRESS) => (await done(ana.ask("POST", "/outside_access/keep", { email }))).email_sent;
  const link = async () => (await iris.ok(iris.get("/outside_links"))).outside_links[0] as Json;
  const account = async () => (await iris.ok(iris.get(`/users/${id}`))).user as Json;
  const keep = (email?: string) =>
    freshly(omar).post(`/outside_links/people/${id}/keep`, email === undefined ? {} : { email });
  const end = () => omar.ok(omar.delete(`/outside_links/${outside_link.link_id}`));
  return { ...cast, channel, url: url as string, ana, id, message, wish, link, account, keep, end };
}

describe("[security 29.9] a person outside keeps their account in an organization that anyone can join", () => {
  test("through a link emailed to their address, with all their messages and a new password", async () => {
    const { iris, host, ana, id, message, wish, link, account, end } = await withAna();
    expect(await wish()).toBe(true);
    const path = await linkInMailTo(iris, ADDRESS);
    const phone = new Browser(host);
    const page = await (await phone.fetch("GET", path)).text();
    for (const text of ["“Ana”", ADDRESS]) expect(page).toContain(text);
    expect((await account()).full_name).toBe("Ana (outside)");
    const kept = await phone.fetch("POST", path);
    expect(kept.status).toBe(303);
    expect(await account()).toMatchObject({ user_id: id, full_name: "Ana", role: 600, delivery_email: ADDRESS });
    expect((await ana.ask("GET", "/users/me")).status).toBe(401);
    const password = await phone.fetch("POST", kept.headers.get("location") ?? "", { password: PASSWORD });
    expect(password.status).toBe(303);
    expect((await phone.fetch("POST", path)).status).toBe(404);
    await end();
    expect((await done(phone.ask("GET", "/users/me"))).user_id).toBe(id);
    expect((await done(phone.ask("GET", `/messages/${message}`))).message.sender_full_name).toBe("Ana");
    expect(await link()).toMatchObject({ people: [], kept: 1 });
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["outside_link.person_kept"] }));
    expect(entries).toMatchObject([{ actor: { id }, entity: { id: String(id) } }]);
  });

  test("as a guest, even if they were given a higher role", async () => {
    const { iris, host, id, wish, account } = await withAna();
    await iris.ok(iris.patch(`/users/${id}`, { role: 400 }));
    await wish();
    await new Browser(host).fetch("POST", await linkInMailTo(iris, ADDRESS));
    expect(await account()).toMatchObject({ full_name: "Ana", role: 600 });
  });

  test("without revealing who has an account, and without freeing a place on the link", async () => {
    const { iris, mia, host, url, ana, wish } = await withAna();
    expect(await wish(mia.email)).toBe(true);
    const path = await linkInMailTo(iris, mia.email);
    const answer = await ana.fetch("POST", path);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("Email is already in use.")]);
    await wish();
    expect((await ana.fetch("POST", path)).status).toBe(404);
    expect((await ana.fetch("POST", await linkInMailTo(iris, ADDRESS))).status).toBe(303);
    expect((await new Browser(host).fetch("GET", new URL(url).pathname)).status).toBe(404);
    expect((await ana.fetch("POST", new URL(url).pathname)).status).toBe(404);
  });

  test("only within a day, while the link is open, and with an address that can join", async () => {
    const { iris, ana, wish, end } = await withAna();
    await iris.ok(iris.post("/realm/domains", { domain: "example.org", allow_subdomains: false }));
    await iris.ok(iris.patch("/realm", { emails_restricted_to_domains: true }));
    expect((await ana.ask("POST", "/outside_access/keep", { email: "a@other.example" })).status).toBe(400);
    await wish();
    const path = await linkInMailTo(iris, ADDRESS);
    await advanceClock(iris, 86_400_000);
    expect((await ana.fetch("GET", path)).status).toBe(404);
    await wish();
    const later = await linkInMailTo(iris, ADDRESS, 2);
    await end();
    expect((await ana.fetch("POST", later)).status).toBe(404);
  });

  test("but can ask for this only five times in half an hour", async () => {
    const { ana } = await withAna({ settings: { invite_required: true } });
    const answers: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      answers.push((await ana.ask("POST", "/outside_access/keep", { email: ADDRESS })).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("[security 29.9] administrators decide whether a person outside stays", () => {
  test.each([
    ["people need an invitation", { settings: { invite_required: true } }],
    ["the link opens only a topic", { fields: { topic: "logo" } }],
    ["a guest would see more of the channel", { fields: { history: false } }],
    ["the channel is private", { channel: { invite_only: true, history_public_to_subscribers: true } }],
    ["it also hides its history", { channel: { invite_only: true }, fields: { history: false } }],
    ["password login is disabled", { settings: { authentication_methods: { Email: false, Dev: true } } }],
  ])("if %s", async (_, options) => {
    const { iris, ana, id, wish, link } = await withAna(options);
    const queue = await iris.ok(iris.post("/register", { event_types: ["outside_links"] }));
    expect(await wish()).toBe(false);
    expect(await mailsTo(iris, ADDRESS, 0)).toEqual([]);
    expect((await link()).people).toMatchObject([{ user_id: id, wants_to_stay: { email: ADDRESS } }]);
    const { events } = await iris.ok(iris.get("/events", { ...queue, dont_block: true }));
    expect(events.map(({ op }: Json) => op)).toContain("managed");
    const { outside_access } = await done(ana.ask("POST", "/register", { event_types: ["outside_links"] }));
    expect(outside_access).toMatchObject({ can_keep: false, wants_to_stay: { email: ADDRESS } });
  });

  test("after a request, which sends one event per address to those administrators and that person only", async () => {
    const { iris, omar, host, url, ana, wish } = await withAna({
      settings: { invite_required: true },
      fields: { max_people: 2 },
    });
    const bea = await comeIn(host, url, "Bea");
    const callers = [iris, omar, ana, bea].map((who) => (method: string, path: string, fields: Json) => {
      return done(who instanceof Browser ? who.ask(method, path, fields) : who.send(method, path, fields));
    });
    const queues = await Promise.all(
      callers.map((ask) => ask("POST", "/register", { event_types: ["outside_links"] })),
    );
    for (const address of [ADDRESS, ADDRESS, "ana.lima@example.org"]) await wish(address);
    const seen = callers.map(async (ask, index) => {
      const { queue_id, last_event_id } = queues[index] ?? {};
      const { events } = await ask("GET", "/events", { queue_id, last_event_id, dont_block: true });
      return events.map(({ op }: Json) => op);
    });
    const managed = ["managed", "managed"];
    expect(await Promise.all(seen)).toEqual([managed, managed, ["access", "access"], []]);
  });

  test("and make them a guest, who must confirm the address before logging in", async () => {
    const cast = await withAna({ settings: { invite_required: true } });
    const { iris, omar, host, ana, id, wish, account, keep, end } = cast;
    expect((await keep()).body.msg).toBe("Enter an email address.");
    await wish();
    await omar.ok(keep());
    expect(await account()).toMatchObject({ full_name: "Ana", role: 600, delivery_email: ADDRESS });
    expect((await ana.ask("GET", "/users/me")).status).toBe(401);
    const path = await linkInMailTo(iris, ADDRESS);
    await end();
    expect((await ana.fetch("POST", path)).status).toBe(200);
    await ana.fetch("POST", "/accounts/password/reset/", { email: ADDRESS });
    const reset = await linkInMailTo(iris, ADDRESS, 2);
    const phone = new Browser(host);
    expect((await phone.fetch("POST", reset, { password: PASSWORD })).status).toBe(303);
    expect((await done(phone.ask("GET", "/users/me"))).user_id).toBe(id);
    expect((await keep()).status).toBe(400);
  });

  test("even after the link has ended, and with another address", async () => {
    const { account, keep, end, link, message, iris, omar } = await withAna();
    await end();
    expect((await account()).is_active).toBe(false);
    const { queue_id, last_event_id } = await iris.ok(iris.post("/register", { event_types: ["outside_links"] }));
    await omar.ok(keep("ana.lima@example.org"));
    const { events } = await iris.ok(iris.get("/events", { queue_id, last_event_id, dont_block: true }));
    expect(events.map(({ op }: Json) => op)).toEqual(["managed"]);
    expect(await account()).toMatchObject({ is_active: true, delivery_email: "ana.lima@example.org" });
    expect(await link()).toMatchObject({ people: [], kept: 1 });
    expect((await iris.ok(iris.get(`/messages/${message}`))).message.sender_full_name).toBe("Ana");
  });

  test("only if they could add that person to the channel themselves", async () => {
    const { iris, omar, noah, host } = await realm();
    const channel = await makeChannel(iris, "secret", [iris], { invite_only: true });
    const { url } = await iris.ok(iris.post("/outside_links", { channel_id: channel }));
    const ana = await comeIn(host, url);
    const { user_id } = await done(ana.ask("GET", "/users/me"));
    const path = `/outside_links/people/${user_id}/keep`;
    const ask = (who: Person) => freshly(who).post(path, { email: ADDRESS });
    expect((await ask(noah)).body.msg).toBe("Must be an organization administrator");
    expect((await ask(omar)).body.msg).toBe("Insufficient permission");
    expect((await ana.ask("POST", path, { email: ADDRESS })).status).toBe(403);
    await iris.ok(iris.patch("/realm", { require_unique_names: true }));
    await iris.ok(iris.patch(`/users/${noah.id}`, { full_name: "Ana" }));
    expect((await ask(iris)).body.msg).toBe("Unique names required in this organization.");
    await iris.ok(iris.patch(`/users/${noah.id}`, { full_name: "Noah" }));
    expect((await ask(iris)).status).toBe(200);
  });
});

test("[security 29.9] a regular user's account cannot be kept like that of a person outside", async () => {
  const { noah, mia, iris } = await realm();
  expect((await noah.post("/outside_access/keep", { email: ADDRESS })).status).toBe(400);
  const answer = await freshly(iris).post(`/outside_links/people/${mia.id}/keep`, { email: ADDRESS });
  expect([answer.status, answer.body.msg]).toEqual([400, "No such user"]);
});
