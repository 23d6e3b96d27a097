import { expect, test } from "vitest";
import { recordShown } from "../../../../src/features/messages/push-notifications/removals.ts";
import { toMessageId, toUserId } from "../../../../src/protocol/ids.ts";
import { makeChannel } from "../../../support/channels.ts";
import { inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { Keys, register } from "./device.ts";
import { type Asked, pushes, settled, takesAll, withPushService } from "./push-service.ts";

interface Scene extends Cast {
  readonly channel: number;
  readonly ids: readonly number[];
}

/** Shows notifications of three messages on noah's phone, runs an action, and returns the removals that it sends. */
async function removalsAfter(
  act: (scene: Scene) => Promise<unknown>,
): Promise<{ ids: readonly number[]; removals: Json[] }> {
  const cast = await realm();
  const { noah, mia } = cast;
  const keys = await Keys.make();
  let result: { ids: readonly number[]; removals: Json[] } = { ids: [], removals: [] };
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(mia, "tea", [noah, mia]);
    await register(noah, keys, { push_account_id: 1 });
    const ids: number[] = [];
    for (const content of ["a", "b", "c"])
      ids.push(await sendToChannel(mia, channel, "t", `@**Noah Example** ${content}`));
    await settled(noah);
    const shown = encrypted(asked).length;
    expect(shown).toBe(3);
    await act({ ...cast, channel, ids });
    await settled(noah);
    const since = encrypted(asked).slice(shown);
    const payloads: Json[] = await Promise.all(since.map(({ payload }) => keys.read(payload.encrypted_data)));
    result = { ids, removals: payloads.filter(({ type }) => type === "remove") };
  });
  return result;
}

const encrypted = (asked: readonly Asked[]) => pushes(asked, "encrypted");

type Act = Parameters<typeof removalsAfter>[0];

test.each<[string, Act, number[]]>([
  ["a message that is read", ({ noah, ids }) => flag(noah, [ids[1] ?? 0]), [1]],
  ["all messages that are read at once, in one push", ({ noah, ids }) => flag(noah, ids), [0, 1, 2]],
  [
    "the messages of a topic that is marked as read",
    ({ noah, channel }) => noah.ok(noah.post("/mark_topic_as_read", { stream_id: channel, topic_name: "t" })),
    [0, 1, 2],
  ],
  [
    "the messages of a channel that is marked as read",
    ({ noah, channel }) => noah.ok(noah.post("/mark_stream_as_read", { stream_id: channel })),
    [0, 1, 2],
  ],
  ["all messages, when all are marked as read", ({ noah }) => noah.ok(noah.post("/mark_all_as_read")), [0, 1, 2]],
  ["a deleted message", ({ iris, ids }) => iris.ok(iris.delete(`/messages/${ids[2]}`)), [2]],
  [
    "the messages of a topic that is deleted",
    ({ iris, channel }) => iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "t" })),
    [0, 1, 2],
  ],
  [
    "the messages of a channel that the user leaves",
    ({ noah }) => noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["tea"] })),
    [0, 1, 2],
  ],
  [
    "the messages of a sender that the user mutes",
    ({ noah, mia }) => noah.ok(noah.post(`/users/me/muted_users/${mia.id}`)),
    [0, 1, 2],
  ],
  [
    "messages that are moved to a channel that the user cannot read",
    ({ iris, mia, ids }) => move(iris, [mia], { invite_only: true }, ids),
    [0, 1, 2],
  ],
  [
    "messages that are moved to a channel to which the user is not subscribed",
    ({ iris, mia, ids }) => move(iris, [mia], {}, ids),
    [0, 1, 2],
  ],
  [
    "nothing, when messages are moved to a channel to which the user is subscribed",
    ({ iris, noah, ids }) => move(iris, [noah], {}, ids),
    [],
  ],
  ["nothing if another user reads the messages", ({ mia, ids }) => flag(mia, ids), []],
])("[users 10] phones remove notifications of %s", async (_, act, wanted) => {
  const { ids, removals } = await removalsAfter(act);
  expect(removals.map(({ message_ids }) => message_ids)).toEqual(
    wanted.length === 0 ? [] : [wanted.map((index) => ids[index])],
  );
});

const flag = (who: Cast["noah"], messages: readonly number[]) =>
  who.ok(who.post("/messages/flags", { messages, op: "add", flag: "read" }));

async function move(who: Cast["iris"], subscribers: Cast["iris"][], settings: object, ids: readonly number[]) {
  const stream_id = await makeChannel(who, "elsewhere", [who, ...subscribers], settings);
  await who.ok(who.patch(`/messages/${ids[0]}`, { stream_id, propagate_mode: "change_all" }));
}

test("[users 10] a removal is sent once, with a payload for each kind of device", async () => {
  const { noah, mia, host } = await realm();
  const keys = await Keys.make();
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, keys, { push_account_id: 1 });
    await register(noah, keys, { push_account_id: 2, token_kind: "apns" });
    await noah.ok(noah.post("/users/me/apns_device_token", { token: "c0ffee", appid: "a" }));
    await noah.ok(noah.post("/users/me/android_gcm_reg_id", { token: "android-token" }));
    const ids = [await sendDirect(mia, [noah], "one"), await sendDirect(mia, [noah], "two")];
    await settled(noah);
    await flag(noah, ids);
    await settled(noah);
    const base = { realm_url: `http://${host}`, realm_name: "Test", user_id: noah.id };
    const [google, apple] = encrypted(asked).slice(-2);
    expect(await keys.read(google.payload.encrypted_data)).toEqual({ ...base, type: "remove", message_ids: ids });
    expect(google).toMatchObject({ device_id: 1, fcm_priority: "normal" });
    expect(apple.http_headers).toEqual({ apns_priority: 5, apns_push_type: "background" });
    const common = { ...base, realm_uri: base.realm_url, event: "remove", zulip_message_ids: ids.join() };
    expect(pushes(asked, "plain").at(-1)).toMatchObject({
      apns_payload: { badge: 0, custom: { zulip: common } },
      gcm_payload: { ...common, server: host },
      gcm_options: { priority: "normal" },
    });
    // There is no notification left to remove.
    const before = asked.length;
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    expect(asked).toHaveLength(before);
  });
});

test("[users 10] removals cover only a user's newest notifications", async () => {
  const { noah } = await realm();
  const keys = await Keys.make();
  const ids = Array.from({ length: 202 }, (_, index) => toMessageId(index + 1));
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, keys, { push_account_id: 1 });
    await inRealm(noah, (realm) => realm.change(() => ids.map((id) => recordShown(realm, toUserId(noah.id), id))));
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    const { message_ids } = await keys.read(encrypted(asked).at(-1)?.payload.encrypted_data);
    expect(message_ids).toEqual(ids.slice(2));
  });
});
