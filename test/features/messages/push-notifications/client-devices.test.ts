import { beforeEach, describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { advanceClock, executeSql } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { another } from "./device.ts";
import { settled, withPushService } from "./push-service.ts";

const DAY_MS = 86_400_000;
const KEY = { push_key_id: 2408, push_key: "MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt" };
const OTHER_KEY = { push_key_id: 1144, push_key: "MY+paNlyduYJRQFNZva8w7Gv3PkBua9kIj581F9Vr301" };
const TOKEN = {
  ...{ token_kind: "fcm", token_id: "iGFeKNj3ngQ=" },
  ...{ bouncer_public_key: "Ym91bmNlcg==", encrypted_push_registration: "c2VjcmV0" },
};
const OTHER_TOKEN = { ...TOKEN, token_id: "vvV+x/U6bUA=" };

const register = (person: Person, fields: Fields) => person.post("/mobile_push/register", fields);
const devicesOf = async (person: Person): Promise<Json> =>
  (await person.ok(person.post("/register", { fetch_event_types: ["device"] }))).devices;
const addDevice = async (person: Person): Promise<number> =>
  (await person.ok(person.post("/register_client_device"))).device_id;
/** The device events caused by an action and the work that it queues. */
async function deviceEvents(person: Person, action: () => Promise<unknown>): Promise<Json[]> {
  const [events = []] = await eventsDuring([person], async () => {
    await action();
    await settled(person);
  });
  return events.filter(({ type }) => type === "device").map(({ id: _, type: __, ...event }) => event);
}
/** The code the service refuses with, or null for success. */
let code: string | null;
beforeEach(() => {
  code = null;
});
const respond = () =>
  code === null
    ? Response.json({ result: "success", msg: "" })
    : Response.json({ result: "error", msg: "", code }, { status: code === "MISSING_REMOTE_REALM" ? 403 : 400 });

async function registered(person: Person, token: Fields = TOKEN): Promise<number> {
  const device_id = await addDevice(person);
  await person.ok(register(person, { device_id, ...KEY, ...token }));
  await settled(person);
  return device_id;
}

const NOTHING = {
  ...{ push_key_id: null, push_token_id: null, pending_push_token_id: null },
  ...{ push_token_last_updated_timestamp: null, push_registration_error_code: null },
};
const REGISTERED = {
  ...{ push_key_id: 2408, push_token_id: TOKEN.token_id, pending_push_token_id: null },
  ...{ push_token_last_updated_timestamp: expect.any(Number), push_registration_error_code: null },
};

test("[users 10] each app adds its own device, visible only to its account", async () => {
  const { noah, mia, bot } = await realm();
  const [own = [], others] = await eventsDuring([noah, mia], async () => {
    const [first, second] = [await addDevice(noah), await addDevice(noah)];
    expect(second).not.toBe(first);
    expect(await devicesOf(noah)).toEqual({ [first]: NOTHING, [second]: NOTHING });
  });
  expect(own.map(({ type, op }) => [type, op])).toEqual([
    ["device", "add"],
    ["device", "add"],
  ]);
  expect(others).toEqual([]);
  expect(await devicesOf(mia)).toEqual({});
  const helper = await bot(noah);
  expect((await helper.post("/register_client_device")).body.msg).toBe("This endpoint does not accept bot requests.");
  expect(await devicesOf(helper)).toEqual({});
});

test("an account has a limited number of devices, and registering one more is refused and replaces none", async () => {
  const { noah } = await realm();
  for (let count = 0; count < 50; count += 1) await addDevice(noah);
  const { status, body } = await noah.post("/register_client_device");
  expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "You cannot register more than 50 devices."]);
  expect(Object.keys(await devicesOf(noah))).toHaveLength(50);
});

test("[users 10] the first registration stores the key at once, and the token after the push service accepts it", async () => {
  const { noah } = await realm();
  await withPushService(noah, respond, async (asked) => {
    const device_id = await addDevice(noah);
    const events = await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...KEY, ...TOKEN })));
    expect(events).toEqual([
      {
        ...{ op: "update", device_id, push_key_id: 2408, pending_push_token_id: TOKEN.token_id },
        ...{ push_token_last_updated_timestamp: expect.any(Number), push_registration_error_code: null },
      },
      { op: "update", device_id, push_token_id: TOKEN.token_id, pending_push_token_id: null },
    ]);
    const { token_kind: _, ...form } = TOKEN;
    const realm_uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(asked).toEqual([{ path: "e2ee/register", body: { realm_uuid, ...form } }]);
    expect(await devicesOf(noah)).toEqual({ [device_id]: REGISTERED });

    // Repeating it changes nothing.
    for (const fields of [{ ...KEY, ...TOKEN }, KEY, TOKEN])
      expect(await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...fields })))).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

test("[users 10] a key alone or a token alone replaces the previous one", async () => {
  const { noah } = await realm();
  await withPushService(noah, respond, async (asked) => {
    const device_id = await registered(noah);
    const key = await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...OTHER_KEY })));
    expect(key).toEqual([{ op: "update", device_id, push_key_id: 1144 }]);
    const token = await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...OTHER_TOKEN })));
    expect(token).toEqual([
      {
        ...{ op: "update", device_id, pending_push_token_id: OTHER_TOKEN.token_id },
        ...{ push_token_last_updated_timestamp: expect.any(Number), push_registration_error_code: null },
      },
      { op: "update", device_id, push_token_id: OTHER_TOKEN.token_id, pending_push_token_id: null },
    ]);
    expect(asked).toHaveLength(2);
  });
});

test("registering the same token a day later registers it again, and updates its time", async () => {
  const { noah } = await realm();
  await withPushService(noah, respond, async (asked) => {
    const device_id = await registered(noah);
    const { push_token_last_updated_timestamp: before } = (await devicesOf(noah))[device_id];
    await advanceClock(noah, DAY_MS);
    expect(await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...TOKEN })))).toHaveLength(2);
    const { push_token_last_updated_timestamp: now, push_token_id } = (await devicesOf(noah))[device_id];
    expect(now - before).toBeGreaterThanOrEqual(DAY_MS / 1000);
    expect(push_token_id).toBe(TOKEN.token_id);
    expect(asked).toHaveLength(2);
  });
});

describe("[users 10] the registration of a device is refused", () => {
  test.each<[Fields, string]>([
    [{ push_key_id: -1 }, "Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer"],
    [{ push_key_id: 4_294_967_296 }, "Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer"],
    [{ push_key: "@abcdefg" }, "Invalid `push_key`"],
    [{ push_key: "abcd" }, "Invalid `push_key`"],
    [{ push_key: "Mo+paNlyduYJRQFNZva8w7Gv3PkBua9kIj581F9Vr301" }, "Invalid `push_key`"],
    [{ token_id: "@abcdefg" }, "`token_id` is not Base64 encoded"],
    [{ token_id: "c0ffee" }, "`token_id` is not Base64 encoded"],
    [{ token_kind: "smoke" }, "Invalid token_kind"],
    [{ device_id: 4711 }, "Invalid `device_id`"],
  ])("with %j", async (fields, msg) => {
    const { noah } = await realm();
    await withPushService(noah, respond, async (asked) => {
      const device_id = await addDevice(noah);
      const { status, body } = await register(noah, { device_id, ...KEY, ...TOKEN, ...fields });
      expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", msg]);
      expect(await devicesOf(noah)).toEqual({ [device_id]: NOTHING });
      expect(asked).toEqual([]);
    });
  });

  test("without a configured push service, before any other check", async () => {
    const { noah } = await realm();
    for (const fields of [{}, { device_id: 4711 }, { device_id: 1, push_key_id: -1 }]) {
      const { status, body } = await register(noah, fields);
      expect([status, body.code]).toEqual([400, "PUSH_SERVICE_NOT_CONFIGURED"]);
    }
  });

  test("for the device of another account", async () => {
    const { noah, mia } = await realm();
    await withPushService(noah, respond, async () => {
      const device_id = await addDevice(noah);
      expect((await register(mia, { device_id, ...KEY, ...TOKEN })).body.msg).toBe("Invalid `device_id`");
      expect((await mia.post("/remove_client_device", { device_id })).body.msg).toBe("Invalid `device_id`");
      expect(await devicesOf(noah)).toEqual({ [device_id]: NOTHING });
    });
  });

  test("for half a key or token, and for the rotation of a key or token that does not exist", async () => {
    const { noah } = await realm();
    await withPushService(noah, respond, async () => {
      const device_id = await addDevice(noah);
      const refusals = async (fields: Fields) => (await register(noah, { device_id, ...fields })).body.msg;
      const missing = "Missing parameters: must provide either all push key fields, all token fields, or both.";
      for (const fields of [{}, { push_key_id: 1 }, { push_key: KEY.push_key }, { token_id: TOKEN.token_id }])
        expect(await refusals(fields)).toBe(missing);
      expect(await refusals(KEY)).toBe("No push registration exists to rotate key for.");
      expect(await refusals(TOKEN)).toBe("No push registration exists to rotate token for.");
      expect(await devicesOf(noah)).toEqual({ [device_id]: NOTHING });
    });
  });

  test("for a token while another one is pending", async () => {
    const { noah } = await realm();
    await withPushService(
      noah,
      () => new Response("oops", { status: 503 }),
      async () => {
        const device_id = await addDevice(noah);
        await noah.ok(register(noah, { device_id, ...KEY, ...TOKEN }));
        const [events] = await eventsDuring([noah], async () => {
          for (const fields of [TOKEN, { ...KEY, ...TOKEN }, OTHER_TOKEN]) {
            expect((await register(noah, { device_id, ...fields })).body.msg).toBe(
              "A registration for the device already in progress.",
            );
          }
        });
        expect(events).toEqual([]);
      },
    );
  });
});

test("a lost registration blocks a new one for its device for at most a day", async () => {
  const { noah } = await realm();
  let isAway = true;
  const service = () => (isAway ? new Response("oops", { status: 503 }) : respond());
  await withPushService(noah, service, async () => {
    const device_id = await addDevice(noah);
    await noah.ok(register(noah, { device_id, ...KEY, ...TOKEN }));
    await executeSql(noah, "DELETE FROM outbox");
    isAway = false;
    await advanceClock(noah, DAY_MS);
    await noah.ok(register(noah, { device_id, ...TOKEN }));
    await settled(noah);
    expect(await devicesOf(noah)).toEqual({ [device_id]: REGISTERED });
  });
});

test("[users 10] a refusal by the push service is announced, and a new registration replaces it", async () => {
  const { noah } = await realm();
  await withPushService(noah, respond, async () => {
    const device_id = await addDevice(noah);
    code = "INVALID_BOUNCER_PUBLIC_KEY";
    const refused = await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...KEY, ...TOKEN })));
    expect(refused.slice(1)).toEqual([{ op: "update", device_id, push_registration_error_code: code }]);
    const { pending_push_token_id, push_token_id } = (await devicesOf(noah))[device_id];
    expect([pending_push_token_id, push_token_id]).toEqual([TOKEN.token_id, null]);
    code = null;
    const taken = await deviceEvents(noah, () => noah.ok(register(noah, { device_id, ...TOKEN })));
    expect(taken).toHaveLength(2);
    expect(await devicesOf(noah)).toEqual({ [device_id]: REGISTERED });
  });
});

test.each(["REQUEST_EXPIRED", "BAD_REQUEST", "SOMETHING_NEW"])(
  "a device registration refused with %s is not retried",
  async (refusal) => {
    const { noah } = await realm();
    await withPushService(noah, respond, async (asked) => {
      const device_id = await addDevice(noah);
      code = refusal;
      await noah.ok(register(noah, { device_id, ...KEY, ...TOKEN }));
      await settled(noah);
      expect((await devicesOf(noah))[device_id].push_registration_error_code).toBe(refusal);
      expect(asked).toHaveLength(1);
    });
  },
);

test.each(["MISSING_REMOTE_REALM", "INVALID_ZULIP_SERVER", "PUSH_NOTIFICATIONS_DISALLOWED"])(
  "[users 10] after the server-side refusal %s, the push service is retried for 20 hours",
  async (refusal) => {
    const { noah } = await realm();
    await withPushService(noah, respond, async (asked) => {
      const [device_id, late] = [await addDevice(noah), await addDevice(noah)];
      const isAsked = (times: number) => until(() => expect(asked.length).toBeGreaterThanOrEqual(times));
      code = refusal;
      await noah.ok(register(noah, { device_id, ...KEY, ...TOKEN }));
      await isAsked(1);
      expect((await devicesOf(noah))[device_id]).toMatchObject({
        ...{ push_token_id: null, pending_push_token_id: TOKEN.token_id, push_registration_error_code: null },
      });
      code = null;
      await advanceClock(noah, 3_600_000);
      await settled(noah);
      expect((await devicesOf(noah))[device_id]).toEqual(REGISTERED);

      code = refusal;
      await noah.ok(register(noah, { device_id: late, ...KEY, ...TOKEN }));
      await isAsked(3);
      await advanceClock(noah, 21 * 3_600_000);
      await settled(noah);
      expect((await devicesOf(noah))[late]).toMatchObject({
        ...{ pending_push_token_id: TOKEN.token_id, push_registration_error_code: "REQUEST_EXPIRED" },
      });
    });
  },
);

test("[users 10] removing a device also removes its registration", async () => {
  const { noah } = await realm();
  let isAway = true;
  const service = () => (isAway ? new Response("oops", { status: 503 }) : respond());
  await withPushService(noah, service, async (asked) => {
    const device_id = await addDevice(noah);
    await noah.ok(register(noah, { device_id, ...KEY, ...TOKEN }));
    await expect.poll(() => asked.length).toBe(1);
    const events = await eventsDuring([noah], () => noah.ok(noah.post("/remove_client_device", { device_id })));
    expect(events).toEqual([[{ id: expect.any(Number), type: "device", op: "remove", device_id }]]);
    isAway = false;
    await advanceClock(noah, 3_600_000);
    await settled(noah);
    expect(asked).toHaveLength(1);
    expect((await noah.post("/remove_client_device", { device_id })).body.msg).toBe("Invalid `device_id`");
    expect(await addDevice(noah)).toBeGreaterThan(device_id);
  });
});

test("[conventions 4] ending a login removes only its own devices, and regenerating the API key those of all logins", async () => {
  const { noah } = await realm();
  const [lost, kept] = [await another(noah), await another(noah)];
  const gone = await addDevice(lost);
  const stays = await addDevice(kept);
  const queue = await kept.queue({ event_types: ["device"] });
  const { api_keys } = await lost.ok(lost.get("/users/me/api_keys"));
  const { id } = api_keys.find(({ current }: Json) => current);
  await kept.ok(kept.delete(`/users/me/api_keys/${id}`));
  expect(await queue.events()).toMatchObject([{ type: "device", op: "remove", device_id: gone }]);
  expect(await devicesOf(kept)).toEqual({ [stays]: NOTHING });
  await eventsDuring([noah], async () => {
    await addDevice(noah);
    const { api_key } = await noah.ok(noah.post("/users/me/api_key/regenerate"));
    Object.assign(noah, { key: api_key });
  });
  expect(await devicesOf(noah)).toEqual({});
});

test("[conventions 4] deactivating an account removes its devices, even after its reactivation", async () => {
  const { iris, noah } = await realm();
  await addDevice(noah);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  expect(await devicesOf(noah)).toEqual({});
});

test("[users 10] registering a device removes its plain push token, from the account and the push service", async () => {
  const { noah, mia } = await realm();
  await withPushService(noah, respond, async (asked) => {
    const fcm = (person: Person, token: string) => person.post("/users/me/android_gcm_reg_id", { token });
    const removals = () => asked.flatMap(({ path, body }) => (path === "unregister" ? [body.token] : []));
    await noah.ok(fcm(noah, "android-tokenaz"));
    await noah.ok(fcm(noah, "another"));
    await mia.ok(fcm(mia, "android-tokenaz"));
    await registered(noah);
    expect(removals()).toEqual(["android-tokenaz"]);
    const has = async (person: Person, token: string) =>
      (await person.delete("/users/me/android_gcm_reg_id", { token })).status === 200;
    expect([await has(noah, "android-tokenaz"), await has(noah, "another"), await has(mia, "android-tokenaz")]).toEqual(
      [false, true, true],
    );
    // APNs tokens are numbers, and apps write their hex digits in lowercase.
    await noah.ok(noah.post("/users/me/apns_device_token", { token: "ABCDEF", appid: "org.zulip.Zulip" }));
    await registered(noah, { ...OTHER_TOKEN, token_kind: "apns" });
    expect(removals()).toContain("ABCDEF");
  });
});

test("[4.17] both forms of registration coexist, and device_id selects the form", async () => {
  const { noah } = await realm();
  await withPushService(noah, respond, async () => {
    const device_id = await addDevice(noah);
    const earlier = { push_account_id: 7, push_public_key: "cHVibGlj" };
    const { status, body } = await register(noah, { device_id, ...KEY, ...TOKEN, ...earlier });
    expect([status, body.ignored_parameters_unsupported]).toEqual([200, ["push_account_id", "push_public_key"]]);
    await settled(noah);
    expect(await devicesOf(noah)).toEqual({ [device_id]: REGISTERED });
    const { push_devices } = await noah.ok(noah.post("/register"));
    expect(push_devices).toBeUndefined();
    expect((await register(noah, earlier)).body.msg).toBe("Missing 'token_kind' argument");
    const { bouncer_public_key, encrypted_push_registration } = TOKEN;
    await noah.ok(register(noah, { token_kind: "fcm", bouncer_public_key, encrypted_push_registration, ...earlier }));
    await settled(noah);
    expect((await noah.ok(noah.post("/register"))).push_devices).toEqual({ 7: { status: "active", error_code: null } });
  });
});
