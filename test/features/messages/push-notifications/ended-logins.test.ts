import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { inRealm, sendDirect } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { another, devicesOf, Keys, register } from "./device.ts";
import { type Asked, pushes, settled, takesAll, withPushService } from "./push-service.ts";

const google = (person: Person, token: string) => person.ok(person.post("/users/me/android_gcm_reg_id", { token }));
const ENDED = { status: "failed", error_code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN" };
const ACTIVE = { status: "active", error_code: null };

const keyOf = async (person: Person): Promise<number> => {
  const { api_keys } = await person.ok(person.get("/users/me/api_keys"));
  return api_keys.find(({ current }: Json) => current).id;
};

/** The tokens and device IDs that received pushes after the first `since` requests. */
const devicesSince = (asked: readonly Asked[], since: number) => {
  const some = asked.slice(since);
  return [
    ...pushes(some, "plain").flatMap(({ android_devices }) => android_devices),
    ...pushes(some, "encrypted").map(({ device_id }) => device_id),
  ];
};
const unregistered = (asked: readonly Asked[]) =>
  asked.flatMap(({ path, body }) => (path === "unregister" ? [body.token] : []));

test("[conventions 4] regenerating the API key of an account ends pushes to all its devices, with events", async () => {
  const { noah, mia } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    const phone = await another(noah);
    await google(phone, "phone");
    await google(mia, "of mia");
    await register(noah, keys, { push_account_id: 7 });
    let fresh = noah;
    await eventsDuring([noah], async () => {
      const { api_key } = await noah.ok(noah.post("/users/me/api_key/regenerate"));
      fresh = new Person(noah.host, noah.email, api_key, noah.id);
      Object.assign(noah, { key: api_key });
    });
    expect(await devicesOf(fresh)).toEqual({ 7: ENDED });
    const since = asked.length;
    await sendDirect(mia, [fresh], "secret");
    await sendDirect(fresh, [mia], "not so");
    await settled(fresh);
    expect(unregistered(asked)).toEqual(["phone"]);
    expect(devicesSince(asked, since)).toEqual(["of mia"]);
    await google(fresh, "phone");
    await register(fresh, keys, { push_account_id: 7 });
    await sendDirect(mia, [fresh], "again");
    await settled(fresh);
    expect(devicesSince(asked, since)).toEqual(["of mia", "phone", 7]);
  });
});

test("ending a login ends pushes only to its own devices", async () => {
  const { noah, mia } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    const [lost, kept] = [await another(noah), await another(noah)];
    await google(lost, "lost");
    await register(lost, keys, { push_account_id: 1 });
    await google(kept, "kept");
    await register(kept, keys, { push_account_id: 2 });
    // A device that two logins registered belongs to the later one.
    await google(lost, "moved");
    await register(lost, keys, { push_account_id: 3 });
    await google(kept, "moved");
    await register(kept, keys, { push_account_id: 3 });
    await kept.ok(kept.delete(`/users/me/api_keys/${await keyOf(lost)}`));
    expect(await devicesOf(kept)).toEqual({ 1: ENDED, 2: ACTIVE, 3: ACTIVE });
    const since = asked.length;
    await sendDirect(mia, [noah], "secret");
    await settled(kept);
    expect(devicesSince(asked, since)).toEqual(["kept", "moved", 2, 3]);
    expect(unregistered(asked)).toEqual(["lost"]);
  });
});

test("[conventions 4] deactivating an account drops queued and later pushes, even after its reactivation", async () => {
  const { iris, noah, mia } = await realm();
  const keys = await Keys.make();
  let isAway = false;
  const service = (asked: Asked) =>
    isAway && asked.path.endsWith("notify") ? Promise.reject(new Error("no network")) : takesAll(asked);
  await withPushService(iris, service, async (asked) => {
    await google(noah, "phone");
    await register(noah, keys, { push_account_id: 7 });
    isAway = true;
    await sendDirect(mia, [noah], "secret");
    await iris.ok(iris.delete(`/users/${noah.id}`));
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    isAway = false;
    const since = asked.length;
    await advanceClock(iris, 3_600_000);
    await sendDirect(mia, [noah], "more");
    await settled(iris);
    expect(devicesSince(asked, since)).toEqual([]);
    expect(unregistered(asked)).toEqual(["phone"]);
    expect(await devicesOf(noah)).toEqual({ 7: ENDED });
  });
});

test("a pending registration is dropped when its login ends", async () => {
  const { noah } = await realm();
  const keys = await Keys.make();
  let isAway = true;
  const service = (asked: Asked) => (isAway ? Promise.reject(new Error("no network")) : takesAll(asked));
  await withPushService(noah, service, async (asked) => {
    const phone = await another(noah);
    const fields = { token_kind: "fcm", push_public_key: keys.text, bouncer_public_key: "a" };
    await phone.ok(
      phone.post("/mobile_push/register", { ...fields, push_account_id: 7, encrypted_push_registration: "a" }),
    );
    await expect.poll(() => asked.length).toBe(1);
    await noah.ok(noah.delete(`/users/me/api_keys/${await keyOf(phone)}`));
    isAway = false;
    await advanceClock(noah, 60_000);
    await settled(noah);
    expect(asked).toHaveLength(1);
    expect(await devicesOf(noah)).toEqual({ 7: ENDED });
  });
});

test("a deactivated organization sends no pushes", async () => {
  const { iris, noah, mia } = await realm();
  let isAway = true;
  const service = (asked: Asked) =>
    isAway && asked.path === "notify" ? Promise.reject(new Error("no network")) : takesAll(asked);
  await withPushService(iris, service, async (asked) => {
    await google(noah, "phone");
    await sendDirect(mia, [noah], "secret");
    await iris.ok(iris.post("/realm/deactivate"));
    isAway = false;
    const since = asked.length;
    await advanceClock(iris, 3_600_000);
    const waiting = () => inRealm(iris, ({ sql }) => sql.exec("SELECT count(*) AS n FROM push_queue").one()["n"]);
    await expect.poll(waiting).toBe(0);
    expect(devicesSince(asked, since)).toEqual([]);
  });
});
