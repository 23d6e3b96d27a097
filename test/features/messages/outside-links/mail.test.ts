import { expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { freshly } from "../../../support/freshly.ts";
import { lettersAfter } from "../../../support/letters.ts";
import { linkInMailTo, mailsTo } from "../../../support/mail.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { advanceClock, tablesOf, withConfig } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { comeIn, done } from "./support.ts";

const ADDRESS = "ana@example.org";
const MAIL = "/outside_access/mail";

/** An organization with a link to a topic, and a person who joined through it, by default with an email address. */
async function withAna(email: string | null = ADDRESS) {
  const cast = await realm();
  const { iris, omar, noah, host } = cast;
  const channel = await makeChannel(omar, "studio", [iris, omar, noah]);
  await sendToChannel(noah, channel, "logo", "Round or square?");
  const terms = { channel_id: channel, topic: "logo", history: true, max_people: 9 };
  const { url, outside_link } = await omar.ok(omar.post("/outside_links", terms));
  const ana = await comeIn(host, url, "Ana", email === null ? {} : { email });
  const id: number = (await done(ana.ask("GET", "/users/me"))).user_id;
  const mention = (topic = "logo") => sendToChannel(noah, channel, topic, `@**Ana (outside)** look, ${topic}`);
  const confirm = async (address = ADDRESS) => {
    const path = await linkInMailTo(iris, address);
    return { path, answer: await ana.fetch("POST", path) };
  };
  const access = async () =>
    (await done(ana.ask("POST", "/register", { event_types: ["outside_links"] }))).outside_access as Json;
  const letters = async () =>
    (await lettersAfter(iris)).filter(({ to, text }) => to.endsWith("@example.org") && text.includes("unread"));
  return {
    ...cast,
    channel,
    url: url as string,
    link: outside_link.link_id,
    ana,
    id,
    mention,
    confirm,
    access,
    letters,
  };
}

test("[security 29.11] a person outside is emailed about what they miss once they confirm the address", async () => {
  const { ana, noah, channel, mention, confirm, access, letters, iris } = await withAna();
  expect(await access()).toMatchObject({ can_get_mail: true, mail: { email: ADDRESS, confirmed: false } });
  await mention();
  expect(await letters()).toEqual([]);
  const queue = await done(ana.ask("POST", "/register", { event_types: ["outside_links"] }));
  const others = await iris.ok(iris.post("/register", { event_types: ["outside_links"] }));
  const path = await linkInMailTo(iris, ADDRESS);
  const page = await ana.fetch("GET", path);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(ADDRESS)]);
  expect((await access()).mail.confirmed).toBe(false);
  expect((await confirm()).answer.status).toBe(200);
  expect((await ana.fetch("POST", path)).status).toBe(404);
  const { events } = await done(ana.ask("GET", "/events", { ...queue, dont_block: true }));
  expect(events).toMatchObject([{ op: "access", outside_access: { mail: { email: ADDRESS, confirmed: true } } }]);
  expect((await iris.ok(iris.get("/events", { ...others, dont_block: true }))).events).toEqual([]);

  const message = await sendToChannel(noah, channel, "logo", "Both look, logo");
  await mention("prices");
  const [letter, ...more] = (await letters()) as [Json];
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ to: ADDRESS, subject: expect.stringContaining("#studio > logo") });
  expect(letter["text"]).toContain("look, logo");
  expect(letter["text"]).toContain("Replies to this address aren't read.");
  expect(letter["text"]).not.toMatch(/prices|#settings/);
  expect(new URL(letter["url"]).hash).toBe(`#narrow/channel/${channel}-studio/topic/logo/near/${message}`);
});

test("[security 29.11] a person outside can unsubscribe with the link in an email, which deletes the address", async () => {
  const { ana, mention, confirm, access, letters, iris } = await withAna();
  await confirm();
  await mention();
  const [{ headers }] = (await letters()) as [Json];
  const path = new URL(headers["List-Unsubscribe"].slice(1, -1)).pathname;
  expect(await (await ana.fetch("GET", path)).text()).toContain("a…@example.org");
  const page = await ana.fetch("POST", path);
  expect([page.status, await page.text()]).toEqual([200, expect.not.stringContaining("Notifications")]);
  expect(await access()).toMatchObject({ mail: null });
  await mention();
  expect(await letters()).toHaveLength(1);
  expect((await ana.fetch("POST", path)).status).toBe(404);
  expect((await tablesOf(iris))["outside_mailboxes"] ?? []).toEqual([]);
});

test("[security 29.11] no one can see an outside person's address, find them by it, or log in with it", async () => {
  const { ana, confirm, iris, omar, host } = await withAna();
  await confirm();
  const reads = ["/users", "/outside_links", "/audit_log"].map(async (path) => JSON.stringify(await omar.get(path)));
  const registered = JSON.stringify(await omar.post("/register", { include_subscribers: true }));
  for (const text of [...(await Promise.all(reads)), registered]) expect(text).not.toContain(ADDRESS);
  expect((await omar.get(`/users/${ADDRESS}`)).status).toBe(400);
  const bob = new Browser(host);
  expect((await bob.ask("POST", "/login", { username: ADDRESS, password: PASSWORD })).status).toBe(401);
  await bob.fetch("POST", "/accounts/password/reset/", { email: ADDRESS });
  const [letter] = (await mailsTo(iris, ADDRESS, 2)) as [Json];
  expect(letter["url"] ?? "").not.toContain("/password/reset/");
  await iris.ok(iris.post("/users", { email: ADDRESS, password: PASSWORD, full_name: "Another Ana" }));
  expect((await ana.ask("GET", "/users/me")).status).toBe(200);
});

test("[security 29.11] people outside can change and remove their address, and other users cannot set one", async () => {
  const { ana, noah, confirm, mention, access, letters } = await withAna(null);
  expect(await access()).toMatchObject({ mail: null });
  await done(ana.ask("POST", MAIL, { email: ADDRESS }));
  await confirm();
  await done(ana.ask("POST", MAIL, { email: ADDRESS }));
  expect((await access()).mail.confirmed).toBe(true);
  await done(ana.ask("POST", MAIL, { email: "ana.lima@example.org" }));
  await mention();
  expect(await letters()).toEqual([]);
  await confirm("ana.lima@example.org");
  await done(ana.ask("DELETE", MAIL));
  expect((await access()).mail).toBeNull();
  await mention();
  expect(await letters()).toEqual([]);
  expect((await ana.ask("POST", MAIL, { email: "ana" })).status).toBe(400);
  for (const answer of [await noah.post(MAIL, { email: ADDRESS }), await noah.delete(MAIL)]) {
    expect([answer.status, answer.body.msg]).toEqual([400, "No such link"]);
  }
});

test.each(["end", "removal", "leaving", "keeping"])(
  "[security 29.11] a person's address is deleted when their access ends: %s",
  async (how) => {
    const { iris, omar, ana, id, link, confirm, mention, letters, host, url } = await withAna();
    await confirm();
    await comeIn(host, url, "Bea", { email: "bea@example.org" });
    const path = await linkInMailTo(iris, "bea@example.org");
    await mention();
    if (how === "end") await omar.ok(omar.delete(`/outside_links/${link}`));
    if (how === "removal") await omar.ok(omar.delete(`/outside_links/people/${id}`));
    if (how === "leaving") await done(ana.ask("POST", "/logout"));
    if (how === "keeping")
      await omar.ok(freshly(omar).post(`/outside_links/people/${id}/keep`, { email: "a@example.org" }));
    expect((await ana.fetch("POST", path)).status).toBe(how === "end" ? 404 : 200);
    expect(JSON.stringify((await tablesOf(iris))["outside_mailboxes"] ?? [])).not.toContain(ADDRESS);
    expect((await letters()).map(({ to }) => to)).not.toContain(ADDRESS);
  },
);

test("[security 29.11] a confirmation link is valid for a day, and none can be requested on a server without email", async () => {
  const { iris, ana, confirm, host, url } = await withAna();
  await advanceClock(iris, 86_400_000);
  expect((await confirm()).answer.status).toBe(404);
  await withConfig(iris, { mail: "none" }, async () => {
    expect((await ana.ask("POST", MAIL, { email: ADDRESS })).status).toBe(400);
    const entry = await (await new Browser(host).fetch("GET", new URL(url).pathname)).text();
    expect(entry).not.toContain('name="email"');
  });
});

test("[security 29.11] emails to addresses of people outside are limited for each person and address", async () => {
  const { iris, ana, host, url } = await withAna(null);
  const asked = async (who: Browser, email: string) => (await who.ask("POST", MAIL, { email })).status;
  const own: number[] = [];
  for (let n = 0; n < 6; n += 1) own.push(await asked(ana, `ana${n}@example.org`));
  expect(own).toEqual([200, 200, 200, 200, 200, 429]);
  // People of one office come in from one network.
  const people: Browser[] = [];
  for (let n = 0; n < 7; n += 1) people.push(await comeIn(host, url, `Bea ${n}`, { email: `bea${n}@example.org` }));
  // The third email to one address is silently dropped.
  for (const who of people.slice(0, 3)) expect(await asked(who, "one@example.org")).toBe(200);
  expect(await mailsTo(iris, "one@example.org", 2)).toHaveLength(2);
  // Addresses still count after an update.
  const counted = (await tablesOf(iris))["password_reset_letters"]?.map(({ email }: Json) => email);
  expect(counted?.filter((email) => email === "outside one@example.org")).toHaveLength(2);
});

test("[security 29.11] the link in the last email stays valid if another request sends no further email", async () => {
  const { ana, iris } = await withAna();
  for (let n = 0; n < 2; n += 1) await done(ana.ask("POST", MAIL, { email: ADDRESS }));
  const newest = await linkInMailTo(iris, ADDRESS, 2);
  expect((await ana.fetch("POST", newest)).status).toBe(200);
});

test("asking for emails to an address does not count against its limit on password resets", async () => {
  const { ana, omar, iris, host } = await withAna(null);
  const { delivery_email: email } = await omar.ok(omar.get("/users/me"));
  for (let n = 0; n < 3; n += 1) await done(ana.ask("POST", MAIL, { email }));
  await new Browser(host).fetch("POST", "/accounts/password/reset/", { email });
  const urls = (await mailsTo(iris, email, 3)).map(({ url }: Json) => url ?? "");
  expect(urls.filter((url) => url.includes("/password/reset/"))).toHaveLength(1);
});
