import { describe, expect, test } from "vitest";
import { linkTo, visit } from "../mail/letters.ts";
import { eventsDuring } from "../support/events-during.ts";
import { advance, withConfig } from "../support/object.ts";
import { PASSWORD, realm } from "../support/organization.ts";
import { type Fields, type Json, Person } from "../support/person.ts";

const NINA = { full_name: "Nina New", password: PASSWORD };
const MAIL = "nina@example.org";

async function invited(by: Person, fields: Fields = {}): Promise<string> {
  await by.ok(by.post("/invites", { invitee_emails: MAIL, stream_ids: [], ...fields }));
  return linkTo(by, MAIL);
}
async function linked(by: Person, fields: Fields = {}): Promise<string> {
  const { invite_link } = await by.ok(by.post("/invites/multiuse", fields));
  return new URL(invite_link).pathname;
}
async function login({ host }: Person, username: string): Promise<Person> {
  const stranger = new Person(host, "", "");
  const { api_key, user_id } = await stranger.ok(stranger.post("/fetch_api_key", { username, password: PASSWORD }));
  return new Person(host, username, api_key, user_id);
}
const directMessages = async (person: Person): Promise<Json[]> => {
  const query = { narrow: [{ operator: "is", operand: "dm" }], anchor: "oldest", num_before: 0, num_after: 100 };
  return (await person.ok(person.get("/messages", { ...query, apply_markdown: false }))).messages;
};

test("[users-groups-org 7] the whole walk, from an invitation to the first message", async () => {
  const { iris, noah, host } = await realm();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }] }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "harbour" }));
  const { group_id } = await noah.ok(
    noah.post("/user_groups/create", { name: "pilots", description: "", members: [] }),
  );
  const path = await invited(noah, {
    stream_ids: [stream_id],
    group_ids: [group_id],
    include_realm_default_subscriptions: true,
  });

  const form = await visit(host, path);
  const text = await form.text();
  expect([form.status, form.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(form.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(form.headers.get("referrer-policy")).toBe("same-origin");
  for (const part of [
    "Noah Example invites you to Test",
    `value="${MAIL}" disabled`,
    'name="full_name"',
    'method="post"',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("<script");

  const seen = await eventsDuring([noah, iris], async () => {
    const page = await visit(host, path, NINA);
    expect(page.status).toBe(200);
    const welcome = await page.text();
    expect(welcome).toContain(`http://${host}`);
    expect(welcome).toContain(MAIL);
  });
  for (const events of seen) {
    const types = events.map(({ type, op }) => (op ? `${type}/${op}` : type));
    const expected = ["realm_user/add", "user_group/add_members", "subscription/peer_add", "invites_changed"];
    expect(types).toEqual(expect.arrayContaining(expected));
  }

  const nina = await login(iris, MAIL);
  const me = await nina.ok(nina.get("/users/me"));
  expect(me).toMatchObject({ full_name: "Nina New", role: 400, delivery_email: MAIL });
  const { subscriptions } = await nina.ok(nina.get("/users/me/subscriptions"));
  expect(subscriptions.map(({ name }: Json) => name).sort()).toEqual(["general", "harbour"]);
  const member = await iris.ok(iris.get(`/user_groups/${group_id}/members/${nina.id}`));
  expect(member.is_user_group_member).toBe(true);

  const [note] = await directMessages(noah);
  expect(note).toMatchObject({
    sender_full_name: "Notification Bot",
    content: `@_**Nina New|${nina.id}** accepted your invitation to join!`,
  });
  const [welcome, ...more] = await directMessages(nina);
  expect(welcome).toMatchObject({
    sender_full_name: "Welcome Bot",
    content: expect.stringContaining("welcome to Test"),
  });
  expect(more).toEqual([]);

  const sent = await nina.post("/messages", { type: "stream", to: "harbour", topic: "hello", content: "I am here" });
  expect(sent.body).toMatchObject({ result: "success", id: expect.any(Number) });

  // It was for one.
  const again = await visit(host, path, { ...NINA, full_name: "Another" });
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining("accepted already")]);
  expect((await iris.ok(iris.get("/invites"))).invites).toEqual([]);
});

const withoutMail = (person: Person, work: () => Promise<void>) => withConfig(person, { mail: "none" }, work);

test("[users-groups-org 7] a link is for many, who show that their addresses are theirs", async () => {
  const { iris, noah, host } = await realm();
  const path = await linked(iris, { invite_as: 600 });
  const form = await (await visit(host, path)).text();
  expect(form).toContain("Iris Owner invites you to Test");
  expect(form).toContain('name="email"');
  expect(form).not.toContain('name="password"');
  for (const email of ["one@example.org", "two@example.org"]) {
    const page = await visit(host, path, { email });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`to <code>${email}</code>`)]);
    const personal = await linkTo(iris, email);
    expect(await (await visit(host, personal)).text()).toContain(`value="${email}" disabled`);
    expect((await visit(host, personal, NINA)).status).toBe(200);
    const person = await login(iris, email);
    expect((await person.ok(person.get("/users/me"))).role).toBe(600);
    // No channels were offered.
    expect((await person.ok(person.get("/users/me/subscriptions"))).subscriptions).toEqual([]);
  }
  expect(await directMessages(iris)).toEqual([]);
  // What was asked for is no invitation of anybody's.
  await visit(host, path, { email: MAIL });
  for (const person of [iris, noah]) {
    const { invites } = await person.ok(person.get("/invites"));
    expect(invites.filter((one: Json) => !one.is_multiuse)).toEqual([]);
  }
});

test("a link's account cannot be made without the letter", async () => {
  const { iris, host } = await realm();
  const path = await linked(iris);
  const stranger = new Person(host, "", "");
  const direct = await stranger.post(path, { ...NINA, email: MAIL });
  expect([direct.status, direct.body.msg]).toEqual([400, "Confirm your email address first."]);
});

test("what a link leads to ends with it, and after a day", async () => {
  const { iris, host } = await realm();
  const path = await linked(iris, { invite_expires_in_minutes: null });
  await visit(host, path, { email: "one@example.org" });
  const first = await linkTo(iris, "one@example.org");
  expect((await visit(host, first)).status).toBe(200);
  await advance(iris, 86_400_000);
  expect((await visit(host, first)).status).toBe(404);
  await visit(host, path, { email: "two@example.org" });
  const second = await linkTo(iris, "two@example.org");
  expect((await visit(host, second)).status).toBe(200);
  await iris.ok(iris.delete(`/invites/multiuse/${(await iris.ok(iris.get("/invites"))).invites[0].id}`));
  expect((await visit(host, second)).status).toBe(404);
});

test("[conventions 6] a stranger causes five letters a day", async () => {
  const { iris, host } = await realm();
  const path = await linked(iris);
  const stranger = new Person(host, "", "");
  const ask = (email: string, address: string) =>
    stranger.send("POST", `${path}email`, { email }, { "cf-connecting-ip": address });
  for (let i = 0; i < 5; i += 1) await stranger.ok(ask(`p${i}@example.org`, "192.0.2.1"));
  const { status, body } = await ask("p5@example.org", "192.0.2.1");
  expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
  await stranger.ok(ask("p6@example.org", "192.0.2.2"));
  await advance(iris, 86_400_000);
  await stranger.ok(ask("p7@example.org", "192.0.2.1"));
});

test("where there is no mail, whoever has the link joins at once", async () => {
  const { iris, host } = await realm();
  await withoutMail(iris, async () => {
    const path = await linked(iris);
    expect(await (await visit(host, path)).text()).toContain('name="password"');
    expect((await visit(host, path, { ...NINA, email: MAIL })).status).toBe(200);
    expect((await login(iris, MAIL)).id).toBeGreaterThan(0);
    const { body } = await iris.post("/invites", { invitee_emails: "x@example.org", stream_ids: [] });
    expect([body.code, body.msg]).toEqual(["BAD_REQUEST", expect.stringContaining("cannot send email")]);
    expect((await iris.ok(iris.get("/invites"))).invites).toHaveLength(1);
  });
});

test("[4.12] whoever invited is told only if they want to be", async () => {
  const { iris, host } = await realm();
  await visit(host, await invited(iris, { notify_referrer_on_join: false }), NINA);
  await login(iris, MAIL);
  expect(await directMessages(iris)).toEqual([]);
});

test("an account made otherwise ends the invitations of its address", async () => {
  const { iris, noah, host } = await realm();
  const first = await invited(noah);
  await iris.ok(iris.post("/invites", { invitee_emails: MAIL.toUpperCase(), stream_ids: [] }));
  await visit(host, first, NINA);
  expect((await iris.ok(iris.get("/invites"))).invites).toEqual([]);
});

describe("what is wrong is told in the form, which keeps what was entered", () => {
  test.each([
    [{ full_name: "x" }, "Name too short!"],
    [{ full_name: "Ni*na" }, "Invalid characters in name!"],
    [{ full_name: "" }, "Missing &#39;full_name&#39; argument"],
    [{ password: "short" }, "New password is too weak!"],
    [{ email: "no address" }, "Enter a valid email address."],
    [{ email: "" }, "Enter your email address."],
    [{ email: "noah@example.com" }, "Email is already in use."],
    [{ email: "x@mailinator.com" }, "Disposable email addresses are not allowed in this organization"],
  ])("%j", async (wrong, msg) => {
    const { iris, host } = await realm();
    await withoutMail(iris, async () => {
      const path = await linked(iris);
      const entered = { ...NINA, email: MAIL, ...wrong };
      const page = await visit(host, path, entered);
      const text = await page.text();
      expect([page.status, text]).toEqual([400, expect.stringContaining(`role="alert">${msg}`)]);
      expect(text).toContain(`name="full_name" value="${entered.full_name}"`);
      expect(text).not.toContain(entered.password);
      // The invitation is still good.
      expect((await visit(host, path, { ...NINA, email: MAIL })).status).toBe(200);
    });
  });

  test.each([
    ["", "Missing &#39;email&#39; argument"],
    ["no address", "Enter a valid email address."],
    ["NOAH@example.com", "Email is already in use."],
    ["x@mailinator.com", "Disposable email addresses are not allowed in this organization"],
  ])("the address %s", async (email, msg) => {
    const { iris, host } = await realm();
    const page = await visit(host, await linked(iris), { email });
    const text = await page.text();
    expect([page.status, text]).toEqual([400, expect.stringContaining(`role="alert">${msg}`)]);
    expect(text).toContain(`name="email" value="${email}"`);
  });

  test("unique names", async () => {
    const { iris, host } = await realm();
    await iris.ok(iris.patch("/realm", { require_unique_names: true }));
    const page = await visit(host, await invited(iris), { ...NINA, full_name: "noah example" });
    expect(await page.text()).toContain("Unique names required in this organization.");
  });

  test("the address of an invitation cannot be exchanged", async () => {
    const { iris, host } = await realm();
    await visit(host, await invited(iris), { ...NINA, email: "other@example.org" });
    expect((await login(iris, MAIL)).id).toBeGreaterThan(0);
  });
});

describe("hostile input stays text", () => {
  const XSS = `"><script>alert(1)</script>`;

  test("in the names that the page shows, and in what was entered", async () => {
    const { iris, host } = await realm();
    await iris.ok(iris.patch("/realm", { name: `<b>${XSS}`.slice(0, 40) }));
    const path = await linked(iris);
    const personal = await invited(iris);
    for (const page of [
      await visit(host, path),
      await visit(host, path, { email: XSS }),
      await visit(host, path, { email: "'<script>'@example.org" }),
      await visit(host, path, { email: "o'one&<b@example.org" }),
      await visit(host, personal, { full_name: XSS, email: XSS, password: "x" }),
      await visit(host, personal, NINA),
    ]) {
      const text = await page.text();
      expect(text).not.toContain("<script");
      expect(text).not.toContain("<b>");
      expect(text).toContain("&lt;b&gt;");
    }
  });

  test.each(["unknown", "x".repeat(5000), "%3Cscript%3E", "..%2F..", "%00", "a'b", "%E0%A4%A"])(
    "a key such as %s is refused",
    async (key) => {
      const { host } = await realm();
      for (const form of [undefined, NINA]) {
        const page = await visit(host, `/join/${key}/`, form);
        expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
        expect(await page.text()).not.toContain("script>");
      }
    },
  );

  test("one organization's key opens no other", async () => {
    const one = await realm();
    const other = await realm();
    const path = await linked(one.iris);
    expect((await visit(other.host, path)).status).toBe(404);
  });
});

test("of two who accept at once, one does", async () => {
  const { iris, host } = await realm();
  const path = await invited(iris);
  const pages = await Promise.all([visit(host, path, NINA), visit(host, path, { ...NINA, full_name: "Nora New" })]);
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 404]);
});
