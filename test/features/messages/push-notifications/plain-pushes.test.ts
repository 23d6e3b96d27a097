import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { type Asked, pushes, refusal, settled, takesAll, withPushService } from "./push-service.ts";

const plain = (asked: readonly Asked[]) => pushes(asked, "plain");
const apple = (person: Person, token = "c0ffee") =>
  person.ok(person.post("/users/me/apns_device_token", { token, appid: "org.zulip.Zulip" }));
const google = (person: Person, token = "android-token") =>
  person.ok(person.post("/users/me/android_gcm_reg_id", { token }));

test("[users 10] a channel message is pushed with payloads for APNs and FCM", async () => {
  const { iris, noah, mia, host } = await realm();
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(iris, "tea", [noah, mia]);
    await apple(noah);
    await google(noah);
    const id = await sendToChannel(mia, channel, "oolong", "**Hot** water, @**Noah Example**");
    await settled(noah);
    const common = {
      realm_uri: `http://${host}`,
      realm_url: `http://${host}`,
      realm_name: "Test",
      user_id: noah.id,
      sender_id: mia.id,
      sender_email: "mia@example.com",
      recipient_type: "stream",
      stream: "tea",
      stream_id: channel,
      topic: "oolong",
    };
    const content = "Hot water, @Noah Example";
    expect(plain(asked)).toEqual([
      {
        user_id: noah.id,
        user_uuid: asked[0]?.body.user_uuid,
        realm_uuid: asked[0]?.body.realm_uuid,
        apple_devices: ["c0ffee"],
        android_devices: ["android-token"],
        apns_payload: {
          alert: { title: "#tea > oolong", subtitle: "Mia Example mentioned you:", body: content },
          sound: "default",
          badge: 0,
          custom: { zulip: { ...common, message_ids: [id] } },
        },
        gcm_payload: {
          ...common,
          server: host,
          realm_id: expect.any(Number),
          event: "message",
          zulip_message_id: id,
          time: (await noah.ok(noah.get(`/messages/${id}`))).message.timestamp,
          content,
          sender_full_name: "Mia Example",
          sender_avatar_url: expect.stringMatching(/^https:/),
        },
        gcm_options: { priority: "high" },
      },
    ]);
  });
});

test("[users 10] a notification's title and subtitle show the conversation and the reason", async () => {
  const { noah, mia, gus } = await realm();
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(mia, "tea", [noah, mia]);
    await apple(noah);
    await sendDirect(mia, [noah], "one");
    await sendDirect(mia, [noah, gus], "several");
    await noah.ok(noah.patch("/settings", { enable_stream_push_notifications: true }));
    await sendToChannel(mia, channel, "t", "hi");
    await settled(noah);
    expect(plain(asked).map(({ apns_payload: { alert } }) => [alert.title, alert.subtitle, alert.body])).toEqual([
      ["Mia Example", "", "one"],
      ["Gus Example, Mia Example, Noah Example", "Mia Example:", "several"],
      ["#tea > t", "Mia Example:", "hi"],
    ]);
    // A user without FCM tokens gets no FCM payload.
    expect(plain(asked)[0]).toMatchObject({ gcm_payload: {}, gcm_options: {}, android_devices: [] });
    expect(plain(asked)[1].apns_payload.custom.zulip).toMatchObject({
      recipient_type: "private",
      pm_users: [noah.id, mia.id, gus.id].sort((a, b) => a - b).join(),
    });
  });
});

test("[register 4.1] if encryption is required, devices without it get nothing, but keep their tokens", async () => {
  const { iris, noah, mia } = await realm();
  await withPushService(noah, takesAll, async (asked) => {
    await apple(noah);
    await google(noah);
    // Pushes don't wait for other work, such as these registrations.
    await settled(noah);
    await sendDirect(mia, [noah], "shown before");
    await settled(noah);
    expect(plain(asked)).toHaveLength(1);
    await iris.ok(iris.patch("/realm", { require_e2ee_push_notifications: true }));
    await sendDirect(mia, [noah], "secret");
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    for (const token of ["c0ffee", undefined]) {
      const { status, body } = await noah.post("/mobile_push/test_notification", { token });
      expect([status, body.code]).toEqual([403, "ADMIN_ACTION_REQUIRED"]);
    }
    expect(plain(asked)).toHaveLength(1);
    expect(asked.map(({ path }) => path)).toEqual(["register", "register", "notify"]);
    await iris.ok(iris.patch("/realm", { require_e2ee_push_notifications: false }));
    await sendDirect(mia, [noah], "again");
    await settled(noah);
    expect(plain(asked)[1]).toMatchObject({ apple_devices: ["c0ffee"], android_devices: ["android-token"] });
  });
});

test("[users 10] adding a token registers it at the push service, and removing it unregisters it", async () => {
  const { noah } = await realm();
  await withPushService(noah, takesAll, async (asked) => {
    await apple(noah);
    await settled(noah);
    await noah.ok(noah.delete("/users/me/apns_device_token", { token: "c0ffee" }));
    await settled(noah);
    const about = {
      user_id: String(noah.id),
      user_uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      token: "c0ffee",
      token_kind: "1",
      realm_uuid: asked[0]?.body.realm_uuid,
    };
    expect(asked).toEqual([
      { path: "register", body: { ...about, ios_app_id: "org.zulip.Zulip" } },
      { path: "unregister", body: about },
    ]);
  });
});

test("[users 10] a token whose registration the push service refuses is not retried", async () => {
  const { noah } = await realm();
  await withPushService(
    noah,
    () => refusal(400, "BAD_REQUEST"),
    async (asked) => {
      await google(noah);
      await settled(noah);
      expect(asked).toHaveLength(1);
    },
  );
});

test("[users 10] a token that the push service reports as deleted is removed", async () => {
  const { noah, mia } = await realm();
  const service = (asked: Asked) =>
    asked.path === "notify"
      ? Response.json({ deleted_devices: { apple_devices: ["c0ffee"], android_devices: [] } })
      : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await apple(noah);
    await apple(noah, "beef");
    await sendDirect(mia, [noah], "first");
    await settled(noah);
    await sendDirect(mia, [noah], "second");
    await settled(noah);
    expect(plain(asked).map((push) => push.apple_devices)).toEqual([["c0ffee", "beef"], ["beef"]]);
    expect((await noah.delete("/users/me/apns_device_token", { token: "c0ffee" })).body.msg).toBe(
      "Token does not exist",
    );
  });
});

test("[users 10] a test notification without a token goes to all devices at once", async () => {
  const { noah } = await realm();
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  const service = async (asked: Asked) => {
    if (asked.path !== "test_notification") return takesAll(asked);
    waiting += 1;
    if (waiting === 5) all.resolve();
    await all.promise;
    return Response.json({});
  };
  await withPushService(noah, service, async () => {
    for (let index = 0; index < 5; index += 1) await google(noah, `token ${index}`);
    await noah.ok(noah.post("/mobile_push/test_notification"));
    expect(waiting).toBe(5);
  });
});
