import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { App, Notification } from "../support/push/app.ts";
import { FAULTS, type Fault } from "../support/push/bouncer.ts";
import { fromBase64, openPush } from "../support/push/sealing.ts";
import { type Json, PASSWORD, type Person } from "./support/person.ts";
import { PhoneHouse } from "./support/phone-house.ts";
import { until } from "./support/processes.ts";

const REGISTER = "POST push/e2ee/register";
const NOTIFY = "POST push/e2ee/notify";

// One server and one push service for all tests: each creates its own users and phones.
const house = new PhoneHouse();
const { bouncer } = house;
let made = 0;

beforeAll(async () => void (await house.start()));
afterAll(() => house.stop());
beforeEach(() => {
  bouncer.fault = () => undefined;
  bouncer.state.knowsEveryRealm = true;
});

/** A member who gets pushes for all channel messages, even while online. */
async function member(name: string): Promise<Person> {
  made += 1;
  const person = await house.owner.invite(`${name}${made}`);
  await person.ok(
    person.patch("/settings", { enable_stream_push_notifications: true, enable_online_push_notifications: true }),
  );
  return person;
}

const tell = async (to: readonly Person[], content: string): Promise<number> =>
  (await house.owner.ok(house.owner.post("/messages", { type: "direct", to: to.map(({ id }) => id), content }))).id;

const ofType = <Type extends Notification["type"]>(type: Type, all: readonly Notification[]) =>
  all.filter((one): one is Extract<Notification, { type: Type }> => one.type === type);

const messageIds = (app: App) => ofType("message", app.opened(bouncer.arrivals)).map(({ message_id }) => message_id);

/** Makes the call fail `times` times. Returns a function that counts the failures so far. */
function failing(call: string, fault: Fault, times = 1): () => number {
  let failed = 0;
  bouncer.fault = (asked) => {
    if (asked !== call || failed >= times) return undefined;
    failed += 1;
    return fault;
  };
  return () => failed;
}

test("phones of both platforms get messages, removals and test pushes, all unreadable to the push service", async () => {
  const { owner } = house;
  const [ada, bea] = [await member("Ada"), await member("Bea")];
  const [android, iphone] = [await house.ringingPhoneOf(ada), await house.ringingPhoneOf(bea, "apns")];
  const channel = await owner.channel("Quiet Harbor", [ada, bea]);
  const group = "watchkeepers";
  await owner.ok(owner.post("/user_groups/create", { name: group, description: "", members: [bea.id] }));
  const inChannel = async (content: string): Promise<number> =>
    (await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic: "Slow tides", content }))).id;

  const direct = await tell([ada], "Ledger of gulls");
  const huddle = await tell([ada, bea], "Lantern of moths");
  const plain = await inChannel("Anchors and ropes");
  const mention = await inChannel(`Come here @*${group}*, herons fly`);
  const long = await inChannel(`Whalesong ${"ä".repeat(500)}`);
  const byOwner = (app: App) =>
    ofType("message", app.opened(bouncer.arrivals))
      // The notification bot reports subscriptions.
      .filter(({ sender_id }) => sender_id === owner.id)
      .sort((a, b) => a.message_id - b.message_id);
  await until("all arrive", () => byOwner(android).length === 5 && byOwner(iphone).length === 4);

  const { realm_url, realm_name } = await owner.ok(owner.get("/server_settings"));
  const common = {
    realm_url,
    realm_name,
    user_id: ada.id,
    type: "message",
    sender_id: owner.id,
    sender_full_name: expect.any(String),
    sender_avatar_url: expect.stringMatching(/^https?:\/\//),
    time: expect.any(Number),
  };
  const ofChannel = {
    recipient_type: "channel",
    channel_id: channel,
    channel_name: "Quiet Harbor",
    topic: "Slow tides",
  };
  const two = [owner.id, ada.id].sort((a, b) => a - b);
  const three = [...two, bea.id].sort((a, b) => a - b);
  expect(byOwner(android)).toEqual([
    { ...common, message_id: direct, content: "Ledger of gulls", recipient_type: "direct", recipient_user_ids: two },
    { ...common, message_id: huddle, content: "Lantern of moths", recipient_type: "direct", recipient_user_ids: three },
    { ...common, message_id: plain, content: "Anchors and ropes", ...ofChannel },
    { ...common, message_id: mention, content: expect.stringContaining("herons fly"), ...ofChannel },
    { ...common, message_id: long, content: `Whalesong ${"ä".repeat(190)}…`, ...ofChannel },
  ]);
  const mentioned = byOwner(iphone).find(({ message_id }) => message_id === mention);
  expect(mentioned).toMatchObject({
    user_id: bea.id,
    mentioned_user_group_name: group,
    mentioned_user_group_id: expect.any(Number),
  });
  expect(byOwner(iphone).filter((one) => one.mentioned_user_group_id !== undefined)).toHaveLength(1);

  await ada.ok(ada.post("/messages/flags", { messages: [direct, plain], op: "add", flag: "read" }));
  const removed = () => ofType("remove", android.opened(bouncer.arrivals)).flatMap(({ message_ids }) => message_ids);
  await until("the read ones are removed", () => removed().length >= 2);
  expect(removed().sort((a, b) => a - b)).toEqual([direct, plain]);
  expect(ofType("remove", iphone.opened(bouncer.arrivals))).toEqual([]);

  for (const [person, app] of [
    [ada, android],
    [bea, iphone],
  ] as const) {
    await person.ok(person.post("/mobile_push/e2ee/test_notification", { device_id: app.deviceId }));
    await until("the test arrives", () => ofType("test", app.opened(bouncer.arrivals)).length === 1);
  }

  const headersOf = (app: App, isRemoval: boolean) => {
    const own = bouncer.arrivals.filter(({ token }) => token === app.token);
    const some = own.filter((one) => (app.open(one)?.type === "remove") === isRemoval);
    return [...new Set(some.map(({ headers }) => JSON.stringify(headers)))].map((text) => JSON.parse(text));
  };
  expect(headersOf(android, false)).toEqual([{ priority: "high" }]);
  expect(headersOf(android, true)).toEqual([{ priority: "normal" }]);
  expect(headersOf(iphone, false)).toEqual([{ apns_priority: 10, apns_push_type: "alert" }]);

  const secrets = ["Ledger of gulls", "Lantern", "Anchors", "herons", "Whalesong", "Quiet Harbor", "Slow tides", group];
  const names = [realm_url, ada.email, bea.email, owner.email, android.token, iphone.token];
  expect(bouncer.readable("POST push/", [...secrets, ...names, '"message_id"', '"user_id"'])).toEqual([]);
  expect({ ignored: bouncer.state.ignored, failures: bouncer.failures, large: bouncer.state.tooLarge }).toEqual({
    ignored: [],
    failures: [],
    large: [],
  });
  const agents = [...new Set(bouncer.received.map(({ headers }) => headers["user-agent"]))];
  expect(agents).toEqual([expect.stringMatching(/^ZulipServer\/\d/)]);
});

test("the app's first start registers the phone with device events, and its second sends none", async () => {
  const person = await member("Cleo");
  const app = house.phoneOf(person);
  await app.start();
  await house.registered(app);
  expect(app.events.map(({ type: _type, id: _id, ...event }) => event)).toEqual([
    { op: "add", device_id: app.deviceId },
    {
      op: "update",
      device_id: app.deviceId,
      push_key_id: app.newestKey?.id,
      pending_push_token_id: expect.any(String),
      push_token_last_updated_timestamp: expect.any(Number),
      push_registration_error_code: null,
    },
    { op: "update", device_id: app.deviceId, push_token_id: expect.any(String), pending_push_token_id: null },
  ]);
  const count = bouncer.requests(REGISTER).length;
  await app.start();
  await app.start();
  expect(app.asked.filter((one) => one.startsWith("POST /mobile_push/register"))).toHaveLength(1);
  expect(app.asked.filter((one) => one.startsWith("POST /register_client_device"))).toHaveLength(1);
  expect(bouncer.requests(REGISTER)).toHaveLength(count);
});

test("a new key is used immediately, without a request to the push service", async () => {
  const person = await member("Dora");
  const app = await house.ringingPhoneOf(person);
  const count = bouncer.requests(REGISTER).length;
  await tell([person], "before");
  await house.notificationsOf(app, 1);
  const key = app.makeKey();
  await app.registerPush();
  expect(await app.follow()).toMatchObject([{ op: "update", push_key_id: key.id }]);
  await tell([person], "after");
  expect(ofType("message", await house.notificationsOf(app, 2)).map(({ content }) => content)).toEqual([
    "before",
    "after",
  ]);
  expect(bouncer.arrivals.at(-1)?.data["push_key_id"]).toBe(String(key.id));
  expect(bouncer.requests(REGISTER)).toHaveLength(count);
});

test("a new push token replaces the old one", async () => {
  const person = await member("Enid");
  const app = await house.ringingPhoneOf(person);
  const old = app.token;
  app.token = `${old}-new`;
  await app.registerPush();
  await house.registered(app);
  const before = bouncer.arrivals.length;
  await tell([person], "to the new one");
  await house.notificationsOf(app, 1);
  expect(bouncer.arrivals.slice(before).map(({ token }) => token)).toEqual([app.token]);
});

test("a logged-out phone gets nothing, and the user's other phone still gets pushes", async () => {
  const person = await member("Fay");
  const [left, stays] = [await house.ringingPhoneOf(person), await house.ringingPhoneOf(person, "apns")];
  await left.logOut();
  expect(left.asked.at(-1)).toBe("POST /remove_client_device device_id");
  expect((await stays.follow()).at(-1)).toMatchObject({ op: "remove" });
  await tell([person], "to one alone");
  await house.notificationsOf(stays, 1);
  expect(bouncer.arrivals.filter(({ token }) => token === left.token)).toEqual([]);
  await stays.start();
  expect(Object.keys(stays.devices)).toEqual([String(stays.deviceId)]);
});

test.each<[string, Fault]>([
  ["an error", FAULTS.down],
  ["an unknown organization", FAULTS.missingRealm],
  ["a lost answer", { cut: "after" }],
])("a registration that meets %s is pending, and succeeds later", isPending);

test.each<[string, Fault]>([
  ["too many requests", FAULTS.busy],
  ["a plan without pushes", FAULTS.disallowed],
  ["wrong credentials", FAULTS.badCredentials],
  ["a broken connection", { cut: "before" }],
  ["a status of another kind", { status: 302, text: "" }],
])("a registration that meets %s is pending, and succeeds later", { tags: "nightly" }, isPending);

async function isPending(_: string, fault: Fault): Promise<void> {
  const person = await member("Gil");
  const app = house.phoneOf(person);
  const failed = failing(REGISTER, fault, 2);
  await app.start();
  await until("it has failed", () => failed() >= 1);
  await app.follow();
  expect(app.record).toMatchObject({ push_token_id: null, push_registration_error_code: null });
  expect(app.record?.pending_push_token_id).toEqual(expect.any(String));
  await house.tried("it is registered", async () => {
    await app.follow();
    return app.record?.push_token_id !== null;
  });
  expect(app.record).toMatchObject({ pending_push_token_id: null, push_registration_error_code: null });
  await tell([person], "rings");
  await house.notificationsOf(app, 1);
}

test("an organization unknown to the push service is reported to it, and the waiting phone gets its push", async () => {
  const person = await member("Gwen");
  const app = house.phoneOf(person);
  bouncer.state.knowsEveryRealm = false;
  bouncer.state.realms.clear();
  await app.start();
  await house.tried("it is registered", async () => {
    await app.follow();
    return app.record?.push_token_id !== null;
  });
  const [realm, ...more] = bouncer.state.realms.values();
  expect(more).toEqual([]);
  expect(realm?.facts).toMatchObject({ name: (await person.ok(person.get("/server_settings"))).realm_name });
  await tell([person], "rings");
  await until("it rings", () => messageIds(app).length === 1);
});

test.each<[string, Fault, string]>([
  ["the app's key is not the service's", FAULTS.badPublicKey, "INVALID_BOUNCER_PUBLIC_KEY"],
  ["the box is too old", FAULTS.expired, "REQUEST_EXPIRED"],
  [
    "the box does not open",
    { status: 400, code: "BAD_REQUEST", message: "Invalid encrypted_push_registration" },
    "BAD_REQUEST",
  ],
  ["the service gives an unknown reason", { status: 400, code: "SOMETHING_NEW", message: "New" }, "SOMETHING_NEW"],
  ["the service gives no reason", { status: 404, text: "no" }, "BAD_REQUEST"],
])("a registration fails if %s, and is repeated at the app's next start", async (_, fault, code) => {
  const person = await member("Hal");
  const app = house.phoneOf(person);
  failing(REGISTER, fault);
  await app.start();
  await until("it has failed", async () => {
    await app.follow();
    return app.record?.push_registration_error_code;
  });
  expect(app.events.at(-1)).toMatchObject({ op: "update", push_registration_error_code: code });
  expect(app.record).toMatchObject({ push_token_id: null, pending_push_token_id: expect.any(String) });
  await app.start();
  await house.registered(app);
  await tell([person], "rings");
  await house.notificationsOf(app, 1);
});

test.each<[string, Fault]>([
  ["an error", FAULTS.down],
  ["a gateway's error", FAULTS.gateway],
  ["a broken connection", { cut: "before" }],
])("a push that fails with %s is delivered later, exactly once", async (_, fault) => {
  const person = await member("Ida");
  const app = await house.ringingPhoneOf(person);
  const failed = failing(NOTIFY, fault);
  const id = await tell([person], "late");
  await until("it has failed", () => failed() >= 1);
  await house.tried("it arrives", () => messageIds(app).length > 0);
  expect(messageIds(app)).toEqual([id]);
});

test("a push whose response was lost is sent again with the same message id", async () => {
  const person = await member("Joan");
  const app = await house.ringingPhoneOf(person);
  failing(NOTIFY, { cut: "after" });
  const id = await tell([person], "twice");
  await house.tried("it arrives again", () => messageIds(app).length > 1);
  expect(new Set(messageIds(app))).toEqual(new Set([id]));
});

test.each<[string, Fault]>([
  ["an organization unknown to the service", FAULTS.missingRealm],
  ["a plan without pushes", FAULTS.disallowed],
])("a push for %s is dropped, and clients get an event that pushes are off", async (_, fault) => {
  const person = await member("Kai");
  const app = await house.ringingPhoneOf(person);
  const { queue_id } = await person.ok(person.post("/register", { event_types: ["realm"] }));
  const failed = failing(NOTIFY, fault);
  await tell([person], "dropped");
  await until("it was refused", () => failed() === 1);
  // Pushes are on again as soon as the service has accepted a report of the organization, which follows at once.
  await until("clients are told", async () => {
    const { events } = await person.ok(person.get("/events", { queue_id, last_event_id: -1, dont_block: true }));
    return events.some(({ property, value }: Json) => property === "push_notifications_enabled" && value === false);
  });
  await tell([person], "arrives");
  const got = ofType("message", await house.notificationsOf(app, 1));
  expect(got.map(({ content }) => content)).toEqual(["arrives"]);
  const isOn = async () =>
    (await person.ok(person.post("/register", { fetch_event_types: ["realm"] }))).realm_push_notifications_enabled;
  await until("pushes are on again", isOn);
});

test("a token unknown to the push service is removed, and registered again at the app's next start", async () => {
  const person = await member("Lea");
  const app = await house.ringingPhoneOf(person);
  bouncer.state.sealed.clear();
  await tell([person], "nowhere");
  await until("the app is told", async () => {
    await app.follow();
    return app.record?.push_token_id === null;
  });
  expect(app.events.at(-1)).toMatchObject({ op: "update", device_id: app.deviceId, push_token_id: null });
  await app.start();
  await house.registered(app);
  await tell([person], "here");
  await house.notificationsOf(app, 1);
});

test("a test push to an unknown phone is refused, and other errors of the service are shown", async () => {
  const person = await member("Max");
  const app = await house.ringingPhoneOf(person);
  const trial = () => person.post("/mobile_push/e2ee/test_notification", { device_id: app.deviceId });
  const expected: [Fault, number, string][] = [
    [FAULTS.down, 502, "INTERNAL_SERVER_ERROR_ON_BOUNCER"],
    [{ cut: "before" }, 502, "FAILED_TO_CONNECT_BOUNCER"],
    [FAULTS.missingRealm, 403, "ADMIN_ACTION_REQUIRED"],
    [FAULTS.disallowed, 403, "ADMIN_ACTION_REQUIRED"],
  ];
  for (const [fault, status, code] of expected) {
    failing(NOTIFY, fault, 3);
    expect(await trial()).toMatchObject({ status, body: { code } });
  }
  bouncer.fault = () => undefined;
  expect(await trial()).toMatchObject({ status: 200 });
  bouncer.state.goneTokens.add(app.token);
  expect(await trial()).toMatchObject({ status: 400, body: { code: "NO_ACTIVE_PUSH_DEVICE" } });
  const stranger = await member("Mae");
  expect(await stranger.post("/mobile_push/e2ee/test_notification")).toMatchObject({
    status: 400,
    body: { code: "NO_ACTIVE_PUSH_DEVICE", msg: "No active registered push device" },
  });
});

test("a token registered in plain text is removed once it is registered encrypted", async () => {
  const person = await member("Nia");
  const app = house.phoneOf(person);
  await app.registerPlain();
  await until("the service knows it", () => bouncer.state.plain.some(({ token }) => token === app.token));
  await app.start();
  await house.registered(app);
  await until("the service has forgotten it", () => bouncer.state.plain.every(({ token }) => token !== app.token));
  const before = bouncer.arrivals.length;
  await tell([person], "once");
  await house.notificationsOf(app, 1);
  expect(bouncer.arrivals.slice(before).map(({ isSealed }) => isSealed)).toEqual([true]);
  expect(bouncer.failures).toEqual([]);
});

test("exactly the acknowledged messages are pushed despite a server kill", async () => {
  const person = await member("Ora");
  const app = await house.ringingPhoneOf(person);
  bouncer.fault = (call) => (call === NOTIFY ? { until: new Promise(() => undefined) } : undefined);
  const sent = Array.from({ length: 5 }, (_, index) => tell([person], `message ${index}`));
  const acknowledged = await Promise.all(sent);
  await house.server.killHard("all");
  bouncer.fault = () => undefined;
  await house.start();
  await house.tried("all arrive", () => acknowledged.every((id) => messageIds(app).includes(id)));
  expect([...new Set(messageIds(app))].sort((a, b) => a - b)).toEqual(acknowledged.sort((a, b) => a - b));
});

test("a push is sent immediately", async () => {
  const person = await member("Pia");
  const app = await house.ringingPhoneOf(person);
  const waits: number[] = [];
  for (let count = 0; count < 50; count++) waits.push(await house.ring(app, person));
  waits.sort((a, b) => a - b);
  console.log(`from answer to arrival: median ${waits[24]} ms, p99 ${waits[49]} ms`);
  expect(messageIds(app)).toHaveLength(50);
});

test("a message reaches all 10,000 phones of an organization", { tags: "nightly" }, async () => {
  const { owner } = house;
  const [accounts, each] = [20, 500];
  const phone = await house.ringingPhoneOf(await member("Quin"));
  const ids: number[] = [];
  for (let index = 0; index < accounts; index++) {
    const account = { email: `crowd${index}@example.com`, full_name: `Crowd ${index}`, password: PASSWORD };
    ids.push((await owner.ok(owner.post("/users", account))).user_id);
  }
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: [{ name: "crowd" }], principals: ids }));
  await house.server.stop();
  const added = await house.addPhones(phone, ids, each);
  await house.start();
  const before = bouncer.arrivals.length;
  const message = { type: "channel", to: "crowd", topic: "t", content: "@**all** come to the quay" };
  const { id } = await house.owner.ok(house.owner.post("/messages", message));
  const sentMs = Date.now();
  await until("all phones ring", () => bouncer.arrivals.length - before >= added.length);
  console.log(`10,000 phones rang within ${(bouncer.arrivals.at(-1)?.atMs ?? 0) - sentMs} ms`);
  const arrivals = Map.groupBy(bouncer.arrivals.slice(before), ({ token }) => token);
  const wrong = added.filter(({ token, key, userId }) => {
    const [arrival, ...more] = arrivals.get(token) ?? [];
    const encrypted = fromBase64(String(arrival?.data["encrypted_data"]));
    const opened = encrypted && openPush(encrypted, key);
    const said = opened ? JSON.parse(opened) : {};
    return more.length > 0 || said.message_id !== id || said.user_id !== userId;
  });
  expect(wrong).toEqual([]);
  expect(bouncer.state.tooLarge).toEqual([]);
});
