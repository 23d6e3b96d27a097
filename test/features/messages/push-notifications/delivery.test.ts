import { expect, test } from "vitest";
import { beginSubscriptions } from "../../../../src/features/channels/channels/subscribers.ts";
import { forgetOwners } from "../../../../src/features/messages/push-notifications/candidates.ts";
import { putToken } from "../../../../src/features/messages/push-notifications/rows.ts";
import { insertAccount } from "../../../../src/features/organization/accounts/accounts.ts";
import { toChannelId, toUserId, type UserId } from "../../../../src/protocol/ids.ts";
import type { Realm } from "../../../../src/realm/realm.ts";
import { seconds } from "../../../../src/util/time.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { breakTexts, fetchMessages, inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { type Asked, pushes, refusal, settled, takesAll, withPushService } from "./push-service.ts";

const phone = (person: Person) =>
  person.ok(person.post("/users/me/apns_device_token", { token: "c0ffee", appid: "org.zulip.Zulip" }));
const texts = (asked: readonly Asked[]) =>
  pushes(asked, "plain").map(({ apns_payload }) => apns_payload.alert?.body ?? "removal");
const rows = async (person: Person): Promise<Json> => (await person.ok(person.get("/testing/object"))).rows;
/** Waits until the service received at least `times` requests. */
const asking = (asked: readonly Asked[], path: string, times: number) =>
  until(() => expect(asked.filter((one) => one.path === path).length).toBeGreaterThanOrEqual(times));

/** Whether the server, and the organization, report push notifications as enabled. */
async function enabled(person: Person) {
  const { push_notifications_enabled } = await person.ok(person.get("/server_settings"));
  const state = await person.ok(person.post("/register", { fetch_event_types: ["realm"] }));
  const { realm_push_notifications_enabled, realm_push_notifications_enabled_end_timestamp } = state;
  return [push_notifications_enabled, realm_push_notifications_enabled, realm_push_notifications_enabled_end_timestamp];
}

/** The realm property changes in some events. */
const told = (events: readonly Json[]) =>
  events.flatMap(({ type, property, value }) => (type === "realm" ? [[property, value]] : []));

const HOUR = 3_600_000;

test.each([
  ["unreachable", () => Promise.reject(new Error("no network"))],
  ["failing", () => refusal(503, "SERVICE_UNAVAILABLE")],
])(
  "[users 10] while the push service is %s, messages are sent, and afterwards each push arrives once",
  async (_, fail) => {
    const { noah, mia } = await realm();
    let isAway = false;
    const service = (asked: Asked) => (isAway && asked.path === "notify" ? fail() : takesAll(asked));
    await withPushService(noah, service, async (asked) => {
      await phone(noah);
      await settled(noah);
      isAway = true;
      for (let index = 0; index < 10; index += 1) await sendDirect(mia, [noah], `message ${index}`);
      await asking(asked, "notify", 1);
      await until(async () => expect((await rows(noah)).outbox).toBe(0));
      expect((await rows(noah)).push_queue).toBe(10);
      // One job sends all queued pushes.
      expect(texts(asked).length).toBeLessThan(15);
      isAway = false;
      const before = texts(asked).length;
      await advanceClock(noah, 10 * 60_000);
      await settled(noah);
      await advanceClock(noah, HOUR);
      await settled(noah);
      const all = Array.from({ length: 10 }, (_, index) => `message ${index}`);
      expect(texts(asked).slice(before).sort()).toEqual(all);
    });
  },
);

test("[users 10] a delayed push has the current text, and is not sent if the message was read or deleted", async () => {
  const { noah, mia } = await realm();
  let isAway = true;
  const service = (asked: Asked) =>
    isAway && asked.path === "notify" ? Promise.reject(new Error("no network")) : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await phone(noah);
    const ids: number[] = [];
    for (const content of ["deleted", "read", "changed"]) ids.push(await sendDirect(mia, [noah], content));
    await asking(asked, "notify", 1);
    const [deleted, read, changed] = ids;
    await mia.ok(mia.delete(`/messages/${deleted}`));
    await noah.ok(noah.post("/messages/flags", { messages: [read], op: "add", flag: "read" }));
    await mia.ok(mia.patch(`/messages/${changed}`, { content: "better" }));
    isAway = false;
    const before = pushes(asked, "plain").length;
    await advanceClock(noah, HOUR);
    await settled(noah);
    const since = pushes(asked, "plain").slice(before);
    const shown = since.filter(({ apns_payload }) => apns_payload.alert !== undefined);
    expect(shown.map(({ apns_payload }) => apns_payload.alert.body)).toEqual(["better"]);
  });
});

test("[users 10] a push that could not be sent for four hours is dropped", async () => {
  const { noah, mia } = await realm();
  let isAway = true;
  const service = (asked: Asked) =>
    isAway && asked.path === "notify" ? Promise.reject(new Error("no network")) : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await phone(noah);
    await sendDirect(mia, [noah], "old");
    await asking(asked, "notify", 1);
    await advanceClock(noah, 4 * HOUR - 60_000);
    await asking(asked, "notify", 2);
    await sendDirect(mia, [noah], "new");
    isAway = false;
    const before = pushes(asked, "plain").length;
    await advanceClock(noah, 6 * 60_000);
    await settled(noah);
    expect(texts(asked).slice(before)).toEqual(["new"]);
  });
});

test("[users 10] a push that makes the service fail delays no others, and is finally dropped", async () => {
  const { noah, mia } = await realm();
  const service = (asked: Asked) =>
    JSON.stringify(asked.body).includes("poison") ? refusal(500, "INTERNAL_SERVER_ERROR") : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await phone(noah);
    await settled(noah);
    await sendDirect(mia, [noah], "poison");
    for (let index = 0; index < 12; index += 1) {
      await sendDirect(mia, [noah], `message ${index}`);
      await until(() => expect(texts(asked)).toContain(`message ${index}`));
      await advanceClock(noah, 10 * 60_000);
    }
    await advanceClock(noah, 5 * HOUR);
    await settled(noah);
    const sent = texts(asked);
    expect(sent.filter((text) => text !== "poison")).toEqual(
      Array.from({ length: 12 }, (_, index) => `message ${index}`),
    );
    expect(sent.filter((text) => text === "poison").length).toBeLessThan(30);
  });
});

test("a push whose text can't be loaded delays no others, and arrives once it can", async () => {
  const { noah, mia } = await realm();
  let isAway = true;
  const service = (asked: Asked) =>
    isAway && asked.path === "notify" ? Promise.reject(new Error("no network")) : takesAll(asked);
  await withPushService(noah, service, async (asked) => {
    await phone(noah);
    await settled(noah);
    const ids: number[] = [];
    for (const content of ["broken", "well"]) ids.push(await sendDirect(mia, [noah], content));
    await asking(asked, "notify", 1);
    const [broken = 0] = ids;
    const spy = await breakTexts(noah, broken);
    isAway = false;
    const before = texts(asked).length;
    await advanceClock(noah, 10 * 60_000);
    await until(() => expect(texts(asked).slice(before)).toEqual(["well"]));
    // Texts are loaded one by one only if the store lacks one of them.
    expect(spy.mock.calls[0]).toEqual([ids]);
    spy.mockRestore();
    await advanceClock(noah, HOUR);
    await settled(noah);
    expect(texts(asked).slice(before)).toEqual(["well", "broken"]);
  });
});

test.each(["PUSH_NOTIFICATIONS_DISALLOWED", "MISSING_REMOTE_REALM"])(
  "[users 10] a push refused with %s is dropped, and the organization reports pushes as disabled",
  async (code) => {
    const { noah, mia } = await realm();
    let answer: () => Response = () => refusal(403, code);
    const service = (asked: Asked) => (asked.path === "notify" ? answer() : takesAll(asked));
    await withPushService(noah, service, async (asked) => {
      await phone(noah);
      const [refused = []] = await eventsDuring([mia], async () => {
        await sendDirect(mia, [noah], "hi");
        await settled(noah);
      });
      expect(told(refused)).toEqual([["push_notifications_enabled", false]]);
      await advanceClock(noah, HOUR);
      await settled(noah);
      expect(texts(asked)).toEqual(["hi"]);
      expect(await enabled(noah)).toEqual([true, false, null]);
      // The next push is still attempted, because the service may answer it differently.
      answer = () => Response.json({ realm: { can_push: true, expected_end_timestamp: 2_000_000_000 } });
      const [taken = []] = await eventsDuring([mia], async () => {
        await sendDirect(mia, [noah], "there");
        await settled(noah);
      });
      expect(told(taken)).toEqual([
        ["push_notifications_enabled", true],
        ["push_notifications_enabled_end_timestamp", 2_000_000_000],
      ]);
      expect(await enabled(noah)).toEqual([true, true, 2_000_000_000]);
    });
  },
);

test("[users 10] a push refused with any other error is dropped, and the organization's pushes stay enabled", async () => {
  const { noah, mia } = await realm();
  const service = (asked: Asked) => (asked.path === "notify" ? refusal(400, "BAD_REQUEST") : takesAll(asked));
  await withPushService(noah, service, async (asked) => {
    await phone(noah);
    await sendDirect(mia, [noah], "hi");
    await settled(noah);
    await advanceClock(noah, HOUR);
    await settled(noah);
    expect(texts(asked)).toEqual(["hi"]);
    expect(await enabled(noah)).toEqual([true, true, null]);
  });
});

test.each([
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example/" } })],
  ["a page", () => new Response("<html>Log in to the network</html>")],
  ["another success", () => Response.json({}, { status: 202 })],
  ["too many requests", () => refusal(429, "RATE_LIMIT_HIT")],
])("[users 10] no push is lost if the push service's response is replaced by %s", async (_, other) => {
  const { noah, mia } = await realm();
  let isAway = true;
  const service = (asked: Asked) => (isAway && asked.path === "notify" ? other() : takesAll(asked));
  await withPushService(noah, service, async (asked) => {
    await phone(noah);
    await sendDirect(mia, [noah], "hi");
    await asking(asked, "notify", 1);
    isAway = false;
    await advanceClock(noah, HOUR);
    await settled(noah);
    expect(texts(asked).length).toBeGreaterThan(1);
  });
});

test("[users 10] without a push service, a message writes no rows for pushes", async () => {
  const { noah, mia } = await realm();
  await phone(noah);
  await sendDirect(mia, [noah], "hi");
  expect(await rows(noah)).toMatchObject({ push_queue: 0, push_shown: 0, outbox: 0 });
});

/** Subscribes user IDs without accounts to a channel, and gives phones to the first of them. */
function crowd(realm: Realm, channel: number, size: number, phones: number): void {
  const users = Array.from({ length: size }, (_, index) => toUserId(100_000 + index));
  beginSubscriptions(realm, toChannelId(channel), users);
  for (const user of users.slice(0, phones)) givePhone(realm, user);
}

function givePhone(realm: Realm, user: UserId): void {
  putToken.run(realm.sql, {
    user,
    kind: "fcm",
    token: `${user}`,
    app_id: null,
    origin: "http://x",
    key_id: null,
    added_at: seconds(0),
  });
  forgetOwners(realm);
}

test("a message writes the same few rows for any number of recipients and phones", async () => {
  const { iris, noah } = await realm();
  await phone(noah);
  const written: number[] = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const slow = async (asked: Asked) => {
    if (asked.path === "notify") await isOver;
    return takesAll(asked);
  };
  await withPushService(iris, slow, async (asked) => {
    for (const [size, phones] of [
      [10, 10],
      [1000, 10],
      [1000, 1000],
    ] as const) {
      const id = await makeChannel(iris, `room for ${size} and ${phones}`, [iris, noah]);
      await inRealm(iris, (realm) => realm.change(() => crowd(realm, id, size, phones)));
      await sendToChannel(iris, id, "t", "@**all** the first, which begins the topic", { read_by_sender: true });
      // From now on the service doesn't answer, so that only the message itself writes rows.
      await asking(asked, "notify", 1);
      await fetchMessages(iris);
      const count = () => inRealm(iris, ({ sql }) => Number(sql.exec("SELECT total_changes() AS n").one()["n"]));
      const before = await count();
      await sendToChannel(iris, id, "t", "@**all** the second", { read_by_sender: true });
      await fetchMessages(iris);
      written.push((await count()) - before);
    }
    end();
    await settled(iris);
  });
  expect(Math.max(...written)).toBeLessThan(20);
  expect(new Set(written).size).toBe(1);
});

test("[users 10] a message to more users than fit in one batch of pushes reaches all of them", async () => {
  const { iris } = await realm();
  await withPushService(iris, takesAll, async (asked) => {
    const id = await makeChannel(iris, "tea", [iris]);
    const users = await inRealm(iris, (realm) =>
      realm.change(() => {
        const accounts = Array.from({ length: 45 }, (_, index) =>
          insertAccount(realm, { delivery_email: `p${index}@example.com`, full_name: `P ${index}`, role: 400 }),
        );
        const ids = accounts.map((account) => account.id);
        beginSubscriptions(realm, toChannelId(id), ids);
        for (const user of ids) givePhone(realm, user);
        return ids;
      }),
    );
    await sendToChannel(iris, id, "t", "@**all** hi");
    await settled(iris);
    const notified = pushes(asked, "plain").map(({ user_id }) => user_id);
    expect(notified).toHaveLength(45);
    expect(new Set(notified)).toEqual(new Set(users));
  });
});

test("[4.23] push notifications are reported as enabled only with a configured push service", async () => {
  const { noah } = await realm();
  expect(await enabled(noah)).toEqual([false, false, null]);
  await withPushService(noah, takesAll, async () => {
    expect(await enabled(noah)).toEqual([true, true, null]);
  });
});
