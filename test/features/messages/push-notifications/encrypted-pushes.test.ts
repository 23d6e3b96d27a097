import { expect, test } from "vitest";
import { recordShown } from "../../../../src/features/messages/push-notifications/removals.ts";
import { putDevice, setDeviceStatus } from "../../../../src/features/messages/push-notifications/rows.ts";
import { toMessageId, toUserId } from "../../../../src/protocol/ids.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission, makeGroup } from "../../../support/groups.ts";
import { inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { devicesOf, Keys, register } from "./device.ts";
import { type Asked, pushes, refusal, settled, takesAll, withPushService } from "./push-service.ts";

const ACCOUNT = 2408;
const encrypted = (asked: readonly Asked[]) => pushes(asked, "encrypted");

/** Decrypts the payloads of all pushes to a phone. */
const read = (keys: Keys, asked: readonly Asked[], account = ACCOUNT): Promise<Json[]> =>
  Promise.all(
    encrypted(asked)
      .filter(({ payload }) => payload.push_account_id === account)
      .map(({ payload }) => keys.read(payload.encrypted_data)),
  );

test("[4.17] a channel message is pushed with an encrypted payload", async () => {
  const { iris, noah, mia, host } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(iris, "tea", [noah, mia]);
    const group = await makeGroup(iris, "tasters", [noah]);
    await register(noah, keys, { push_account_id: ACCOUNT });
    const id = await sendToChannel(mia, channel, "oolong", "**Hot** water, @*tasters* :smile:");
    await settled(noah);
    const [pushed] = await read(keys, asked);
    expect(pushed).toEqual({
      type: "message",
      realm_url: `http://${host}`,
      realm_name: "Test",
      user_id: noah.id,
      recipient_type: "channel",
      channel_id: channel,
      channel_name: "tea",
      topic: "oolong",
      message_id: id,
      time: (await noah.ok(noah.get(`/messages/${id}`))).message.timestamp,
      content: "Hot water, @tasters 🙂",
      sender_id: mia.id,
      sender_full_name: "Mia Example",
      sender_avatar_url: expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\//),
      mentioned_user_group_id: group,
      mentioned_user_group_name: "tasters",
    });
    // The push service can't read the payload.
    expect(encrypted(asked)).toEqual([
      {
        device_id: ACCOUNT,
        fcm_priority: "high",
        payload: { push_account_id: ACCOUNT, encrypted_data: expect.stringMatching(/^[\w+/]+=*$/) },
      },
    ]);
    const { path, body } = asked.at(-1) ?? {};
    expect([path, Object.keys(body)]).toEqual(["e2ee/notify", ["realm_uuid", "push_requests"]]);
    expect(body.realm_uuid).toBe(asked[0]?.body.realm_uuid);
  });
});

test("[4.17] payloads of direct messages, group direct messages and the empty topic have their own fields", async () => {
  const { noah, mia, gus } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(mia, "tea", [noah, mia]);
    await register(noah, keys, { push_account_id: ACCOUNT });
    await sendDirect(mia, [noah], "one");
    await sendDirect(mia, [noah, gus], "several");
    await sendToChannel(mia, channel, "", "@**Noah Example**");
    await settled(noah);
    const all = await read(keys, asked);
    expect(
      all.map(({ content, recipient_type, recipient_user_ids, topic }) => [
        content,
        recipient_type,
        recipient_user_ids,
        topic,
      ]),
    ).toEqual([
      ["one", "direct", [noah.id, mia.id].sort((a, b) => a - b), undefined],
      ["several", "direct", [noah.id, mia.id, gus.id].sort((a, b) => a - b), undefined],
      ["@Noah Example", "channel", undefined, "general chat"],
    ]);
    for (const payload of all) expect(payload).not.toHaveProperty("pm_users");
  });
});

test("[4.17] each device gets a payload encrypted for its own key, with the fields of its platform", async () => {
  const { noah, mia } = await realm();
  const [first, second] = [await Keys.make(), await Keys.make()];
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, first, { push_account_id: 1 });
    await register(noah, second, { push_account_id: 2, token_kind: "apns" });
    await sendDirect(mia, [noah], "hi");
    await settled(noah);
    expect((await read(first, asked, 1))[0]).toEqual((await read(second, asked, 2))[0]);
    await expect(first.open(encrypted(asked)[1].payload.encrypted_data)).rejects.toThrow();
    expect(encrypted(asked)[1]).toEqual({
      device_id: 2,
      http_headers: { apns_priority: 10, apns_push_type: "alert" },
      payload: {
        push_account_id: 2,
        encrypted_data: expect.any(String),
        aps: { "mutable-content": 1, alert: { title: "New notification" } },
      },
    });
    expect(asked.filter(({ path }) => path === "e2ee/notify")).toHaveLength(1);
    expect(asked.filter(({ path }) => path === "notify")).toEqual([]);
  });
});

test("[users 4.3] a guest who cannot see the sender is notified of a message from an unknown user", async () => {
  const { iris, gus, mia } = await realm();
  const keys = await Keys.make();
  await withPushService(gus, takesAll, async (asked) => {
    // All users are subscribed to the default channel.
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["general"] }));
    const channel = await makeChannel(iris, "tea", [gus]);
    await register(gus, keys, { push_account_id: ACCOUNT });
    await givePermission(iris, "can_access_all_users_group", "role:members");
    await sendToChannel(mia, channel, "t", "@**Gus Example**");
    await settled(gus);
    const [{ sender_full_name, sender_id, sender_avatar_url }] = await read(keys, asked);
    expect([sender_full_name, sender_id, sender_avatar_url]).toEqual([
      "Unknown user",
      mia.id,
      expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\/0{32}\?/),
    ]);
  });
});

test("[4.17] a removal lists message IDs as numbers, at most the newest 200", async () => {
  const { iris, noah } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, keys, { push_account_id: ACCOUNT });
    const ids = Array.from({ length: 205 }, (_, index) => toMessageId(10 + index));
    await inRealm(noah, (realm) =>
      realm.change(() => {
        for (const id of ids) recordShown(realm, toUserId(noah.id), id);
      }),
    );
    const sent = await sendDirect(iris, [noah], "hi");
    await settled(noah);
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    const { type, message_ids } = (await read(keys, asked)).at(-1) ?? {};
    expect(type).toBe("remove");
    expect(message_ids).toEqual([...ids.filter((id) => id !== sent), sent].sort((a, b) => a - b).slice(-200));
    const { payload, fcm_priority } = encrypted(asked).at(-1) ?? {};
    expect(fcm_priority).toBe("normal");
    expect(JSON.stringify(payload).length).toBeLessThan(4096);
  });
});

test("[users 10] an encrypted test notification goes to the named device, or to all", async () => {
  const { noah, mia, host } = await realm();
  const keys = await Keys.make();
  const attempt = (person: Person, fields: Fields = {}) => person.post("/mobile_push/e2ee/test_notification", fields);
  expect((await attempt(noah)).body).toMatchObject({
    code: "NO_ACTIVE_PUSH_DEVICE",
    msg: "No active registered push device",
  });
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, keys, { push_account_id: 1 });
    await register(noah, keys, { push_account_id: 2, token_kind: "apns" });
    expect((await attempt(noah, { push_account_id: 3 })).body.code).toBe("NO_ACTIVE_PUSH_DEVICE");
    expect((await attempt(mia, { push_account_id: 1 })).body.code).toBe("NO_ACTIVE_PUSH_DEVICE");
    await noah.ok(attempt(noah, { push_account_id: 2 }));
    await noah.ok(attempt(noah));
    expect(encrypted(asked).map(({ device_id }) => device_id)).toEqual([2, 1, 2]);
    const [test] = await read(keys, asked, 2);
    expect(test).toEqual({
      type: "test",
      realm_url: `http://${host}`,
      realm_name: "Test",
      user_id: noah.id,
      time: expect.any(Number),
    });
  });
  const { status, body } = await attempt(noah);
  expect([status, body.code]).toEqual([403, "ADMIN_ACTION_REQUIRED"]);
});

test.each([
  [() => Promise.reject(new Error("no network")), 502, "FAILED_TO_CONNECT_BOUNCER"],
  [() => refusal(500, "INTERNAL_SERVER_ERROR"), 502, "INTERNAL_SERVER_ERROR_ON_BOUNCER"],
  [() => refusal(401, "INVALID_ZULIP_SERVER"), 403, "ADMIN_ACTION_REQUIRED"],
  [() => Response.json({ delete_device_ids: [ACCOUNT] }), 400, "NO_ACTIVE_PUSH_DEVICE"],
])(
  "[users 10] POST /mobile_push/e2ee/test_notification returns the error of the push service: %#",
  async (respond, status, code) => {
    const { noah } = await realm();
    const keys = await Keys.make();
    const service = (asked: Asked) => (asked.path === "e2ee/register" ? takesAll(asked) : respond());
    await withPushService(noah, service, async () => {
      await register(noah, keys, { push_account_id: ACCOUNT });
      const answer = await noah.post("/mobile_push/e2ee/test_notification");
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });
  },
);

test("[register 5.5] a device that no longer exists is marked as failed until it registers again", async () => {
  const { noah, mia } = await realm();
  const keys = await Keys.make();
  let gone: number[] = [1];
  const service = (asked: Asked) =>
    asked.path === "e2ee/notify" ? Response.json({ delete_device_ids: gone }) : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await register(noah, keys, { push_account_id: 1 });
    await register(noah, keys, { push_account_id: 2 });
    const [events = []] = await eventsDuring([noah], async () => {
      await sendDirect(mia, [noah], "first");
      await settled(noah);
    });
    expect(events.filter(({ type }) => type === "push_device")).toEqual([
      {
        id: expect.any(Number),
        type: "push_device",
        push_account_id: 1,
        status: "failed",
        error_code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
      },
    ]);
    expect(await devicesOf(noah)).toEqual({
      1: { status: "failed", error_code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN" },
      2: { status: "active", error_code: null },
    });
    gone = [];
    await sendDirect(mia, [noah], "second");
    await settled(noah);
    expect(encrypted(asked).map(({ device_id }) => device_id)).toEqual([1, 2, 2]);
    await register(noah, keys, { push_account_id: 1 });
    await sendDirect(mia, [noah], "third");
    await settled(noah);
    expect(encrypted(asked).map(({ device_id }) => device_id)).toEqual([1, 2, 2, 1, 2]);
  });
});

test("[4.17] a device with an invalid public key is marked as failed at its first push", async () => {
  const { noah, mia } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, keys, { push_account_id: 1, push_public_key: "push-public-key" });
    await sendDirect(mia, [noah], "hi");
    await settled(noah);
    expect(encrypted(asked)).toEqual([]);
    expect(await devicesOf(noah)).toEqual({ 1: { status: "failed", error_code: "BAD_REQUEST" } });
  });
});

test("[4.17] a new device replaces a failed one if the account has the maximum number", async () => {
  const { noah, mia } = await realm();
  const keys = await Keys.make();
  const all = Array.from({ length: 49 }, (_, index) => index + 1);
  const service = (asked: Asked) =>
    asked.path === "e2ee/notify" ? Response.json({ delete_device_ids: [7] }) : takesAll(asked);
  await withPushService(noah, service, async () => {
    await inRealm(noah, (realm) =>
      realm.change(() => {
        for (const account of all) {
          const device = {
            user: noah.id,
            account,
            kind: "fcm",
            key: keys.text,
            origin: "http://x",
            key_id: null,
          } as const;
          putDevice.run(realm.sql, device);
          setDeviceStatus.run(realm.sql, {
            user: noah.id,
            account,
            status: "active",
            device_id: account,
            error_code: null,
          });
        }
      }),
    );
    await register(noah, keys, { push_account_id: 50 });
    const more = {
      push_public_key: keys.text,
      token_kind: "fcm",
      bouncer_public_key: "a",
      encrypted_push_registration: "a",
    };
    expect((await noah.post("/mobile_push/register", { ...more, push_account_id: 51 })).body.msg).toBe(
      "You cannot register more than 50 devices.",
    );
    await sendDirect(mia, [noah], "hi");
    await settled(noah);
    await register(noah, keys, { push_account_id: 51 });
    expect(Object.keys(await devicesOf(noah))).toEqual([...all.filter((id) => id !== 7), 50, 51].map(String));
  });
});
