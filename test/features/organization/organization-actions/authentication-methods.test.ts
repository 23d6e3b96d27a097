import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { withConfig } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const NOT_OWNER = { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization owner" };
const NOT_ADMINISTRATOR = { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization administrator" };
const DISABLED = {
  code: "PASSWORD_AUTH_DISABLED",
  msg: "Password authentication is disabled in this organization",
};
const methods = (who: Person, authentication_methods: unknown) => who.patch("/realm", { authentication_methods });

test("[users 9] only owners can change the authentication methods", async () => {
  const { iris, omar, mona, noah, gus, bot } = await realm();
  const helper = await bot(noah);
  expect((await methods(iris, { Dev: false })).body.result).toBe("success");
  expect((await methods(omar, { Dev: true })).body).toMatchObject(NOT_OWNER);
  for (const who of [mona, noah, gus, helper]) {
    expect((await methods(who, { Dev: true })).body).toMatchObject(NOT_ADMINISTRATOR);
  }
});

test("[register 5.5] the authentication methods are in the event, in /register and in /server_settings", async () => {
  const { iris, gus, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  const [events, others] = await eventsDuring([iris, gus], () => iris.ok(methods(iris, { Email: false })));
  const told = {
    Dev: { enabled: true, available: true },
    Email: { enabled: false, available: true },
  };
  for (const seen of [events, others]) {
    expect(seen).toMatchObject([
      { type: "realm", op: "update_dict", property: "default", data: { authentication_methods: told } },
    ]);
  }
  const state = await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
  expect(state).toMatchObject({
    realm_authentication_methods: told,
    realm_email_auth_enabled: false,
    realm_password_auth_enabled: false,
  });
  expect(await stranger.ok(stranger.get("/server_settings"))).toMatchObject({
    authentication_methods: { password: false, email: false, dev: true },
    email_auth_enabled: false,
  });
  const [nothing] = await eventsDuring([iris], () => iris.ok(methods(iris, { Email: false, Dev: true })));
  expect(nothing).toEqual([]);
  await eventsDuring([iris, gus], () => iris.ok(methods(iris, { Email: true })));
  expect((await stranger.ok(stranger.get("/server_settings"))).email_auth_enabled).toBe(true);
});

test("[security 18.2] a change of the authentication methods is in the audit log, with what was added and removed", async () => {
  const { iris } = await realm();
  await iris.ok(methods(iris, { Email: false }));
  await iris.ok(methods(iris, { Email: false, Dev: true }));
  await iris.ok(methods(iris, { Email: true }));
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["organization.setting_changed"] }));
  const name = "authentication_methods";
  expect(entries.map(({ details }: Json) => details)).toEqual([
    { name, before: ["Dev"], after: ["Dev", "Email"], added: ["Email"] },
    { name, before: ["Dev", "Email"], after: ["Dev"], removed: ["Email"] },
  ]);
});

test("[conventions 3] all logins with a password are refused if passwords are disabled", async () => {
  const { iris, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  const login = (path: string, username: string, password: string): Promise<Json> =>
    stranger.post(path, { username, password });
  await iris.ok(methods(iris, { Email: false }));
  // More often than wrong passwords are allowed, because none of these counts as wrong.
  for (let n = 0; n < 7; n += 1) {
    expect(await login("/fetch_api_key", noah.email, PASSWORD)).toMatchObject({ status: 401, body: DISABLED });
  }
  expect(await login("/fetch_api_key", "nobody@example.com", "x")).toMatchObject({ status: 401, body: DISABLED });
  expect(await login("/login", noah.email, PASSWORD)).toMatchObject({ status: 401, body: DISABLED });
  // API keys still work.
  await noah.ok(noah.get("/users/me"));
  await stranger.ok(stranger.post("/dev_fetch_api_key", { username: noah.email }));
  await iris.ok(methods(iris, { Email: true }));
  expect((await login("/fetch_api_key", noah.email, PASSWORD)).status).toBe(200);
});

test("[conventions 4] developer logins are refused if they are disabled", async () => {
  const { iris, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  await iris.ok(methods(iris, { Dev: false }));
  const { status, body } = await stranger.post("/dev_fetch_api_key", { username: noah.email });
  expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "DevAuthBackend not enabled."]);
});

test.each([
  [{ Email: false, Dev: false }, "At least one authentication method must be enabled."],
  [{ Google: true }, "Invalid authentication method: Google. Valid methods are: Dev, Email"],
  [{ Email: "yes" }, 'authentication_methods["Email"] is not a boolean'],
  [[], "authentication_methods is not a dict"],
  ["none", "authentication_methods is not valid JSON"],
])("setting the authentication methods to %j is refused", async (wanted, msg) => {
  const { iris } = await realm();
  const { status, body } = await methods(iris, wanted);
  expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", msg]);
});

test("the last authentication method cannot be disabled, and unsupported ones do not count", async () => {
  const { iris } = await realm();
  await withConfig(iris, { devLogin: false }, async () => {
    const last = "At least one authentication method must be enabled.";
    expect((await methods(iris, { Email: false })).body.msg).toBe(last);
    expect((await methods(iris, { Dev: true })).body.msg).toBe(
      "Invalid authentication method: Dev. Valid methods are: Email",
    );
  });
  await iris.ok(methods(iris, { Email: false }));
  expect((await methods(iris, { Dev: false })).body.msg).toBe("At least one authentication method must be enabled.");
});

test("passwords are enabled again if the server supports none of the enabled methods", async () => {
  const { iris, noah, host } = await realm();
  const stranger = new Person(host, "", "");
  await iris.ok(methods(iris, { Email: false }));
  await withConfig(iris, { devLogin: false }, async () => {
    await stranger.ok(stranger.post("/fetch_api_key", { username: noah.email, password: PASSWORD }));
    const { authentication_methods } = await stranger.ok(stranger.get("/server_settings"));
    expect(authentication_methods).toMatchObject({ password: true, email: true, dev: false });
    const state = await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }));
    expect(state.realm_authentication_methods).toEqual({ Email: { enabled: true, available: true } });
    await iris.ok(methods(iris, { Email: true }));
  });
});
