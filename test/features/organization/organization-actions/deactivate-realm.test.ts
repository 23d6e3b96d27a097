import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { mailsTo } from "../../../support/mail.ts";
import { notesTo } from "../../../support/messages.ts";
import { evict, passTime, withConfig, withEnv } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { unusedAddress } from "../../../support/unused-address.ts";

const CLOSED = { code: "REALM_DEACTIVATED", msg: "This organization has been deactivated" };
const NOT_OWNER = { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization owner" };
const deactivate = (who: Person) => who.ok(who.post("/realm/deactivate"));
const subdomainOf = ({ host }: Person) => host.split(".")[0] ?? "";
/** A client of the server's root domain. */
const operator = new Person("localhost", "", "");
const OWNER = { email: "iris@example.com", password: OWNER_PASSWORD };
const reactivate = (who: Person, fields: Json = OWNER) =>
  operator.post("/organizations/reactivate", { subdomain: subdomainOf(who), ...fields });
const soon = (minutes: number) => Math.floor(Date.now() / 1000) + 60 * minutes;

test("[users 9] only owners can deactivate an organization", async () => {
  const { iris, omar, mona, noah, gus, bot, host } = await realm();
  for (const who of [omar, mona, noah, gus, await bot(noah)]) {
    expect((await who.post("/realm/deactivate")).body).toMatchObject(NOT_OWNER);
  }
  const stranger = new Person(host, "", "");
  expect((await stranger.post("/realm/deactivate")).body.code).toBe("UNAUTHORIZED");
  for (const [deletion_delay_days, msg] of [
    [-1, "deletion_delay_days is too small"],
    ["soon", "deletion_delay_days is not valid JSON"],
    [1.5, "deletion_delay_days is not an integer"],
    [30, "This server keeps an organization's data: it can't delete it later."],
  ] as const) {
    expect((await iris.post("/realm/deactivate", { deletion_delay_days })).body).toMatchObject({
      code: "BAD_REQUEST",
      msg,
    });
  }
  await iris.ok(iris.get("/users/me"));
  await iris.ok(iris.post("/realm/deactivate", { deletion_delay_days: null }));
});

test("[register 5.5] polling clients get the deactivation event at once, others an error at their next request", async () => {
  const { iris, noah, mia } = await realm();
  const [waiting, silent] = [await noah.queue(), await mia.queue()];
  const polled = waiting.poll();
  // Requests are answered in order, so the poll is waiting now.
  await noah.ok(noah.get("/users/me"));
  await deactivate(iris);
  expect(await polled).toEqual([
    { id: expect.any(Number), type: "realm", op: "deactivated", realm_id: expect.any(Number) },
  ]);
  for (const { owner, id } of [waiting, silent]) {
    const { status, body } = await owner.get("/events", { queue_id: id, last_event_id: -1, dont_block: true });
    expect([status, body]).toMatchObject([401, CLOSED]);
  }
});

test("[conventions 3] all requests in a deactivated organization are refused, except for its public settings", async () => {
  const { iris, noah, gus, bot, host } = await realm();
  const helper = await bot(noah);
  const stranger = new Person(host, "", "");
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse"));
  const key = new URL(invite_link).pathname.split("/")[2];
  await deactivate(iris);
  const calls: [string, Person, string, string, object?][] = [
    ["an owner", iris, "GET", "/users/me"],
    ["a member", noah, "POST", "/register"],
    ["a member", noah, "POST", "/messages", { type: "direct", to: [noah.id], content: "x" }],
    ["a guest", gus, "PATCH", "/settings", { enter_sends: true }],
    ["a bot", helper, "GET", "/messages", { anchor: "newest", num_before: 1, num_after: 0 }],
    ["an owner", iris, "POST", "/realm/deactivate"],
    ["a wrong key", new Person(host, noah.email, "x".repeat(32)), "GET", "/users/me"],
    ["a login", stranger, "POST", "/fetch_api_key", { username: noah.email, password: PASSWORD }],
    ["a wrong login", stranger, "POST", "/fetch_api_key", { username: noah.email, password: "wrong" }],
    ["a developer", stranger, "POST", "/dev_fetch_api_key", { username: noah.email }],
    ["a browser", stranger, "POST", "/login", { username: noah.email, password: PASSWORD }],
    ["a spectator", stranger, "POST", "/register"],
    ["somebody invited", stranger, "GET", `/join/${key}`],
  ];
  for (const [who, person, method, path, fields] of calls) {
    const { status, body } = await person.send(method, path, fields);
    expect([status, body], `${who}: ${method} ${path}`).toMatchObject([401, CLOSED]);
  }
  await evict(iris);
  expect((await iris.get("/users/me")).body).toMatchObject(CLOSED);
  expect((await stranger.ok(stranger.get("/server_settings"))).realm_name).toBe("Test");
  expect((await exports.default.fetch(`http://${iris.host}/health`)).status).toBe(200);
});

test("every owner gets an email about the deactivation of the organization", async () => {
  const { iris, omar, noah } = await realm();
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  await deactivate(omar);
  await reactivate(iris);
  for (const address of ["iris@example.com", omar.email]) {
    const [letter] = await mailsTo(iris, address);
    expect([letter.subject, letter.text]).toEqual([
      "Test has been deactivated",
      expect.stringContaining("Omar Example deactivated Test"),
    ]);
  }
  expect(await mailsTo(iris, noah.email, 0)).toEqual([]);
});

test("an owner can reactivate an organization with all its data, and clients must register again", async () => {
  const { iris, noah } = await realm();
  const queue = await noah.queue();
  const { id } = await noah.ok(noah.post("/messages", { type: "direct", to: [iris.id], content: "before" }));
  expect((await reactivate(iris)).body).toMatchObject({
    code: "BAD_REQUEST",
    msg: "This organization is not deactivated.",
  });
  await deactivate(iris);
  await withConfig(iris, { mail: "none" }, async () => {
    expect((await operator.ok(reactivate(iris))).realm_id).toBeGreaterThan(0);
  });
  expect((await iris.ok(iris.get(`/messages/${id}`))).message.content).toContain("before");
  const { body } = await noah.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true });
  expect(body.code).toBe("BAD_EVENT_QUEUE_ID");
  const anew = await noah.queue();
  await passTime(iris, 0);
  await anew.events();
  expect((await reactivate(iris)).body.code).toBe("BAD_REQUEST");
  const { status, body: unknown } = await reactivate(iris, { ...OWNER, subdomain: "no-such-place" });
  expect([status, unknown.code]).toEqual([404, "NONEXISTENT_SUBDOMAIN"]);
});

test("on a server without a token, only owners can reactivate their organization", async () => {
  const { iris, omar, noah } = await realm();
  const olga = await iris.ok(
    iris.post("/users", { email: "olga@example.com", full_name: "Olga Owner", password: PASSWORD }),
  );
  await iris.ok(iris.patch(`/users/${olga.user_id}`, { role: 100 }));
  await iris.ok(iris.delete(`/users/${olga.user_id}`));
  await deactivate(iris);
  const unproven = "Reactivating an organization requires the email and password of one of its owners.";
  const wrong = "Your username or password is incorrect";
  for (const [fields, status, code, msg] of [
    [{}, 401, "UNAUTHORIZED", unproven],
    [{ email: OWNER.email }, 401, "UNAUTHORIZED", unproven],
    [{ setup_token: "made up" }, 401, "UNAUTHORIZED", unproven],
    [{ email: OWNER.email, password: "wrong" }, 401, "AUTHENTICATION_FAILED", wrong],
    [{ email: "nobody@example.com", password: PASSWORD }, 401, "AUTHENTICATION_FAILED", wrong],
    [{ email: omar.email, password: PASSWORD }, 400, NOT_OWNER.code, NOT_OWNER.msg],
    [{ email: noah.email, password: PASSWORD }, 400, NOT_OWNER.code, NOT_OWNER.msg],
    [{ email: "olga@example.com", password: PASSWORD }, 401, "USER_DEACTIVATED", "Account is deactivated"],
  ] as const) {
    const reply = await reactivate(iris, fields);
    expect([reply.status, reply.body.code, reply.body.msg], JSON.stringify(fields)).toEqual([status, code, msg]);
  }
  expect((await iris.get("/users/me")).body).toMatchObject(CLOSED);
  await operator.ok(reactivate(iris));
  await iris.ok(iris.get("/users/me"));
});

test("[conventions 6] attempts at an owner's password for reactivation are limited like logins", async () => {
  const { iris } = await realm();
  await deactivate(iris);
  for (let n = 0; n < 5; n += 1) await reactivate(iris, { ...OWNER, password: "wrong" });
  const { status, body } = await reactivate(iris);
  expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
});

test("on a server with a token, an organization can be reactivated only with the token", async () => {
  const { iris } = await realm();
  await deactivate(iris);
  const setup_token = "known to the operator";
  await withEnv({ SETUP_TOKEN: setup_token }, () =>
    withConfig(iris, { setupToken: setup_token }, async () => {
      for (const fields of [{}, OWNER, { setup_token: "made up" }]) {
        const { status, body } = await reactivate(iris, fields);
        expect([status, body.code, body.msg]).toEqual([401, "UNAUTHORIZED", "Invalid setup token"]);
      }
      await operator.ok(reactivate(iris, { setup_token }));
    }),
  );
  await iris.ok(iris.get("/users/me"));
});

test("[conventions 6] attempts at the token are limited like requests without a login", async () => {
  const setup_token = "known to the operator";
  const from = async (address: string, token: string) => {
    const { status } = await exports.default.fetch("http://localhost/api/v1/organizations", {
      method: "POST",
      headers: { "X-Real-IP": address },
      body: new URLSearchParams({
        ...{ name: "Yard", subdomain: `x${crypto.randomUUID()}`, full_name: "Iris Owner" },
        ...{ ...OWNER, setup_token: token },
      }),
    });
    return status;
  };
  await withEnv({ SETUP_TOKEN: setup_token, ADDRESS_HEADER: "X-Real-IP" }, async () => {
    const address = unusedAddress();
    for (let n = 0; n < 100; n += 1) expect(await from(address, `${setup_token}${n}`)).toBe(401);
    expect(await from(address, setup_token)).toBe(429);
    expect(await from(unusedAddress(), setup_token)).toBe(200);
  });
});

test("[messages 13] a scheduled message that becomes due while the organization is deactivated is not sent", async () => {
  const { iris, noah, mia } = await realm();
  const scheduled_delivery_timestamp = soon(10);
  const wanted = { type: "direct", to: [mia.id], content: "later", scheduled_delivery_timestamp };
  await noah.ok(noah.post("/scheduled_messages", wanted));
  await deactivate(iris);
  await passTime(iris, 11 * 60_000);
  await operator.ok(reactivate(iris));
  const { scheduled_messages } = await noah.ok(noah.get("/scheduled_messages"));
  expect(scheduled_messages.map(({ content, failed }: Json) => [content, failed])).toEqual([["later", true]]);
  expect((await notesTo(noah)).at(-1)).toContain("This organization has been deactivated");
});

test("[users 9] GET /realm/subdomain reports whether a subdomain is available", async () => {
  const { iris } = await realm();
  const answer = async (subdomain: string) => (await operator.ok(operator.get(`/realm/subdomain/${subdomain}`))).msg;
  expect(await answer(`free-${crypto.randomUUID().slice(0, 8)}`)).toBe("available");
  expect(await answer(subdomainOf(iris))).toBe("This subdomain is in use already. Choose another one.");
  for (const wrong of ["-harbour", "harbour-"]) {
    expect(await answer(wrong)).toBe("A subdomain cannot start or end with a hyphen.");
  }
  for (const wrong of ["Harbour", "a.b", "x".repeat(64), "h_a"]) {
    expect(await answer(wrong)).toBe("A subdomain has at most 63 lowercase letters, digits and hyphens.");
  }
  await deactivate(iris);
  expect(await answer(subdomainOf(iris))).toContain("in use already");
});
