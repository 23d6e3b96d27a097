import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Fields, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { devicesOf } from "./device.ts";
import { withPushService } from "./push-service.ts";

const DEVICE = {
  token_kind: "fcm",
  push_account_id: 2408,
  push_public_key: "cHVibGlj",
  bouncer_public_key: "Ym91bmNlcg==",
  encrypted_push_registration: "c2VjcmV0",
};
const register = (person: Person, fields: Fields = {}) =>
  person.post("/mobile_push/register", { ...DEVICE, ...fields });
const settled = (person: Person, id = 2408) =>
  until(async () => {
    const device = (await devicesOf(person))[id];
    if (device.status === "pending") throw new Error("still pending");
    return device;
  });
const done = () => Response.json({ result: "success", msg: "", device_id: 7 });
const refuse = (code: string) => () => Response.json({ result: "error", msg: "", code }, { status: 400 });

test("[4.17] registering a device without a configured push service is refused", async () => {
  const { noah } = await realm();
  const { status, body } = await register(noah);
  expect([status, body.code]).toEqual([400, "PUSH_SERVICE_NOT_CONFIGURED"]);
  expect(await devicesOf(noah)).toEqual({});
});

test("[4.17] a device is pending until the push service has registered it", async () => {
  const { noah, mia } = await realm();
  await withPushService(noah, done, async (asked) => {
    const queue = await noah.queue({ event_types: ["push_device"] });
    const seen = await eventsDuring([mia], () => noah.ok(register(noah)));
    expect(seen).toEqual([[]]);
    expect(await settled(noah)).toEqual({ status: "active", error_code: null });
    const events = await queue.events();
    expect(events.map(({ id: _, ...event }) => event)).toEqual([
      { type: "push_device", push_account_id: 2408, status: "pending", error_code: null },
      { type: "push_device", push_account_id: 2408, status: "active", error_code: null },
    ]);
    const { bouncer_public_key, encrypted_push_registration } = DEVICE;
    const realm_uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(asked).toEqual([
      {
        path: "e2ee/register",
        body: { realm_uuid, push_account_id: "2408", bouncer_public_key, encrypted_push_registration },
      },
    ]);
    // Registering again changes nothing unless the key is different.
    await noah.ok(register(noah));
    expect(asked).toHaveLength(1);
    await noah.ok(register(noah, { push_public_key: "b3RoZXI=" }));
    await until(() => expect(asked).toHaveLength(2));
    expect(await settled(noah)).toEqual({ status: "active", error_code: null });
    expect(await devicesOf(mia)).toEqual({});
  });
});

test("[4.17] a device's status in POST /register matches the events", async () => {
  const { noah } = await realm();
  await withPushService(noah, refuse("INVALID_BOUNCER_PUBLIC_KEY"), () =>
    eventsDuring([noah], async () => {
      await noah.ok(register(noah));
      await settled(noah);
    }).then(([events = []]) => {
      expect(events.at(-1)).toMatchObject({ status: "failed", error_code: "INVALID_BOUNCER_PUBLIC_KEY" });
    }),
  );
});

test("[users 10] a device whose registration failed can register again", async () => {
  const { noah } = await realm();
  let code: string | null = "INVALID_BOUNCER_PUBLIC_KEY";
  await withPushService(
    noah,
    () => (code === null ? done() : refuse(code)()),
    async () => {
      await noah.ok(register(noah));
      expect(await settled(noah)).toEqual({ status: "failed", error_code: "INVALID_BOUNCER_PUBLIC_KEY" });
      code = null;
      await noah.ok(register(noah));
      expect(await settled(noah)).toEqual({ status: "active", error_code: null });
    },
  );
});

test.each([
  ["is unreachable", () => Promise.reject(new Error("no network"))],
  ["returns an error", () => Promise.resolve(new Response("oops", { status: 503 }))],
])("[users 10] if the push service %s, registration is retried for a limited time", async (_, respond) => {
  const { noah } = await realm();
  await withPushService(noah, respond, async (asked) => {
    await noah.ok(register(noah));
    await until(() => expect(asked.length).toBeGreaterThan(0));
    expect((await devicesOf(noah))[2408].status).toBe("pending");
    await advanceClock(noah, 21 * 3_600_000);
    expect(await settled(noah)).toEqual({ status: "failed", error_code: "REQUEST_EXPIRED" });
  });
});

describe("[4.17] registering a device is refused", () => {
  const sharedRealm = shared(realm);

  test.each([
    [{ token_kind: "smoke" }, "Invalid token_kind"],
    [{ token_kind: undefined }, "Missing 'token_kind' argument"],
    [{ push_account_id: "x" }, "push_account_id is not valid JSON"],
    [{ push_account_id: 1.5 }, "push_account_id is not an integer"],
    [{ push_public_key: "" }, "push_public_key cannot be blank"],
    [{ bouncer_public_key: undefined }, "Missing 'bouncer_public_key' argument"],
    [
      { encrypted_push_registration: "x".repeat(10_001) },
      "encrypted_push_registration is too long (limit: 10000 characters)",
    ],
  ])("with %j", async (fields, msg) => {
    const { noah } = await sharedRealm();
    await withPushService(noah, done, async () => {
      const { status, body } = await register(noah, fields);
      expect([status, body.msg]).toEqual([400, msg]);
    });
  });

  test("for a bot", async () => {
    const { noah, bot } = await realm();
    expect((await register(await bot(noah))).body.msg).toBe("This endpoint does not accept bot requests.");
  });

  test("beyond an account's maximum number of devices", async () => {
    const { noah } = await realm();
    await withPushService(noah, done, async () => {
      for (let id = 1; id <= 50; id += 1) await noah.ok(register(noah, { push_account_id: id }));
      expect((await register(noah, { push_account_id: 51 })).body.msg).toBe(
        "You cannot register more than 50 devices.",
      );
    });
  });
});
