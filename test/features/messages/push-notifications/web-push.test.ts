import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { encrypt } from "../../../../src/features/messages/push-notifications/web/encrypt.ts";
import { isPoint } from "../../../../src/features/messages/push-notifications/web/p256.ts";
import { browserOf } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import {
  asked,
  checkedClaims,
  DEVICES,
  ENDPOINT,
  type Received,
  Receiver,
  subscribe,
  withBrowserPushes,
} from "./browser-push.ts";
import { type Asked, pushes, settled, takesAll, withPushService } from "./push-service.ts";

const read = (person: Person, messages: number[]) =>
  person.ok(person.post("/messages/flags", { messages, op: "add", flag: "read" }));

/** The newest push. Earlier ones may be about new subscriptions. */
function lastOf(received: readonly Received[]): Received {
  const last = received.at(-1);
  if (last === undefined) throw new Error("nothing was received");
  return last;
}

test("[security 13.12] the content of a push is encrypted as in the example of RFC 8291", async () => {
  const EC = { name: "ECDH", namedCurve: "P-256" };
  const point = Buffer.from(
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    "base64url",
  );
  const jwk = {
    ...{ kty: "EC", crv: "P-256", ext: true, d: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw" },
    ...{ x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") },
  };
  const body = await encrypt(
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
    {
      pair: {
        publicKey: await crypto.subtle.importKey("raw", point, EC, true, []),
        privateKey: await crypto.subtle.importKey("jwk", jwk, EC, true, ["deriveBits"]),
      },
      salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
    },
  );
  expect(Buffer.from(body).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y" +
      "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
  ["https://web.push.apple.com/abc", true],
  ["https://db5.notify.windows.com/w/?token=a", true],
  ["https://push.example.org/abc", true],
  ["https://a.push.example.net/abc", true],
  ["http://127.0.0.1:8080/abc", true],
  ["http://127.0.0.1:8081/abc", false],
  ["https://127.0.0.1/abc", false],
  ["https://[::1]/abc", false],
  ["http://fcm.googleapis.com/abc", false],
  ["https://fcm.googleapis.com:8443/abc", false],
  ["https://user:secret@fcm.googleapis.com/abc", false],
  ["https://fcm.googleapis.com.evil.example/abc", false],
  ["https://evilpush.apple.com/abc", false],
  ["https://.notify.windows.com/abc", false],
  ["https://evil.example/abc", false],
  ["nonsense", false],
])("[security 13.13] pushes to %s are allowed: %s", async (endpoint, isAllowed) => {
  const { noah } = await realm();
  const own = ["push.example.org", "*.push.example.net", "http://127.0.0.1:8080"];
  const known = ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"];
  await withConfig(noah, { webPushHosts: [...known, ...own] }, async () => {
    await noah.ok(noah.get(DEVICES));
    const { p256dh, auth } = await Receiver.make();
    const { body } = await noah.post(DEVICES, { endpoint, p256dh, auth });
    expect(body.msg).toBe(isAllowed ? "" : "This server sends nothing to that address.");
  });
});

test("[security 13.12] a channel message is pushed to a browser, readable only with its keys", async () => {
  const { host, noah, mia, iris } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withBrowserPushes({ laptop: keys }, async (received) => {
    await subscribe(browser, keys, "laptop");
    const channel = await makeChannel(iris, "tea", [mia, noah]);
    const id = await sendToChannel(mia, channel, "Green", "@**Noah Example** *hot*");
    await settled(noah);
    const { headers, payload, endpoint } = lastOf(received);
    expect(payload).toMatchObject({
      ...{ type: "message", message_id: id, title: "#tea › Green", content: "Mia Example: @Noah Example hot" },
      ...{ tag: `${channel}:green`, url: `/#narrow/channel/${channel}-tea/topic/Green/near/${id}` },
      user_id: noah.id,
    });
    await sendToChannel(mia, channel, "Cafe\u0301", "@**Noah Example**");
    await settled(noah);
    expect(lastOf(received).payload.tag).toBe(`${channel}:caf\u00e9`);
    expect(endpoint).toBe(`${ENDPOINT}laptop`);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" },
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    const { public_key } = await asked(browser, "GET", DEVICES);
    const claims = await checkedClaims(headers.get("authorization") ?? "");
    expect(claims).toMatchObject({ aud: "https://updates.push.services.mozilla.com", key: public_key });
    expect(claims.exp - Date.now() / 1000).toBeLessThan(24 * 3600);
  });
});

test("a browser that subscribes after a push to another user receives its own user's pushes", async () => {
  const { host, noah, mia } = await realm();
  const [first, second] = [await Receiver.make(), await Receiver.make()];
  await withBrowserPushes({ first, second }, async (received) => {
    await subscribe(await browserOf(host, noah.email), first, "first");
    await sendDirect(mia, [noah], "one");
    await settled(noah);
    await subscribe(await browserOf(host, mia.email), second, "second");
    await sendDirect(noah, [mia], "two");
    await settled(mia);
    expect(received.map(({ endpoint }) => endpoint)).toEqual([`${ENDPOINT}first`, `${ENDPOINT}second`]);
  });
});

test("the push of a direct message has its text only if the account's settings allow it", async () => {
  const { host, noah, mia, omar } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withBrowserPushes({ laptop: keys }, async (received) => {
    await subscribe(browser, keys, "laptop");
    await sendDirect(mia, [noah, omar], "psst");
    await settled(noah);
    await noah.ok(noah.patch("/settings", { pm_content_in_desktop_notifications: false, default_language: "de" }));
    await sendDirect(mia, [noah], "psst");
    await settled(noah);
    const others = [mia.id, omar.id].sort((a, b) => a - b);
    expect(received.map(({ payload: { title, content, tag } }) => [title, content, tag])).toEqual([
      [
        expect.stringMatching(/^(Mia Example, Omar Example|Omar Example, Mia Example)$/),
        "Mia Example: psst",
        `@${others}`,
      ],
      ["Mia Example", "Neue Direktnachricht", `@${mia.id}`],
    ]);
    expect(received[0]?.headers.get("topic")).not.toBe(received[1]?.headers.get("topic"));
  });
});

test("reading a message elsewhere withdraws its notification, and the withdrawal replaces pushes still waiting", async () => {
  const { host, noah, mia } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withBrowserPushes({ laptop: keys }, async (received) => {
    await subscribe(browser, keys, "laptop");
    const ids = [await sendDirect(mia, [noah], "one"), await sendDirect(mia, [noah], "two")];
    await settled(noah);
    await read(noah, ids.slice(0, 1));
    await settled(noah);
    await read(noah, ids.slice(1));
    await settled(noah);
    const topic = received[0]?.headers.get("topic");
    expect(
      received.map(({ payload, headers }) => [
        ...[payload.type, payload.message_ids],
        ...[headers.get("topic") === topic, headers.get("urgency")],
      ]),
    ).toEqual([
      ["message", undefined, true, "high"],
      ["message", undefined, true, "high"],
      // The second message is still unread, so its push must not be replaced.
      ["remove", [ids[0]], false, "normal"],
      ["remove", [ids[1]], true, "normal"],
    ]);
  });
});

test("a withdrawal, which would show no notification, is not sent to Apple's browsers", async () => {
  const { host, noah, mia } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withBrowserPushes({ ipad: keys }, async (received) => {
    await asked(browser, "GET", DEVICES);
    const { p256dh, auth } = keys;
    await asked(browser, "POST", DEVICES, { endpoint: "https://web.push.apple.com/ipad", p256dh, auth });
    const id = await sendDirect(mia, [noah], "one");
    await settled(noah);
    await read(noah, [id]);
    await settled(noah);
    expect(received.map(({ payload }) => payload.type)).toEqual(["message"]);
  });
});

test("only Apple's browsers get a notification that can be shown without the service worker", async () => {
  const { host, noah, mia } = await realm();
  const browser = await browserOf(host, noah.email);
  const [ipad, laptop] = [await Receiver.make(), await Receiver.make()];
  await withBrowserPushes({ ipad, laptop }, async (received) => {
    await subscribe(browser, laptop, "laptop");
    const other = await browserOf(host, noah.email);
    const { p256dh, auth } = ipad;
    await asked(other, "POST", DEVICES, { endpoint: "https://web.push.apple.com/ipad", p256dh, auth });
    await sendDirect(mia, [noah], "x".repeat(9000));
    await settled(noah);
    const of = (host: string) => received.find(({ endpoint }) => endpoint.includes(host));
    const { payload, bytes } = of("apple") ?? lastOf([]);
    expect(payload).toMatchObject({
      type: "message",
      web_push: 8030,
      mutable: true,
      notification: { title: payload.title, body: payload.content, tag: `@${mia.id}` },
    });
    expect(payload.notification.navigate).toBe(new URL(payload.url, payload.realm_url).href);
    expect(bytes).toBeLessThanOrEqual(4096);
    expect(of("mozilla")?.payload).not.toHaveProperty("web_push");

    // The longest names and texts leave no room for repeating them in a declarative push.
    const bikes = "🚲".repeat(60);
    const channel = await makeChannel(mia, bikes, [mia, noah]);
    await sendToChannel(mia, channel, bikes, `@**Noah Example** ${bikes.repeat(9)}`);
    await settled(noah);
    const longest = received.findLast(({ endpoint }) => endpoint.includes("apple")) ?? lastOf([]);
    expect(longest.payload.title).toContain(bikes);
    expect(longest.payload).not.toHaveProperty("web_push");
    expect(longest.bytes).toBeLessThanOrEqual(4096);
  });
});

test("a browser that its push service no longer knows is removed", async () => {
  const { host, noah, mia } = await realm();
  const keys = await Receiver.make();
  for (const status of [404, 410]) {
    const browser = await browserOf(host, noah.email);
    const name = `gone${status}`;
    await withBrowserPushes(
      { [name]: keys },
      async (received) => {
        await subscribe(browser, keys, name);
        await sendDirect(mia, [noah], "one");
        await settled(noah);
        await sendDirect(mia, [noah], "two");
        await settled(noah);
        expect(received).toHaveLength(1);
        expect((await asked(browser, "GET", DEVICES)).devices).toEqual([]);
      },
      () => status,
    );
  }
});

test.each([429, 500, 503])("a push answered with %i is retried, only for the affected browser", async (status) => {
  const { host, noah, mia } = await realm();
  const [laptop, desk, keys] = [
    await browserOf(host, noah.email),
    await browserOf(host, noah.email),
    await Receiver.make(),
  ];
  let fails = true;
  await withBrowserPushes(
    { laptop: keys, desk: keys },
    async (received) => {
      await subscribe(laptop, keys, "laptop");
      await subscribe(desk, keys, "desk");
      await sendDirect(mia, [noah], "one");
      await until(() => expect(received).toHaveLength(2));
      fails = false;
      await advanceClock(noah, 3_000_000);
      await settled(noah);
      const names = received.map(({ endpoint }) => endpoint.slice(ENDPOINT.length));
      expect(names.sort()).toEqual(["desk", "laptop", "laptop"]);
    },
    (endpoint) => (fails && endpoint.endsWith("laptop") ? status : 201),
  );
});

test.each([307, 413])("[security 13.15] a push answered with %i is not sent again", async (status) => {
  const { host, noah, mia } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withBrowserPushes(
    { laptop: keys },
    async (received) => {
      await subscribe(browser, keys, "laptop");
      await sendDirect(mia, [noah], "one");
      await settled(noah);
      expect(received).toHaveLength(1);
      expect((await asked(browser, "GET", DEVICES)).devices).toHaveLength(1);
    },
    () => status,
  );
});

test("the longest names and texts fit into a push", async () => {
  const { host, noah, mia, iris } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withBrowserPushes({ laptop: keys }, async (received) => {
    await subscribe(browser, keys, "laptop");
    const channel = await makeChannel(iris, "🫖".repeat(60), [mia, noah]);
    await sendToChannel(mia, channel, "🍵".repeat(60), `@**Noah Example** ${"🌿".repeat(500)}`);
    await settled(noah);
    expect(lastOf(received).payload.title.length).toBeGreaterThan(200);
    expect(lastOf(received).bytes).toBeLessThan(4096);
  });
});

test.each<
  [
    string,
    (mine: {
      noah: Person;
      browser: Awaited<ReturnType<typeof browserOf>>;
      other: Awaited<ReturnType<typeof browserOf>>;
      iris: Person;
    }) => Promise<unknown>,
    string[],
  ]
>([
  ["it is logged out", ({ browser }) => browser.ask("POST", "/logout"), ["other"]],
  [
    "its session is ended by another one",
    async ({ browser, other }) => {
      const { sessions } = await asked(browser, "GET", "/users/me/sessions");
      const { id } = sessions.find(({ current }: Json) => current);
      return asked(other, "DELETE", `/users/me/sessions/${id}`);
    },
    ["other"],
  ],
  ["all other sessions are ended", ({ other }) => asked(other, "DELETE", "/users/me/sessions"), ["other"]],
  ["its session expires", ({ noah }) => advanceClock(noah, 31 * 86_400_000), []],
  [
    "the account is deactivated",
    async ({ iris, noah }) => {
      await iris.ok(iris.delete(`/users/${noah.id}`));
      await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    },
    [],
  ],
  [
    "it is removed from the list",
    async ({ browser, other }) => {
      const { devices } = await asked(browser, "GET", DEVICES);
      const { id } = devices.find(({ is_current }: Json) => is_current);
      return asked(other, "DELETE", `${DEVICES}/${id}`);
    },
    ["other"],
  ],
])("[security 13.14] a browser gets no more pushes after %s", async (_, act, left) => {
  const { host, noah, mia, iris } = await realm();
  const keys = await Receiver.make();
  const [browser, other] = [await browserOf(host, noah.email), await browserOf(host, noah.email)];
  await withBrowserPushes({ mine: keys, other: keys }, async (received) => {
    await subscribe(browser, keys, "mine");
    await subscribe(other, keys, "other");
    await act({ noah, browser, other, iris });
    await sendDirect(mia, [noah], "one");
    await settled(mia);
    expect(received.map(({ endpoint }) => endpoint.slice(ENDPOINT.length))).toEqual(left);
  });
});

test("a browser's subscription moves to the user who logs in there, and a session has one subscription", async () => {
  const { host, noah, mia, omar } = await realm();
  const keys = await Receiver.make();
  const [first, second] = [await browserOf(host, noah.email), await browserOf(host, omar.email)];
  await withBrowserPushes({ shared: keys, renewed: keys }, async (received) => {
    await subscribe(first, keys, "shared");
    await subscribe(second, keys, "shared");
    expect((await asked(first, "GET", DEVICES)).devices).toEqual([]);
    await sendDirect(mia, [noah], "one");
    await settled(mia);
    expect(received).toEqual([]);
    await subscribe(second, keys, "renewed");
    expect((await asked(second, "GET", DEVICES)).devices).toEqual([
      { id: expect.any(Number), name: expect.any(String), added_at: expect.any(Number), is_current: true },
    ]);
  });
});

test("pushes to browsers and to mobile devices do not wait for each other's services", async () => {
  const { host, noah, mia } = await realm();
  const [browser, keys] = [await browserOf(host, noah.email), await Receiver.make()];
  await withPushService(noah, takesAll, (sent) =>
    withBrowserPushes(
      { laptop: keys },
      async (received) => {
        await subscribe(browser, keys, "laptop");
        await noah.ok(noah.post("/users/me/apns_device_token", { token: "c0ffee", appid: "a" }));
        for (const content of ["one", "two", "three", "four"]) await sendDirect(mia, [noah], content);
        await until(() => expect(pushes(sent, "plain")).toHaveLength(4));
        expect(received.length).toBeGreaterThan(0);
      },
      () => 500,
    ),
  );
});

test("a browser whose push service fails delays no pushes to phones or other browsers", async () => {
  const { host, noah, mia, omar, iris } = await realm();
  const [dead, alive] = [await Receiver.make(), await Receiver.make()];
  await withPushService(noah, takesAll, (sent) =>
    withBrowserPushes(
      { dead, alive },
      async (received) => {
        await subscribe(await browserOf(host, omar.email), dead, "dead");
        await subscribe(await browserOf(host, iris.email), alive, "alive");
        await noah.ok(noah.post("/users/me/apns_device_token", { token: "c0ffee", appid: "a" }));
        const to = (name: string) => received.filter(({ endpoint }) => endpoint.endsWith(name)).length;
        for (let count = 1; count <= 5; count += 1) {
          await sendDirect(mia, [omar], `to nobody ${count}`);
          await until(() => expect(to("dead")).toBeGreaterThanOrEqual(count));
        }
        await sendDirect(mia, [noah], "to a phone");
        await until(() => expect(pushes(sent, "plain")).toHaveLength(1));
        await sendDirect(mia, [iris], "to a browser");
        await until(() => expect(to("alive")).toBe(1));
      },
      (endpoint) => (endpoint.endsWith("dead") ? 503 : 201),
    ),
  );
});

test("while the mobile push service is down, browsers still get pushes, even of users with phones", async () => {
  const { host, noah, mia, omar } = await realm();
  const [one, other] = [await Receiver.make(), await Receiver.make()];
  let isAway = true;
  const service = (asked: Asked) =>
    isAway && asked.path === "notify" ? Promise.reject(new Error("no network")) : takesAll(asked);
  await withPushService(noah, service, (sent) =>
    withBrowserPushes({ one, other }, async (received) => {
      await subscribe(await browserOf(host, noah.email), one, "one");
      await subscribe(await browserOf(host, omar.email), other, "other");
      await noah.ok(noah.post("/users/me/apns_device_token", { token: "c0ffee", appid: "a" }));
      for (let count = 1; count <= 5; count += 1) {
        await sendDirect(mia, [noah, omar], `message ${count}`);
        await until(() => expect(received).toHaveLength(2 * count));
      }
      isAway = false;
      const before = pushes(sent, "plain").length;
      await advanceClock(noah, 3_600_000);
      await settled(noah);
      expect(pushes(sent, "plain").slice(before)).toHaveLength(5);
      expect(received).toHaveLength(10);
    }),
  );
});

test("a test push reports whether it arrives, and lists browsers that no longer exist", async () => {
  const { host, noah } = await realm();
  const keys = await Receiver.make();
  const [laptop, desk] = [await browserOf(host, noah.email), await browserOf(host, noah.email)];
  const nothing = await laptop.ask("POST", `${DEVICES}/test`);
  expect([nothing.status, nothing.body.code]).toEqual([400, "NO_ACTIVE_PUSH_DEVICE"]);
  let status = 201;
  await withBrowserPushes(
    { laptop: keys, desk: keys },
    async (received) => {
      const id = await subscribe(laptop, keys, "laptop");
      const gone = await subscribe(desk, keys, "desk");
      const sent = await asked(laptop, "POST", `${DEVICES}/test`, { device_id: id });
      expect([sent.removed, received.map(({ payload }) => payload.content)]).toEqual([
        [],
        ["Notifications reach this device."],
      ]);
      status = 410;
      expect((await asked(laptop, "POST", `${DEVICES}/test`, { device_id: gone })).removed).toEqual([gone]);
      status = 500;
      const failed = await laptop.ask("POST", `${DEVICES}/test`);
      expect([failed.status, failed.body.code]).toEqual([502, "INTERNAL_SERVER_ERROR_ON_BOUNCER"]);
      const unknown = await laptop.ask("POST", `${DEVICES}/test`, { device_id: gone });
      expect(unknown.body.code).toBe("INVALID_PUSH_DEVICE_TOKEN");
    },
    () => status,
  );
});

test("a server without web push has no key, and refuses subscriptions", async () => {
  const { noah } = await realm();
  await withConfig(noah, { webPushHosts: [] }, async () => {
    expect((await noah.ok(noah.get(DEVICES))).public_key).toBeNull();
    const { p256dh, auth } = await Receiver.make();
    const { body } = await noah.post(DEVICES, { endpoint: `${ENDPOINT}a`, p256dh, auth });
    expect(body.code).toBe("PUSH_SERVICE_NOT_CONFIGURED");
  });
});

test("the key of an organization stays the same, and malformed keys of browsers are refused", async () => {
  const { noah, mia } = await realm();
  const { p256dh, auth } = await Receiver.make();
  const early = await noah.post(DEVICES, { endpoint: `${ENDPOINT}a`, p256dh, auth });
  expect(early.body.msg).toBe("This organization has no key for pushes to browsers yet.");
  const all = await Promise.all([noah, mia, noah].map((one) => one.ok(one.get(DEVICES))));
  expect(new Set(all.map(({ public_key }) => public_key)).size).toBe(1);
  for (const wrong of [
    { p256dh: "x", auth },
    { p256dh, auth: "x" },
    { p256dh: p256dh.replace("B", "C"), auth },
    // Not on the curve: the origin, a point next to it, and coordinates beyond the field.
    { p256dh: Buffer.from([4, ...new Uint8Array(64)]).toString("base64url"), auth },
    { p256dh: p256dh.replace(/.$/, (last) => (last === "A" ? "Q" : "A")), auth },
    { p256dh: Buffer.from([4, ...new Uint8Array(64).fill(255)]).toString("base64url"), auth },
  ]) {
    const { body } = await noah.post(DEVICES, { endpoint: `${ENDPOINT}a`, ...wrong });
    expect(body.msg).toBe("Invalid keys");
  }
  expect((await noah.ok(noah.get(DEVICES))).devices).toEqual([]);
});

test("isPoint accepts every key that a browser generates, and none that WebCrypto refuses", async () => {
  const isTaken = (bytes: Uint8Array) =>
    crypto.subtle.importKey("raw", bytes, { name: "ECDH", namedCurve: "P-256" }, true, []).then(
      () => true,
      () => false,
    );
  for (let times = 0; times < 50; times++) {
    const bytes = Buffer.from((await Receiver.make()).p256dh, "base64url");
    expect(isPoint(bytes)).toBe(true);
    bytes[1 + times] = (bytes[1 + times] ?? 0) ^ 1;
    expect(isPoint(bytes)).toBe(await isTaken(bytes));
  }
});
