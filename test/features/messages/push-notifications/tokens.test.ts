import { expect, test } from "vitest";
import { realm, shared } from "../../../support/organization.ts";
import type { Fields, Person } from "../../../support/person.ts";
import { withPushService } from "./push-service.ts";

const APNS = "/users/me/apns_device_token";
const FCM = "/users/me/android_gcm_reg_id";
const attempt = (person: Person, fields: Fields = {}) => person.post("/mobile_push/test_notification", fields);

test("[users 10] each account has its own push tokens, with or without a push service", async () => {
  const { noah, gus, mia } = await realm();
  for (const person of [noah, noah, gus]) {
    await person.ok(person.post(APNS, { token: "c0ffee", appid: "org.zulip.Zulip" }));
    await person.ok(person.post(FCM, { token: "android-token" }));
  }
  for (const [path, token] of [
    [APNS, "c0ffee"],
    [FCM, "android-token"],
  ]) {
    if (path === undefined) continue;
    expect((await mia.delete(path, { token })).body.msg).toBe("Token does not exist");
    await noah.ok(noah.delete(path, { token }));
    expect((await noah.delete(path, { token })).body.msg).toBe("Token does not exist");
    await gus.ok(gus.delete(path, { token }));
  }
});

const sharedRealm = shared(realm);

test.each([
  [APNS, { token: "", appid: "a" }, "Empty or invalid length token"],
  [APNS, { token: "f".repeat(4098), appid: "a" }, "Empty or invalid length token"],
  [APNS, { token: "coffee", appid: "a" }, "Invalid APNS token"],
  [APNS, { token: "c0ffe", appid: "a" }, "Invalid APNS token"],
  [APNS, { appid: "a" }, "Missing 'token' argument"],
  [FCM, { token: "" }, "Empty or invalid length token"],
  [FCM, { token: "x".repeat(4097) }, "Empty or invalid length token"],
  [FCM, {}, "Missing 'token' argument"],
])("[users 10] %s refuses the push token %j", async (path, fields, msg) => {
  const { noah } = await sharedRealm();
  for (const answer of [await noah.post(path, fields), await noah.delete(path, fields)]) {
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      400,
      msg.startsWith("Missing") ? "REQUEST_VARIABLE_MISSING" : "BAD_REQUEST",
      msg,
    ]);
  }
});

test("an APNs token without an app ID and tokens of bots are refused", async () => {
  const { noah, bot } = await realm();
  expect((await noah.post(APNS, { token: "c0ffee" })).body.msg).toBe("Missing 'appid' argument");
  const helper = await bot(noah);
  for (const path of [APNS, FCM, "/mobile_push/test_notification"]) {
    const { body } = await helper.post(path, { token: "c0ffee", appid: "a" });
    expect(body.msg).toBe("This endpoint does not accept bot requests.");
  }
});

test("[users 10] a plain test notification goes to the named device, or to all", async () => {
  const { noah, mia, host } = await realm();
  await noah.ok(attempt(noah));
  expect((await attempt(noah, { token: "c0ffee" })).body).toMatchObject({
    code: "INVALID_PUSH_DEVICE_TOKEN",
    msg: "Device not recognized",
  });
  await noah.ok(noah.post(APNS, { token: "c0ffee", appid: "org.zulip.Zulip" }));
  await noah.ok(noah.post(FCM, { token: "android-token" }));
  expect((await attempt(mia, { token: "c0ffee" })).body.code).toBe("INVALID_PUSH_DEVICE_TOKEN");
  expect((await attempt(noah)).body.code).toBe("PUSH_SERVICE_NOT_CONFIGURED");
  await withPushService(
    noah,
    () => Response.json({}),
    async (asked) => {
      await noah.ok(attempt(noah));
      await noah.ok(attempt(noah, { token: "android-token" }));
      expect(asked.map(({ path, body }) => [path, body.token_kind, body.token])).toEqual([
        ["test_notification", 1, "c0ffee"],
        ["test_notification", 2, "android-token"],
        ["test_notification", 2, "android-token"],
      ]);
      expect(asked[0]?.body.base_payload).toMatchObject({
        realm_name: "Test",
        realm_url: `http://${host}`,
        realm_uri: `http://${host}`,
        user_id: noah.id,
      });
      // The service itself marks it as a test, and refuses unknown fields.
      expect(asked[0]?.body.base_payload).not.toHaveProperty("event");
      const names = ["base_payload", "realm_uuid", "token", "token_kind", "user_id", "user_uuid"];
      expect(Object.keys(asked[0]?.body).sort()).toEqual(names);
    },
  );
});

const refusal = (status: number, code: string) => () =>
  Promise.resolve(Response.json({ result: "error", msg: "", code }, { status }));

test.each([
  [refusal(400, "INVALID_REMOTE_PUSH_DEVICE_TOKEN"), 400, "INVALID_REMOTE_PUSH_DEVICE_TOKEN"],
  [refusal(401, "INVALID_ZULIP_SERVER"), 403, "ADMIN_ACTION_REQUIRED"],
  [refusal(500, "INTERNAL_SERVER_ERROR"), 502, "INTERNAL_SERVER_ERROR_ON_BOUNCER"],
  [() => Promise.reject(new Error("no network")), 502, "FAILED_TO_CONNECT_BOUNCER"],
])(
  "[users 10] POST /mobile_push/test_notification returns the error of the push service: %#",
  async (respond, status, code) => {
    const { noah } = await realm();
    await noah.ok(noah.post(FCM, { token: "android-token" }));
    await withPushService(noah, respond, async () => {
      const answer = await attempt(noah, { token: "android-token" });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });
  },
);
