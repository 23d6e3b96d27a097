import { expect, test } from "vitest";
import { beginSubscriptions } from "../../../../src/features/channels/channels/subscribers.ts";
import { forgetOwners } from "../../../../src/features/messages/push-notifications/candidates.ts";
import { insertAccount } from "../../../../src/features/organization/accounts/accounts.ts";
import { toChannelId } from "../../../../src/protocol/ids.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { Keys, register } from "./device.ts";
import { Phone, recordsOf } from "./phone.ts";
import { type Asked, pushes, refusal, settled, takesAll, withPushService } from "./push-service.ts";

const encrypted = (asked: readonly Asked[]) => pushes(asked, "encrypted");
const requests = (asked: readonly Asked[]) => asked.filter(({ path }) => path === "e2ee/notify");
const HOUR = 3_600_000;

test("[users 10] each phone gets a push encrypted with its own key, in its platform's format", async () => {
  const { noah, mia, host } = await realm();
  await withPushService(noah, takesAll, async (asked) => {
    const android = await new Phone("android").register(noah);
    const apple = await new Phone("c0ffee", "apns").register(noah);
    const id = await sendDirect(mia, [noah], "**Hot** water");
    await settled(noah);
    const box = expect.stringMatching(/^[\w+/]+=*$/);
    const asIs = { "mutable-content": 1, alert: { title: "New notification" } };
    expect(encrypted(asked)).toEqual([
      {
        token_id: android.tokenId,
        fcm_priority: "high",
        payload: { push_key_id: android.keyId, encrypted_data: box },
      },
      {
        token_id: apple.tokenId,
        http_headers: { apns_priority: 10, apns_push_type: "alert" },
        payload: { push_key_id: apple.keyId, encrypted_data: box, aps: asIs },
      },
    ]);
    expect(requests(asked)).toHaveLength(1);
    const [shown] = android.read(asked);
    expect(shown).toEqual({
      ...{ realm_url: `http://${host}`, realm_name: "Test", user_id: noah.id, type: "message", message_id: id },
      ...{ time: expect.any(Number), content: "Hot water", sender_id: mia.id, sender_full_name: "Mia Example" },
      sender_avatar_url: expect.stringMatching(/^https:/),
      ...{ recipient_type: "direct", recipient_user_ids: [noah.id, mia.id].sort((a, b) => a - b) },
    });
    expect(apple.read(asked)).toEqual([shown]);
    const nonces = encrypted(asked).map(({ payload }) => payload.encrypted_data.slice(0, 32));
    expect(new Set(nonces).size).toBe(2);

    await noah.ok(noah.post("/messages/flags", { messages: [id], op: "add", flag: "read" }));
    await settled(noah);
    const removal = {
      realm_url: `http://${host}`,
      realm_name: "Test",
      user_id: noah.id,
      type: "remove",
      message_ids: [id],
    };
    expect(android.read(asked).at(-1)).toEqual(removal);
    expect(android.requests(asked).at(-1)).toMatchObject({ fcm_priority: "normal" });
    expect(apple.requests(asked).at(-1)).toMatchObject({
      http_headers: { apns_priority: 5, apns_push_type: "background" },
      payload: { aps: asIs },
    });
  });
});

test("[users 10] the push service can read nothing about messages, users, channels or the organization", async () => {
  const { iris, noah, mia } = await realm();
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(iris, "secret-place", [noah, mia]);
    const group = { name: "secret-group", description: "", members: [noah.id] };
    await iris.ok(iris.post("/user_groups/create", group));
    await new Phone("android").register(noah);
    await new Phone("c0ffee", "apns").register(noah);
    await register(noah, await Keys.make(), { push_account_id: 7 });
    await sendToChannel(mia, channel, "secret-topic", "secret-text @*secret-group*");
    await sendDirect(mia, [noah], "secret-text");
    await settled(noah);
    await noah.ok(noah.post("/mobile_push/e2ee/test_notification"));
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    expect(requests(asked).length).toBeGreaterThan(3);
    const readable = asked.map(({ body }) => {
      const text = JSON.stringify(body);
      const decoded = [...text.matchAll(/[\w+/]{8,}={0,2}/g)].map(([run]) =>
        Buffer.from(run, "base64").toString("latin1"),
      );
      return [text, ...decoded].join("\n");
    });
    for (const secret of [
      "secret-",
      "Mia Example",
      "mia@",
      "Noah",
      "avatar",
      "message_id",
      "sender",
      noah.host,
      '"Test"',
    ]) {
      expect(
        readable.filter((text) => text.includes(secret)),
        secret,
      ).toEqual([]);
    }
  });
});

test("[users 10] a token that the push service reports as deleted is dropped, and the app registers again", async () => {
  const { noah, mia } = await realm();
  const [gone, kept] = [new Phone("gone"), new Phone("kept")];
  let named: string[] = [gone.tokenId];
  const service = (asked: Asked) =>
    asked.path === "e2ee/notify" ? Response.json({ delete_token_ids: named }) : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await gone.register(noah);
    await kept.register(noah);
    const [events = []] = await eventsDuring([noah], async () => {
      await sendDirect(mia, [noah], "first");
      await settled(noah);
    });
    const update = { type: "device", op: "update", device_id: gone.deviceId, push_token_id: null };
    expect(events.filter(({ type }) => type === "device")).toEqual([{ id: expect.any(Number), ...update }]);
    expect((await recordsOf(noah))[gone.deviceId]).toMatchObject({ push_token_id: null, push_key_id: gone.keyId });
    named = [];
    await sendDirect(mia, [noah], "second");
    await settled(noah);
    expect([gone.read(asked).length, kept.read(asked).length]).toEqual([1, 2]);
    await gone.register(noah);
    await sendDirect(mia, [noah], "third");
    await settled(noah);
    expect(gone.read(asked).map(({ content }) => content)).toEqual(["first", "third"]);
  });
});

test("[users 10] devices of both kinds of registration get pushes, in separate requests", async () => {
  const { noah, mia } = await realm();
  const keys = await Keys.make();
  let refuses = false;
  const service = (asked: Asked) =>
    refuses && asked.body.push_requests?.[0].device_id !== undefined ? refusal(400, "BAD_REQUEST") : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    const phone = await new Phone("android").register(noah);
    await register(noah, keys, { push_account_id: 7 });
    await sendDirect(mia, [noah], "both");
    await settled(noah);
    const seedForm = encrypted(asked).find(({ device_id }) => device_id === 7);
    expect((await keys.read(seedForm?.payload.encrypted_data)).content).toBe("both");
    expect(phone.read(asked)[0]?.content).toBe("both");
    expect(requests(asked).map(({ body }) => body.push_requests.length)).toEqual([1, 1]);
    // A service that supports only one form still accepts that one.
    refuses = true;
    await sendDirect(mia, [noah], "one");
    await settled(noah);
    expect(phone.read(asked).map(({ content }) => content)).toEqual(["both", "one"]);
    expect((await recordsOf(noah))[phone.deviceId].push_token_id).toBe(phone.tokenId);
  });
});

test("[users 10] a test notification goes to the device named by either ID, or to all", async () => {
  const { noah, mia, host } = await realm();
  const keys = await Keys.make();
  const attempt = (person: Person, fields: Fields = {}) => person.post("/mobile_push/e2ee/test_notification", fields);
  let gone: string[] = [];
  const service = (asked: Asked) =>
    asked.path === "e2ee/notify" ? Response.json({ delete_token_ids: gone }) : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    const [first, second] = [new Phone("one"), new Phone("two", "apns")];
    await first.register(noah);
    await second.register(noah);
    await register(noah, keys, { push_account_id: 9000 });
    const unregistered = (await noah.ok(noah.post("/register_client_device"))).device_id;
    for (const device_id of [unregistered, 9000, 77]) {
      expect((await attempt(noah, { device_id })).body).toMatchObject({
        code: "NO_ACTIVE_PUSH_DEVICE",
        msg: "No active registered push device",
      });
    }
    expect((await attempt(mia, { device_id: first.deviceId })).body.code).toBe("NO_ACTIVE_PUSH_DEVICE");
    await noah.ok(attempt(noah, { device_id: second.deviceId }));
    await noah.ok(attempt(noah, { push_account_id: 9000 }));
    await noah.ok(attempt(noah));
    expect(encrypted(asked).map(({ token_id, device_id }) => token_id ?? device_id)).toEqual([
      second.tokenId,
      9000,
      ...[first.tokenId, second.tokenId, 9000],
    ]);
    const [test] = second.read(asked);
    const about = { realm_url: `http://${host}`, realm_name: "Test", user_id: noah.id };
    expect(test).toEqual({ ...about, type: "test", time: expect.any(Number) });
    expect(second.requests(asked)[0]?.http_headers).toEqual({ apns_priority: 10, apns_push_type: "alert" });
    gone = [first.tokenId];
    expect((await attempt(noah, { device_id: first.deviceId })).body.code).toBe("NO_ACTIVE_PUSH_DEVICE");
    await noah.ok(attempt(noah));
    expect((await recordsOf(noah))[first.deviceId].push_token_id).toBeNull();
  });
});

test("[users 10] clients get the push status, and the date until which it lasts, from the push service's response", async () => {
  const { noah, mia } = await realm();
  let status: Json = { can_push: true, expected_end_timestamp: 2_000_000_000 };
  const service = (asked: Asked) =>
    asked.path === "e2ee/notify" ? Response.json({ delete_token_ids: [], realm_push_status: status }) : takesAll(asked);
  await withPushService(noah, service, async () => {
    await new Phone("android").register(noah);
    const told = async (content: string) => {
      const [events = []] = await eventsDuring([mia], async () => {
        await sendDirect(mia, [noah], content);
        await settled(noah);
      });
      return events.flatMap(({ type, property, value }) => (type === "realm" ? [[property, value]] : []));
    };
    expect(await told("one")).toEqual([["push_notifications_enabled_end_timestamp", 2_000_000_000]]);
    expect(await told("the same again")).toEqual([]);
    status = { can_push: false, expected_end_timestamp: null };
    expect(await told("two")).toEqual([
      ["push_notifications_enabled", false],
      ["push_notifications_enabled_end_timestamp", null],
    ]);
    status = "nonsense";
    expect(await told("three")).toEqual([]);
  });
});

test("[users 10] a push that the service refuses does not delay others of the same batch", async () => {
  const { iris, mia } = await realm();
  const bad = new Phone("bad");
  const service = (asked: Asked) =>
    asked.path === "e2ee/notify" && asked.body.push_requests.some(({ token_id }: Json) => token_id === bad.tokenId)
      ? refusal(400, "BAD_REQUEST")
      : takesAll(asked);
  await withPushService(iris, service, async (asked) => {
    const phones = [];
    for (let index = 0; index < 12; index += 1) phones.push(await new Phone(`phone ${index}`).register(iris));
    await bad.register(iris);
    await sendDirect(mia, [iris], "hi");
    await settled(iris);
    const taken = requests(asked).filter(({ body }) => !JSON.stringify(body).includes(bad.tokenId));
    for (const phone of phones) expect(phone.read(taken).map(({ content }) => content)).toEqual(["hi"]);
    const before = requests(asked).length;
    expect(before).toBeLessThan(12);
    // The service accepts nothing for that device, which must register again.
    expect((await recordsOf(iris))[bad.deviceId].push_token_id).toBeNull();
    await sendDirect(mia, [iris], "again");
    await settled(iris);
    expect(requests(asked)).toHaveLength(before + 1);
  });
});

test("[users 10] pushes wait while the push service does not know the server's key", async () => {
  const { noah, mia } = await realm();
  let knows = true;
  const service = (asked: Asked) => (knows ? takesAll(asked) : refusal(401, "INVALID_ZULIP_SERVER"));
  await withPushService(noah, service, async (asked) => {
    const phone = await new Phone("android").register(noah);
    knows = false;
    await sendDirect(mia, [noah], "one");
    await until(() => expect(phone.requests(asked)).toHaveLength(1));
    await sendDirect(mia, [noah], "two");
    knows = true;
    await advanceClock(noah, HOUR);
    await settled(noah);
    expect(
      phone
        .read(asked)
        .slice(1)
        .map(({ content }) => content),
    ).toEqual(["one", "two"]);
    // The waiting pushes are sent together.
    expect(requests(asked)).toHaveLength(2);
  });
});

test("[users 10] a message to 10,000 devices is sent in requests of bounded size, once to each", async () => {
  const { iris } = await realm();
  await withPushService(iris, takesAll, async (asked) => {
    const channel = await makeChannel(iris, "tea", [iris]);
    await inRealm(iris, (realm) =>
      realm.change(() => {
        const users = Array.from({ length: 200 }, (_, index) =>
          insertAccount(realm, { delivery_email: `p${index}@example.com`, full_name: `P ${index}`, role: 400 }),
        ).map(({ id }) => id);
        beginSubscriptions(realm, toChannelId(channel), users);
        for (const user of users) {
          realm.sql.exec(
            `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
             INSERT INTO client_devices (user_id, push_key_id, push_key, token_kind, push_token_id)
             SELECT ?1, i, ?2, 'fcm', 'token ' || ?1 || ' ' || i FROM n`,
            ...[user, "MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt"],
          );
        }
        forgetOwners(realm);
      }),
    );
    await sendToChannel(iris, channel, "t", "@**all** hi");
    await settled(iris);
    const sizes = requests(asked).map(({ body }) => body.push_requests.length);
    expect(Math.max(...sizes)).toBe(200);
    expect(sizes.length).toBeLessThan(60);
    const named = encrypted(asked).map(({ token_id }) => token_id);
    expect(named).toHaveLength(10_000);
    expect(new Set(named).size).toBe(10_000);
  });
});
