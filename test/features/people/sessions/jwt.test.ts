import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { changeUser } from "../../../support/log-in.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { advanceClock, withConfig, withEnv } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const SECRET = "a secret between two servers";
const encoded = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(claims: Json, { secret = SECRET, header = { alg: "HS256", typ: "JWT" } as Json } = {}): string {
  const content = `${encoded(header)}.${encoded(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

const trusting = (person: Person, work: () => Promise<void>) => {
  const secrets = { [person.host.replace(".localhost", "")]: SECRET, other: "somebody else's secret" };
  return withSecrets(person, secrets, work);
};
/** Sets the secrets for both the realm object and the Worker, which read the deployment's settings separately. */
const withSecrets = (person: Person, secrets: Record<string, string>, work: () => Promise<void>) => {
  const jwtSecrets = JSON.stringify(secrets);
  return withEnv({ JWT_SECRETS: jwtSecrets }, () => withConfig(person, { jwtSecrets }, work));
};
const operator = new Person("localhost", "", "");
const fetchKey = (host: string, fields: Json) => new Person(host, "", "").post("/jwt/fetch_api_key", fields);

test("[conventions 4] POST /jwt/fetch_api_key exchanges a token signed by another service for a key", async () => {
  const { host, noah } = await realm();
  await trusting(noah, async () => {
    const token = signed({ email: "Noah@Example.com" });
    const { body } = await fetchKey(host, { token });
    const { api_key, ...rest } = body;
    expect(rest).toEqual({ result: "success", msg: "", email: noah.email, user_id: noah.id });
    const device = new Person(host, noah.email, api_key);
    const { max_message_id, result, msg, ...me } = await device.ok(device.get("/users/me"));
    const more = await fetchKey(host, { token, include_profile: true });
    expect(more.body.user).toEqual({ ...me, bot_type: null, bot_owner_id: null });
  });
});

test("[security 9.18] a JWT is refused for an administrator-set address until its mailbox has confirmed it", async () => {
  const { host, iris, noah } = await realm();
  const email = "given@elsewhere.example";
  await changeUser(iris, noah, { new_email: email });
  await trusting(noah, async () => {
    const token = signed({ email });
    expect((await fetchKey(host, { token })).body.code).toBe("AUTHENTICATION_FAILED");
    await visitPage(host, await linkInMailTo(iris, email), {});
    expect((await fetchKey(host, { token })).body.user_id).toBe(noah.id);
  });
});

test("[conventions 3] a JWT that is missing, badly signed, expired, or of a user who cannot log in is refused", async () => {
  const { host, iris, noah, mia, bot } = await realm();
  const robot = await bot(noah);
  await iris.ok(iris.delete(`/users/${mia.id}`));
  await advanceClock(noah, 0);
  const now = Math.floor(Date.now() / 1000);
  const good = signed({ email: noah.email });
  await trusting(noah, async () => {
    for (const [token, status, code, msg] of [
      [undefined, 400, "BAD_REQUEST", "No JSON web token passed in request"],
      ["", 400, "BAD_REQUEST", "No JSON web token passed in request"],
      ["nonsense", 400, "BAD_REQUEST", "Bad JSON web token"],
      ["a.b.c", 400, "BAD_REQUEST", "Bad JSON web token"],
      [`${good}x`, 400, "BAD_REQUEST", "Bad JSON web token"],
      [good.replace(/\.[^.]+$/, "."), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed({ email: noah.email }, { secret: "somebody else's secret" }), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed({ email: noah.email }, { header: { alg: "none" } }), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed({ email: noah.email }, { header: { alg: "HS512" } }), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed({ email: noah.email, exp: now - 60 }), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed({ email: noah.email, nbf: now + 600 }), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed({ email: 7 }), 400, "BAD_REQUEST", "Bad JSON web token"],
      [signed([]), 400, "BAD_REQUEST", "No email specified in JSON web token claims"],
      [signed({ sub: noah.email }), 400, "BAD_REQUEST", "No email specified in JSON web token claims"],
      [signed({ email: "x@y.z" }), 401, "AUTHENTICATION_FAILED", "Your username or password is incorrect"],
      [signed({ email: robot.email }), 401, "AUTHENTICATION_FAILED", "Your username or password is incorrect"],
      [signed({ email: mia.email }), 401, "USER_DEACTIVATED", "Account is deactivated"],
    ] as const) {
      const { status: is, body } = await fetchKey(host, token === undefined ? {} : { token });
      expect([is, body.code, body.msg], String(token)).toEqual([status, code, msg]);
    }
    expect((await fetchKey(host, { token: signed({ email: noah.email, exp: now + 600 }) })).status).toBe(200);
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["login.failed"], after_id: 0 }));
    const told = entries.map(({ entity, result, details }: Json) => [entity.type, result, details]);
    const of = (reason: string, more: Json = {}) => ({ method: "JWT", reason, ...more });
    expect(told).toContainEqual(["organization", "failed", of("bad token")]);
    expect(told).toContainEqual(["organization", "failed", of("no such account", { name: "x@y.z" })]);
    expect(told).toContainEqual(["user", "failed", of("deactivated")]);
  });
});

test("every JWT is refused if the organization has no secret of its own", async () => {
  const { host, noah } = await realm();
  const token = signed({ email: noah.email });
  const refused = async () => (await fetchKey(host, { token })).body;
  const message = "JWT authentication is not enabled for this organization";
  expect(await refused()).toEqual({ result: "error", code: "BAD_REQUEST", msg: message });
  await withSecrets(noah, { "": SECRET }, async () => {
    expect((await refused()).msg).toBe(message);
  });
});

test("every JWT is refused in an organization named like a built-in property of objects", async () => {
  await operator.ok(
    operator.post("/organizations", {
      ...{ subdomain: "constructor", name: "Yard", full_name: "Iris Owner" },
      ...{ email: "iris@example.com", password: PASSWORD },
    }),
  );
  const yard = new Person("constructor.localhost", "", "");
  await withSecrets(yard, { "": SECRET }, async () => {
    const { status, body } = await fetchKey(yard.host, { token: signed({ email: "iris@example.com" }) });
    expect([status, body.msg]).toEqual([400, "JWT authentication is not enabled for this organization"]);
  });
});
