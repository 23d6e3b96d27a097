import { describe, expect, test } from "vitest";
import { NAMELESS, shareOf } from "../../../../src/http/caller-address.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds, makeGroup } from "../../../support/groups.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { advanceClock, withConfig } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Fields, type Json, Person } from "../../../support/person.ts";

const NINA = { full_name: "Nina New", password: PASSWORD };
const MAIL = "nina@example.org";
/** Any script other than the one that rates passwords. */
const ANOTHER_SCRIPT = /<script(?! type="module" src="\/password\.js")/;

async function invited(by: Person, fields: Fields = {}): Promise<string> {
  await by.ok(by.post("/invites", { invitee_emails: MAIL, stream_ids: [], ...fields }));
  return linkInMailTo(by, MAIL);
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

test("[users 7] a user invited by email opens the link, creates an account, and gets a welcome message", async () => {
  const { iris, noah, host } = await realm();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }] }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "harbour" }));
  const group_id = await makeGroup(noah, "pilots", []);
  const path = await invited(noah, {
    stream_ids: [stream_id],
    group_ids: [group_id],
    include_realm_default_subscriptions: true,
  });

  const form = await visitPage(host, path);
  const text = await form.text();
  expect([form.status, form.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(form.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(form.headers.get("referrer-policy")).toBe("same-origin");
  for (const part of [
    "Noah Example invited you to join Test",
    `value="${MAIL}" disabled`,
    'name="full_name"',
    'method="post"',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(ANOTHER_SCRIPT);

  const seen = await eventsDuring([noah, iris], async () => {
    const page = await visitPage(host, path, NINA);
    expect([page.status, page.headers.get("location")]).toEqual([303, "/"]);
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
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["group.member_added"] }));
  expect(entries).toMatchObject([{ entity: { id: String(group_id), name: "pilots" }, details: { users: [nina.id] } }]);

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

  // An email invitation can be accepted once.
  const again = await visitPage(host, path, { ...NINA, full_name: "Another" });
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining("already accepted")]);
  expect((await iris.ok(iris.get("/invites"))).invites).toEqual([]);
});

test("a new user is welcomed in the language of their browser", async () => {
  const { iris, host } = await realm();
  const path = await invited(iris);
  const joined = await visitPage(host, path, NINA, { "Accept-Language": "de-AT" });
  expect(joined.status).toBe(303);
  const nina = await login(iris, MAIL);
  const [welcome] = await directMessages(nina);
  expect(welcome?.content).toMatch(
    new RegExp(
      `^Hallo @_\\*\\*Nina New\\|${nina.id}\\*\\*, willkommen bei Test! :wave:\n\n\\* .*Themen.*\n\\* .*\n\\* .*\n\n`,
    ),
  );
});

const withoutMail = (person: Person, work: () => Promise<void>) => withConfig(person, { mail: "none" }, work);

test("[users 7] many users can join through one link, each after confirming their address", async () => {
  const { iris, noah, host } = await realm();
  const path = await linked(iris, { invite_as: 600 });
  const form = await (await visitPage(host, path)).text();
  expect(form).toContain("Iris Owner invited you to join Test");
  expect(form).toContain('name="email"');
  expect(form).not.toContain('name="password"');
  for (const email of ["one@example.org", "two@example.org"]) {
    const page = await visitPage(host, path, { email });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`to <code>${email}</code>`)]);
    const personal = await linkInMailTo(iris, email);
    expect(await (await visitPage(host, personal)).text()).toContain(`value="${email}" disabled`);
    expect((await visitPage(host, personal, NINA)).status).toBe(303);
    const person = await login(iris, email);
    expect((await person.ok(person.get("/users/me"))).role).toBe(600);
    // The link grants no channels.
    expect((await person.ok(person.get("/users/me/subscriptions"))).subscriptions).toEqual([]);
  }
  expect(await directMessages(iris)).toEqual([]);
  // Confirmations aren't listed as invitations.
  await visitPage(host, path, { email: MAIL });
  for (const person of [iris, noah]) {
    const { invites } = await person.ok(person.get("/invites"));
    expect(invites.filter((one: Json) => !one.is_multiuse)).toEqual([]);
  }
});

test("an account cannot be created through a link without confirming its address by email", async () => {
  const { iris, host } = await realm();
  const path = await linked(iris);
  const stranger = new Person(host, "", "");
  const direct = await stranger.post(path, { ...NINA, email: MAIL });
  expect([direct.status, direct.body.msg]).toEqual([400, "Confirm your email address first."]);
});

test("a confirmation link stops working after a day, or when its invitation link expires or is revoked", async () => {
  const { iris, host } = await realm();
  const short = await linked(iris, { invite_expires_in_minutes: 60 });
  await visitPage(host, short, { email: "zero@example.org" });
  const brief = await linkInMailTo(iris, "zero@example.org");
  const end = new Date((await iris.ok(iris.get("/invites"))).invites[0].expiry_date * 1000);
  const time = end.toLocaleTimeString("en", { timeStyle: "short", timeZone: "UTC" });
  expect((await mailsTo(iris, "zero@example.org"))[0].text).toContain(`${time} (UTC)`);
  expect((await visitPage(host, brief)).status).toBe(200);
  await advanceClock(iris, 3_600_000);
  expect((await visitPage(host, brief)).status).toBe(404);
  const path = await linked(iris, { invite_expires_in_minutes: null });
  await visitPage(host, path, { email: "one@example.org" });
  const first = await linkInMailTo(iris, "one@example.org");
  expect((await visitPage(host, first)).status).toBe(200);
  await advanceClock(iris, 86_400_000);
  expect((await visitPage(host, first)).status).toBe(404);
  await visitPage(host, path, { email: "two@example.org" });
  const second = await linkInMailTo(iris, "two@example.org");
  expect((await visitPage(host, second)).status).toBe(200);
  await iris.ok(iris.delete(`/invites/multiuse/${(await iris.ok(iris.get("/invites"))).invites[0].id}`));
  expect((await visitPage(host, second)).status).toBe(404);
});

test("[conventions 6] an IP address can cause at most five confirmation emails a day", async () => {
  const { iris, host } = await realm();
  const path = await linked(iris);
  const stranger = new Person(host, "", "");
  const ask = (email: string, address: string) =>
    stranger.send("POST", `${path}email`, { email }, { "cf-connecting-ip": address });
  for (let i = 0; i < 5; i += 1) await stranger.ok(ask(`p${i}@example.org`, "192.0.2.1"));
  const { status, body } = await ask("p5@example.org", "192.0.2.1");
  expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
  await stranger.ok(ask("p6@example.org", "192.0.2.2"));
  await advanceClock(iris, 86_400_000);
  await stranger.ok(ask("p7@example.org", "192.0.2.1"));
});

/**
 * Requests confirmations through a link until one is refused, each from a new IP address or all from an unknown one.
 */
async function askUntilRefused(path: string, host: string, { known }: { known: boolean }): Promise<number> {
  const stranger = new Person(host, "", "");
  for (let n = 0; n < 400; n += 1) {
    const address: Record<string, string> = known ? { "cf-connecting-ip": `${path.slice(6, 14)}:${n}` } : {};
    const { status, body } = await stranger.send(
      "POST",
      `${path}email`,
      { email: `p${n}-${path.slice(6, 14)}@example.org` },
      address,
    );
    if (status === 200) continue;
    expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
    expect(body["retry-after"]).toBeGreaterThan(80_000);
    return n;
  }
  return 400;
}

test("callers without accounts cannot use up a link's limit, or the invitation limit of existing users", {
  timeout: 60_000,
}, async () => {
  const { iris, host } = await realm();
  await withConfig(iris, { rateLimits: false }, async () => {
    const [a, b, c] = [await linked(iris), await linked(iris), await linked(iris)];
    // All callers with an unknown IP address share one limit.
    const { letters_by_stranger, confirmations_over_link, confirmations_a_day } = limits.organization;
    const nameless = letters_by_stranger * shareOf(NAMELESS);
    expect(await askUntilRefused(a, host, { known: false })).toBe(nameless);
    expect(await askUntilRefused(b, host, { known: false })).toBe(0);
    // Callers with an IP address have limits per link and per organization.
    expect(await askUntilRefused(a, host, { known: true })).toBe(confirmations_over_link - nameless);
    expect(await askUntilRefused(b, host, { known: true })).toBe(confirmations_over_link);
    expect(await askUntilRefused(c, host, { known: true })).toBe(confirmations_a_day - 2 * confirmations_over_link);
    // The limit of invitations isn't used up: the request is refused only for its invalid address.
    const invitees = ["no address", ...Array.from({ length: 499 }, (_, n) => `invited${n}@example.org`)];
    const { body } = await iris.post("/invites", { invitee_emails: invitees.join(","), stream_ids: [] });
    expect(body).toMatchObject({ code: "INVITATION_FAILED", daily_limit_reached: false });
    await advanceClock(iris, 86_400_000);
    const stranger = new Person(host, "", "");
    await stranger.ok(stranger.post(`${c}email`, { email: "tomorrow@example.org" }));
  });
});

describe("an invitation grants only what its inviter can still grant:", () => {
  const joined = async (inviter: Person, path: string) => {
    await visitPage(inviter.host, path, NINA);
    return login(inviter, MAIL);
  };
  const channelsOf = async (who: Person) =>
    (await who.ok(who.get("/users/me/subscriptions"))).subscriptions.map(({ name }: Json) => name);
  const groupsOf = async (who: Person) =>
    (await who.ok(who.get("/user_groups"))).user_groups
      .filter(({ members, is_system_group }: Json) => !is_system_group && members.includes(who.id))
      .map(({ name }: Json) => name);

  /** A member's invitation that grants a public channel, a private one, a default one, and their own group. */
  async function invitation() {
    const cast = await realm();
    const { iris, noah } = cast;
    const subscribe = (name: string, more: object = {}) =>
      iris.ok(
        iris.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [iris.id, noah.id], ...more }),
      );
    await subscribe("open");
    await subscribe("closed", { invite_only: true });
    await subscribe("start", { is_default_stream: true });
    const names = ["open", "closed", "start"];
    const ids = new Map<string, number>();
    for (const stream of names) {
      ids.set(stream, (await noah.ok(noah.get("/get_stream_id", { stream }))).stream_id);
    }
    const group_id = await makeGroup(noah, "pilots", []);
    const path = await invited(noah, { stream_ids: [...ids.values()], group_ids: [group_id] });
    const { "role:nobody": nobody } = await groupIds(iris);
    return { ...cast, path, group_id, nobody, id: (name: string) => ids.get(name) };
  }

  test("everything if nothing has changed", async () => {
    const { noah, path } = await invitation();
    const nina = await joined(noah, path);
    expect([await channelsOf(nina), await groupsOf(nina)]).toEqual([["open", "closed", "start"], ["pilots"]]);
  });

  test("no channels that the inviter cannot subscribe others to, except default channels", async () => {
    const { iris, noah, path, nobody } = await invitation();
    await iris.ok(iris.patch("/realm", { can_add_subscribers_group: { new: nobody } }));
    const nina = await joined(noah, path);
    expect([await channelsOf(nina), await groupsOf(nina)]).toEqual([["start"], ["pilots"]]);
  });

  test("no private channel that the inviter has left", async () => {
    const { noah, path } = await invitation();
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["closed"] }));
    expect(await channelsOf(await joined(noah, path))).toEqual(["open", "start"]);
  });

  test("no archived channel, and none that is no longer a default channel", async () => {
    const { iris, noah, path, nobody, id } = await invitation();
    await iris.ok(iris.delete(`/streams/${id("open")}`));
    await iris.ok(iris.patch("/realm", { can_add_subscribers_group: { new: nobody } }));
    await iris.ok(iris.delete("/default_streams", { stream_id: id("start") }));
    expect(await channelsOf(await joined(noah, path))).toEqual([]);
  });

  test("no groups that the inviter cannot add members to, and no deactivated ones", async () => {
    const { iris, noah, path, group_id, nobody } = await invitation();
    const permissions = { can_manage_group: { new: nobody }, can_add_members_group: { new: nobody } };
    await iris.ok(iris.patch(`/user_groups/${group_id}`, permissions));
    const nina = await joined(noah, path);
    expect([await channelsOf(nina), await groupsOf(nina)]).toEqual([["open", "closed", "start"], []]);
    const other = await invitation();
    await other.iris.ok(other.iris.post(`/user_groups/${other.group_id}/deactivate`));
    expect(await groupsOf(await joined(other.noah, other.path))).toEqual([]);
  });

  test("no custom welcome message if the inviter is no longer an administrator", async () => {
    const { iris, omar } = await realm();
    const text = "Look for the key under the mat.";
    const path = await invited(omar, { welcome_message_custom_text: text });
    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
    const nina = await joined(omar, path);
    const letters = await directMessages(nina);
    expect(letters.length).toBeGreaterThan(0);
    expect(letters.filter(({ content }) => content.includes(text))).toEqual([]);
  });

  test("nothing if the inviter is deactivated", async () => {
    const { iris, noah, path, host } = await invitation();
    await iris.ok(iris.delete(`/users/${noah.id}`));
    const page = await visitPage(host, path, NINA);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("was revoked")]);
  });
});

test("on a server without email, a link creates an account without confirming its address", async () => {
  const { iris, host } = await realm();
  await withoutMail(iris, async () => {
    const path = await linked(iris);
    expect(await (await visitPage(host, path)).text()).toContain('name="password"');
    expect((await visitPage(host, path, { ...NINA, email: MAIL })).status).toBe(303);
    expect((await login(iris, MAIL)).id).toBeGreaterThan(0);
    const { body } = await iris.post("/invites", { invitee_emails: "x@example.org", stream_ids: [] });
    expect([body.code, body.msg]).toEqual(["BAD_REQUEST", expect.stringContaining("can't send email")]);
    expect((await iris.ok(iris.get("/invites"))).invites).toHaveLength(1);
  });
});

test("[4.12] the inviter gets a message about a new user only if they asked for it", async () => {
  const { iris, host } = await realm();
  await visitPage(host, await invited(iris, { notify_referrer_on_join: false }), NINA);
  await login(iris, MAIL);
  expect(await directMessages(iris)).toEqual([]);
});

test("creating an account deletes the other invitations to its address", async () => {
  const { iris, noah, host } = await realm();
  const first = await invited(noah);
  await iris.ok(iris.post("/invites", { invitee_emails: MAIL.toUpperCase(), stream_ids: [] }));
  await visitPage(host, first, NINA);
  expect((await iris.ok(iris.get("/invites"))).invites).toEqual([]);
});

test("creating an account for someone else ends the invitations to that address", async () => {
  const { omar, noah, host } = await realm();
  const path = await invited(noah);
  const account = { email: MAIL, full_name: "Nina New", password: PASSWORD };
  const [events] = await eventsDuring([noah], () => omar.ok(omar.post("/users", account)));
  expect(events?.filter(({ type }) => type === "invites_changed")).toHaveLength(1);
  expect((await noah.ok(noah.get("/invites"))).invites).toEqual([]);
  const page = await visitPage(host, path, NINA);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("was revoked")]);
});

describe("the registration form shows an error and keeps the entered values", () => {
  test.each([
    [{ full_name: "x" }, "Name too short!"],
    [{ full_name: "Ni*na" }, "Invalid characters in name!"],
    [{ full_name: "" }, "Fill in every field."],
    [{ password: "short" }, "New password is too weak!"],
    [{ email: "no address" }, "Enter a valid email address."],
    [{ email: "" }, "Enter your email address."],
    [{ email: "noah@example.com" }, "Email is already in use."],
    [{ email: "x@mailinator.com" }, "Disposable email addresses are not allowed in this organization"],
  ])("for the invalid %j", async (wrong, msg) => {
    const { iris, host } = await realm();
    await withoutMail(iris, async () => {
      const path = await linked(iris);
      const entered = { ...NINA, email: MAIL, ...wrong };
      const page = await visitPage(host, path, entered);
      const text = await page.text();
      expect([page.status, text]).toEqual([400, expect.stringContaining(`role="alert">${msg}`)]);
      expect(text).toContain(`name="full_name" value="${entered.full_name}"`);
      expect(text).not.toContain(entered.password);
      // The invitation can still be accepted.
      expect((await visitPage(host, path, { ...NINA, email: MAIL })).status).toBe(303);
    });
  });

  test.each([
    ["", "Fill in every field."],
    ["no address", "Enter a valid email address."],
    ["NOAH@example.com", "Email is already in use."],
    ["x@mailinator.com", "Disposable email addresses are not allowed in this organization"],
  ])("for the address %s", async (email, msg) => {
    const { iris, host } = await realm();
    const page = await visitPage(host, await linked(iris), { email });
    const text = await page.text();
    expect([page.status, text]).toEqual([400, expect.stringContaining(`role="alert">${msg}`)]);
    expect(text).toContain(`name="email" value="${email}"`);
  });

  test("for a name that is taken if names must be unique", async () => {
    const { iris, host } = await realm();
    await iris.ok(iris.patch("/realm", { require_unique_names: true }));
    const page = await visitPage(host, await invited(iris), { ...NINA, full_name: "noah example" });
    expect(await page.text()).toContain("Unique names required in this organization.");
  });

  test("the invited address cannot be replaced by another one in the form", async () => {
    const { iris, host } = await realm();
    await visitPage(host, await invited(iris), { ...NINA, email: "other@example.org" });
    expect((await login(iris, MAIL)).id).toBeGreaterThan(0);
  });
});

describe("hostile input to the registration page", () => {
  const XSS = `"><script>alert(1)</script>`;

  test("is escaped in displayed names and entered values", async () => {
    const { iris, host } = await realm();
    await iris.ok(iris.patch("/realm", { name: `<b>${XSS}`.slice(0, 40) }));
    const path = await linked(iris);
    const personal = await invited(iris);
    for (const page of [
      await visitPage(host, path),
      await visitPage(host, path, { email: XSS }),
      await visitPage(host, path, { email: "'<script>'@example.org" }),
      await visitPage(host, path, { email: "o'one&<b@example.org" }),
      await visitPage(host, personal, { full_name: XSS, email: XSS, password: "x" }),
    ]) {
      const text = await page.text();
      expect(text).not.toMatch(ANOTHER_SCRIPT);
      expect(text).not.toContain("<b>");
      expect(text).toContain("&lt;b&gt;");
    }
  });

  test.each(["unknown", "x".repeat(5000), "%3Cscript%3E", "..%2F..", "%00", "a'b", "%E0%A4%A"])(
    "is refused in the form of a key such as %s",
    async (key) => {
      const { host } = await realm();
      for (const form of [undefined, NINA]) {
        const page = await visitPage(host, `/join/${key}/`, form);
        expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
        expect(await page.text()).not.toContain("script>");
      }
    },
  );

  test("is refused in the form of another organization's key", async () => {
    const one = await realm();
    const other = await realm();
    const path = await linked(one.iris);
    expect((await visitPage(other.host, path)).status).toBe(404);
  });
});

test("only one of two simultaneous acceptances of an invitation succeeds", async () => {
  const { iris, host } = await realm();
  const path = await invited(iris);
  const pages = await Promise.all([
    visitPage(host, path, NINA),
    visitPage(host, path, { ...NINA, full_name: "Nora New" }),
  ]);
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 404]);
});
