import { expect, test } from "vitest";
import { noteShown } from "../../../../src/features/messages/push/removals.ts";
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

/** Three messages of a topic are shown on noah's phone; what is taken back after something is done. */
async function takenBack(act: (scene: Scene) => Promise<unknown>): Promise<{ ids: readonly number[]; back: Json[] }> {
  const cast = await realm();
  const { noah, mia } = cast;
  const keys = await Keys.make();
  let result: { ids: readonly number[]; back: Json[] } = { ids: [], back: [] };
  await withPushService(noah, takesAll, async (asked) => {
    const channel = await makeChannel(mia, "tea", [noah, mia]);
    await register(noah, keys, { push_account_id: 1 });
    const ids: number[] = [];
    for (const content of ["a", "b", "c"])
      ids.push(await sendToChannel(mia, channel, "t", `@**Noah Example** ${content}`));
    await settled(noah);
    const shown = sealed(asked).length;
    expect(shown).toBe(3);
    await act({ ...cast, channel, ids });
    await settled(noah);
    const since = sealed(asked).slice(shown);
    const told: Json[] = await Promise.all(since.map(({ payload }) => keys.read(payload.encrypted_data)));
    result = { ids, back: told.filter(({ type }) => type === "remove") };
  });
  return result;
}

const sealed = (asked: readonly Asked[]) => pushes(asked, "sealed");

type Act = Parameters<typeof takenBack>[0];

test.each<[string, Act, number[]]>([
  ["one that is read", ({ noah, ids }) => flag(noah, [ids[1] ?? 0]), [1]],
  ["all that are read at once, in one push", ({ noah, ids }) => flag(noah, ids), [0, 1, 2]],
  [
    "those of a topic that is read",
    ({ noah, channel }) => noah.ok(noah.post("/mark_topic_as_read", { stream_id: channel, topic_name: "t" })),
    [0, 1, 2],
  ],
  [
    "those of a channel that is read",
    ({ noah, channel }) => noah.ok(noah.post("/mark_stream_as_read", { stream_id: channel })),
    [0, 1, 2],
  ],
  ["all, where all is read", ({ noah }) => noah.ok(noah.post("/mark_all_as_read")), [0, 1, 2]],
  ["one that is deleted", ({ iris, ids }) => iris.ok(iris.delete(`/messages/${ids[2]}`)), [2]],
  [
    "those of a topic that is deleted",
    ({ iris, channel }) => iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "t" })),
    [0, 1, 2],
  ],
  [
    "those of a channel that is left",
    ({ noah }) => noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["tea"] })),
    [0, 1, 2],
  ],
  [
    "those of a sender who is muted",
    ({ noah, mia }) => noah.ok(noah.post(`/users/me/muted_users/${mia.id}`)),
    [0, 1, 2],
  ],
  [
    "those that are moved to where one may not read",
    ({ iris, mia, ids }) => move(iris, [mia], { invite_only: true }, ids),
    [0, 1, 2],
  ],
  [
    "those that are moved to where one is not subscribed",
    ({ iris, mia, ids }) => move(iris, [mia], {}, ids),
    [0, 1, 2],
  ],
  [
    "nothing, where they are moved to where one is subscribed",
    ({ iris, noah, ids }) => move(iris, [noah], {}, ids),
    [],
  ],
  ["nothing, where they are read by somebody else", ({ mia, ids }) => flag(mia, ids), []],
])("[users 10] phones take back %s", async (_, act, wanted) => {
  const { ids, back } = await takenBack(act);
  expect(back.map(({ message_ids }) => message_ids)).toEqual(
    wanted.length === 0 ? [] : [wanted.map((index) => ids[index])],
  );
});

const flag = (who: Cast["noah"], messages: readonly number[]) =>
  who.ok(who.post("/messages/flags", { messages, op: "add", flag: "read" }));

async function move(who: Cast["iris"], subscribers: Cast["iris"][], settings: object, ids: readonly number[]) {
  const stream_id = await makeChannel(who, "elsewhere", [who, ...subscribers], settings);
  await who.ok(who.patch(`/messages/${ids[0]}`, { stream_id, propagate_mode: "change_all" }));
}

test("[users 10] what a phone is told when it takes something back", async () => {
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
    const [google, apple] = sealed(asked).slice(-2);
    expect(await keys.read(google.payload.encrypted_data)).toEqual({ ...base, type: "remove", message_ids: ids });
    expect(google).toMatchObject({ device_id: 1, fcm_priority: "normal" });
    expect(apple.http_headers).toEqual({ apns_priority: 5, apns_push_type: "background" });
    const common = { ...base, realm_uri: base.realm_url, event: "remove", zulip_message_ids: ids.join() };
    expect(pushes(asked, "open").at(-1)).toMatchObject({
      apns_payload: { badge: 0, custom: { zulip: common } },
      gcm_payload: { ...common, server: host },
      gcm_options: { priority: "normal" },
    });
    // Nothing is left to be taken back.
    const before = asked.length;
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    expect(asked).toHaveLength(before);
  });
});

test("[users 10] of what a phone shows no more than the newest is remembered", async () => {
  const { noah } = await realm();
  const keys = await Keys.make();
  const ids = Array.from({ length: 202 }, (_, index) => toMessageId(index + 1));
  await withPushService(noah, takesAll, async (asked) => {
    await register(noah, keys, { push_account_id: 1 });
    await inRealm(noah, (realm) => realm.change(() => ids.map((id) => noteShown(realm, toUserId(noah.id), id))));
    await noah.ok(noah.post("/mark_all_as_read"));
    await settled(noah);
    const { message_ids } = await keys.read(sealed(asked).at(-1)?.payload.encrypted_data);
    expect(message_ids).toEqual(ids.slice(2));
  });
});
