import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { App } from "./app.ts";
import { Bouncer, CutConnection, FAULTS } from "./bouncer.ts";
import { fromBase64, newKeyPair, newPushKey, openPush, openSealed, seal, toBase64, tokenIdOf } from "./sealing.ts";

const NOW_MS = 1_772_000_000_000;
const REALM = "6b4d3b1e-3f7a-4d7e-9c55-0f3c7d3f0a11";
const USER = "0f3c7d3f-3f7a-4d7e-9c55-6b4d3b1e0a11";
const ID = "1b4d3b1e-3f7a-4d7e-9c55-0f3c7d3f0a12";
const KEY = "k".repeat(64);

const KEYS = ["MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt", "MY+paNlyduYJRQFNZva8w7Gv3PkBua9kIj581F9Vr301"];

const bytesOf = (text: string) => fromBase64(text) ?? new Uint8Array();
const hex = (text: string) => Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A service that knows one installation with an organization. */
function service() {
  const bouncer = new Bouncer({ credentials: `${ID}:${KEY}`, nowMs: () => NOW_MS });
  const [installation] = bouncer.state.installations.values();
  if (installation) bouncer.state.addRealm(REALM, installation);
  const send = async (
    call: string,
    body: URLSearchParams | object,
    authorization = `Basic ${btoa(`${ID}:${KEY}`)}`,
  ) => {
    const [method = "", path = ""] = call.split(" ");
    const isForm = body instanceof URLSearchParams;
    const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
    const init = { method, headers: { authorization, "content-type": type } };
    const sent = isForm ? body.toString() : JSON.stringify(body);
    const request = new Request(
      `http://push.test/api/v1/remotes/${path}`,
      method === "GET" ? init : { ...init, body: sent },
    );
    const response = await bouncer.respond(request);
    const said = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, ...(isJson ? JSON.parse(said) : { said }) };
  };
  const form = (call: string, fields: Record<string, string>, authorization?: string) =>
    send(call, new URLSearchParams(fields), authorization);
  return { bouncer, send, form };
}

const boxFor = (bouncer: Bouncer, contents: object | string) =>
  toBase64(seal(typeof contents === "string" ? contents : JSON.stringify(contents), bytesOf(bouncer.publicKey)));

const phone = { token_kind: "fcm", token: "android-tokenaz", timestamp: NOW_MS / 1000 };

async function registration(
  bouncer: Bouncer,
  contents: Record<string, unknown> = phone,
  more: Record<string, string> = {},
) {
  return {
    realm_uuid: REALM,
    token_id: await tokenIdOf(String(contents["token"])),
    encrypted_push_registration: boxFor(bouncer, contents),
    bouncer_public_key: bouncer.publicKey,
    ...more,
  };
}

describe("published values", () => {
  test.each([
    ["c0ffee", "+wKIhyAx/Eg="],
    ["android-tokenaz", "iGFeKNj3ngQ="],
    ["abcdef", "vvV+x/U6bUA="],
    ["012abc", "VexTyla73/I="],
    ["345def", "lDkAPHimyX8="],
  ])("the token %s has the id %s", async (token, id) => expect(await tokenIdOf(token)).toBe(id));

  test("device keys begin with 0x31", () => {
    expect(KEYS.map(hex)).toEqual([
      "3136940c90cc5b2a50d56b9f6753514c7492be062d5e1d6a54d4a337768188416d",
      "318fa968d97276e60945014d66f6bcc3b1afdcf901b9af64223e7cd45f55af7d35",
    ]);
    expect(newPushKey()[0]).toBe(0x31);
    expect(newPushKey()).toHaveLength(33);
  });

  test("openPush decrypts a push encrypted for its key, but for no other", () => {
    const encrypted = bytesOf(
      "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXsh9pifXS2+u8vcxNVne+7LJishlr8evOpc2ZEYvDYkEOlBTz8ZNc95hHAFxQtVs38W4bnhBbS1ah8R8n8jOou6gvvH3anZzbnu0GEdwsdyAktfJdNm/8RaWLLxeIrrTtnu4/S0Lgn/wkgXYcyX6h1DsCeP1JVnyLyzL5tw==",
    );
    expect(openPush(encrypted, bytesOf(KEYS[0] ?? ""))).toBe(
      '{"realm_url":"https://chat.example.com","realm_name":"Example","user_id":10,"type":"test","time":1754577820}',
    );
    expect(openPush(encrypted, bytesOf(KEYS[1] ?? ""))).toBeNull();
  });

  test("openSealed opens a box that libsodium sealed", () => {
    const keys = {
      publicKey: bytesOf("SjgH0GTQdxgcwHCYnnaJHSDcpVWVSNwsd8GlAnOIKzg="),
      secretKey: bytesOf("d3iPGgzqABomMdrl0F29BiAI1bMPULnim+sqeCIokAQ="),
    };
    const box =
      "LwQFBdEV2ZkD5UYgCd6eWuWgYtKPR7IEJV9nMusVUXThfkCSJhpmGC4ljHKInU2vLv8KLCcuosK8CeAa/lPJw05HuJb1DkdZ/QQMyZRvAKxztfgHISYWmvxLvCgBvWug4KKAA+Hda+ZEF8qyqqeYtFoPwxmg";
    expect(openSealed(bytesOf(box), keys)).toBe(
      '{"token_kind":"fcm","token":"android-tokenaz","timestamp":1772000000}',
    );
    expect(openSealed(seal("again", keys.publicKey), keys)).toBe("again");
    expect(openSealed(bytesOf(box), newKeyPair())).toBeNull();
  });

  test.each(["@abcdefg", "abc", "YW=j", "YR=="])("fromBase64 rejects %s", (text) =>
    expect(fromBase64(text)).toBeNull(),
  );
});

describe("registering a device", () => {
  test("stores a device of each platform by organization and token", async () => {
    const { bouncer, form } = service();
    const apple = { token_kind: "apns", token: "c0ffee", timestamp: phone.timestamp, ios_app_id: "org.zulip.Zulip" };
    for (const contents of [phone, phone, apple]) {
      expect(await form("POST push/e2ee/register", await registration(bouncer, contents))).toEqual({
        status: 200,
        result: "success",
        msg: "",
      });
    }
    expect([...bouncer.state.sealed.keys()]).toEqual([`${REALM} iGFeKNj3ngQ=`, `${REALM} +wKIhyAx/Eg=`]);
  });

  test.each<[string, object | string]>([
    ["aren't JSON", "token"],
    ["name another platform", { ...phone, token_kind: "web" }],
    ["lack the token", { token_kind: "fcm", timestamp: phone.timestamp }],
    ["have an empty token", { ...phone, token: "" }],
    ["have a token that is too long", { ...phone, token: "a".repeat(4097) }],
    ["have an app id for Google", { ...phone, ios_app_id: "org.zulip.Zulip" }],
    ["have no app id for Apple", { ...phone, token_kind: "apns", token: "c0ffee" }],
    ["have a token for Apple that isn't hexadecimal", { ...phone, token_kind: "apns", ios_app_id: "a.b" }],
    ["have an unknown field", { ...phone, more: 1 }],
    ["have a fractional time", { ...phone, timestamp: 1772000000.5 }],
  ])("rejects a box whose contents %s", async (_, contents) => {
    const { bouncer, form } = service();
    const token = typeof contents === "object" && "token" in contents ? String(contents.token) : "";
    const fields = await registration(bouncer, { ...phone, token });
    const encrypted_push_registration = boxFor(bouncer, contents);
    expect(await form("POST push/e2ee/register", { ...fields, encrypted_push_registration })).toMatchObject({
      status: 400,
      code: "BAD_REQUEST",
      msg: "Invalid encrypted_push_registration",
    });
    expect(bouncer.state.sealed.size).toBe(0);
  });

  test("rejects a box for another key or another token's id, and one that is over a day old", async () => {
    const { bouncer, form } = service();
    const other = toBase64(newKeyPair().publicKey);
    const send = async (fields: Record<string, string>, contents: Record<string, unknown> = phone) =>
      (await form("POST push/e2ee/register", await registration(bouncer, contents, fields))).code;
    expect(await send({ bouncer_public_key: other })).toBe("INVALID_BOUNCER_PUBLIC_KEY");
    expect(await send({ token_id: "+wKIhyAx/Eg=" })).toBe("BAD_REQUEST");
    expect(await send({}, { ...phone, timestamp: phone.timestamp - 86_401 })).toBe("REQUEST_EXPIRED");
    expect(await send({}, { ...phone, timestamp: phone.timestamp - 86_400 })).toBeUndefined();
  });

  test("checks credentials, the organization and the form first", async () => {
    const { bouncer, form, send } = service();
    const fields = await registration(bouncer);
    const call = "POST push/e2ee/register";
    expect((await form(call, fields, "Bearer x")).status).toBe(401);
    expect(await form(call, fields, `Basic ${btoa(`${ID}:x`)}`)).toMatchObject({ code: "INVALID_ZULIP_SERVER" });
    expect(await form(call, { ...fields, realm_uuid: USER })).toMatchObject({
      status: 403,
      code: "MISSING_REMOTE_REALM",
    });
    expect(await send(call, fields)).toMatchObject({ status: 400 });
    const { token_id: _, ...lacking } = fields;
    expect(await form(call, lacking)).toMatchObject({ status: 400 });
    expect(await form(call, { ...fields, device_id: "1" })).toMatchObject({ status: 200 });
    expect(bouncer.state.ignored).toEqual(["POST push/e2ee/register device_id"]);
  });
});

describe("sending to devices", () => {
  const google = (payload: object = {}) => ({
    token_id: "iGFeKNj3ngQ=",
    fcm_priority: "high",
    payload: { push_key_id: 2408, encrypted_data: toBase64(nacl.randomBytes(100)), ...payload },
  });

  test("sends Google only strings, and returns unknown tokens for deletion", async () => {
    const { bouncer, form, send } = service();
    await form("POST push/e2ee/register", await registration(bouncer));
    const push = google();
    const unknown = { ...push, token_id: "+wKIhyAx/Eg=" };
    expect(await send("POST push/e2ee/notify", { realm_uuid: REALM, push_requests: [push, unknown] })).toMatchObject({
      android_successfully_sent_count: 1,
      apple_successfully_sent_count: 0,
      delete_token_ids: ["+wKIhyAx/Eg="],
      realm_push_status: { can_push: true, expected_end_timestamp: null },
    });
    const data = { push_key_id: "2408", encrypted_data: push.payload.encrypted_data };
    expect(bouncer.arrivals).toMatchObject([{ token: "android-tokenaz", data, headers: { priority: "high" } }]);
    bouncer.state.goneTokens.add("android-tokenaz");
    const gone = await send("POST push/e2ee/notify", { realm_uuid: REALM, push_requests: [push] });
    expect(gone).toMatchObject({ android_successfully_sent_count: 0, delete_token_ids: ["iGFeKNj3ngQ="] });
  });

  test.each<[string, object]>([
    ["its own priority", { ...google(), fcm_priority: "urgent" }],
    ["headers of both platforms", { ...google(), http_headers: { apns_priority: 10, apns_push_type: "alert" } }],
    ["a key id that is a text", google({ push_key_id: "2408" })],
    ["a key id that is too large", google({ push_key_id: 4294967296 })],
    ["a negative key id", google({ push_key_id: -1 })],
    ["an unencrypted text", google({ content: "hello" })],
    ["invalid base64", google({ encrypted_data: "@abcdefg" })],
    ["an outdated device id", { ...google(), device_id: 1 }],
  ])("rejects a push with %s", async (_, push) => {
    const { bouncer, form, send } = service();
    await form("POST push/e2ee/register", await registration(bouncer));
    expect(await send("POST push/e2ee/notify", { realm_uuid: REALM, push_requests: [push] })).toMatchObject({
      status: 400,
    });
    expect(bouncer.arrivals).toEqual([]);
  });

  test("delivers no push that is too large for Apple and Google", async () => {
    const { bouncer, form, send } = service();
    await form("POST push/e2ee/register", await registration(bouncer));
    const large = google({ encrypted_data: toBase64(nacl.randomBytes(3100)) });
    const reply = await send("POST push/e2ee/notify", { realm_uuid: REALM, push_requests: [large] });
    expect(reply).toMatchObject({ status: 200, android_successfully_sent_count: 0, delete_token_ids: [] });
    expect(bouncer.state.tooLarge).toHaveLength(1);
  });
});

describe("unencrypted tokens", () => {
  const owner = { user_id: "7", user_uuid: USER, realm_uuid: REALM };
  const token = { token: "android-tokenaz", token_kind: "2" };
  const push = {
    user_id: 7,
    user_uuid: USER,
    realm_uuid: REALM,
    apns_payload: {},
    gcm_payload: { event: "message", n: 1 },
  };

  test("fail with a 500 if the account's UUID is missing", async () => {
    const { bouncer, form, send } = service();
    const { user_uuid: _, ...without } = owner;
    expect(await form("POST push/register", { ...without, ...token })).toMatchObject({ status: 500 });
    expect(await form("POST push/unregister", { ...without, ...token })).toMatchObject({ status: 500 });
    expect(await form("POST push/unregister/all", without)).toMatchObject({ status: 500 });
    const { user_uuid: _also, ...pushWithout } = push;
    expect(await send("POST push/notify", { ...pushWithout, gcm_options: {} })).toMatchObject({ status: 500 });
    expect(bouncer.failures).toHaveLength(4);
  });

  test("are registered, pushed to, tested and removed", async () => {
    const { bouncer, form, send } = service();
    expect(await form("POST push/register", { ...owner, ...token })).toMatchObject({ result: "success" });
    expect(await form("POST push/register", { ...owner, token: "c0ffee", token_kind: "1" })).toMatchObject({
      status: 400,
    });
    const devices = { android_devices: ["android-tokenaz", "gone"], apple_devices: [] };
    expect(await send("POST push/notify", { ...push, ...devices, gcm_options: { priority: "high" } })).toMatchObject({
      total_android_devices: 1,
      deleted_devices: { android_devices: ["gone"], apple_devices: [] },
      realm: { can_push: true },
    });
    expect(bouncer.arrivals).toMatchObject([{ isSealed: false, data: { event: "message", n: "1" } }]);
    expect(await send("POST push/notify", { ...push, gcm_options: { ttl: 1 } })).toMatchObject({ status: 400 });
    const trial = { token: "android-tokenaz", token_kind: 2, user_id: 7, user_uuid: USER, realm_uuid: REALM };
    expect(await send("POST push/test_notification", { ...trial, base_payload: {} })).toMatchObject({ status: 200 });
    expect(await send("POST push/test_notification", { ...trial, base_payload: {}, more: 1 })).toMatchObject({
      status: 400,
    });
    expect(await send("POST push/test_notification", { ...trial, base_payload: {}, token: "none" })).toMatchObject({
      code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
    });
    expect(await form("POST push/unregister", { ...owner, ...token })).toMatchObject({ status: 200 });
    expect(await form("POST push/unregister", { ...owner, ...token })).toMatchObject({ msg: "Token does not exist" });
    expect(await form("POST push/unregister/all", owner)).toMatchObject({ status: 200 });
  });
});

describe("installations", () => {
  const ORG = "7b4d3b1e-3f7a-4d7e-9c55-0f3c7d3f0a19";
  const registered = {
    zulip_org_id: ORG,
    zulip_org_key: "a".repeat(64),
    hostname: "chat.parley.dev:8443",
    contact_email: "ops@parley.dev",
  };
  const basic = (key = registered.zulip_org_key) => `Basic ${btoa(`${ORG}:${key}`)}`;
  const realm = {
    id: 1,
    uuid: REALM,
    uuid_owner_secret: "secret",
    host: "chat.parley.dev",
    url: "https://chat.parley.dev",
    name: "Parley",
    org_type: 10,
    date_created: 1772000000.5,
    deactivated: false,
    is_system_bot_realm: false,
    authentication_methods: { Email: true },
  };
  const report = (realms: object[], more: object = {}) => ({
    realm_counts: "[]",
    installation_counts: "[]",
    realmauditlog_rows: "[]",
    realms: JSON.stringify(realms),
    version: '"12.2"',
    merge_base: '"12.2"',
    api_feature_level: "500",
    ...more,
  });

  test.each<[string, Record<string, string>]>([
    ["an id that isn't a UUID", { zulip_org_id: "x".repeat(36) }],
    ["an id in uppercase", { zulip_org_id: ORG.toUpperCase() }],
    ["a short key", { zulip_org_key: "a" }],
    ["a path after the host name", { hostname: "chat.parley.dev/path" }],
    ["a scheme before the host name", { hostname: "https://chat.parley.dev" }],
    ["a host name without a dot", { hostname: "chat" }],
    ["no contact address", { contact_email: "ops" }],
    ["an example address", { contact_email: "ops@example.com" }],
    ["an address without a mail server", { contact_email: "ops@parley.invalid" }],
  ])("an installation with %s is refused", async (_, fields) => {
    const { form } = service();
    expect(await form("POST server/register", { ...registered, ...fields }, "")).toMatchObject({ status: 400 });
  });

  test("an installation registers, changes its key, reports its organizations, and is deactivated", async () => {
    const { bouncer, form, send } = service();
    const other = "b".repeat(64);
    expect(await form("POST server/register", registered, "")).toMatchObject({ created: true });
    expect(await form("POST server/register", { ...registered, new_org_key: other }, "")).toMatchObject({
      created: false,
    });
    expect(await form("POST server/register", registered, "")).toMatchObject({ code: "INVALID_ZULIP_SERVER" });
    expect(await form("POST server/register", { ...registered, zulip_org_id: USER }, "")).toMatchObject({
      code: "HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR",
      hostname: registered.hostname,
    });
    expect(await send("GET server/analytics/status", {}, basic(other))).toMatchObject({ last_realm_count_id: 0 });
    const own = { ...realm, uuid: "8b4d3b1e-3f7a-4d7e-9c55-0f3c7d3f0a19" };
    expect(await form("POST server/analytics", report([realm]), basic(other))).toMatchObject({
      msg: "Duplicate registration detected.",
    });
    expect(await form("POST server/analytics", report([own]), basic(other))).toMatchObject({
      realms: { [own.uuid]: { can_push: true, expected_end_timestamp: null } },
    });
    expect(await form("POST server/analytics", report([{ ...own, more: 1 }]), basic(other))).toMatchObject({
      status: 400,
    });
    expect(await form("POST server/analytics", report([own], { version: "12.2.0" }), basic(other))).toMatchObject({
      status: 400,
    });
    await form("POST server/analytics", report([]), basic(other));
    expect(bouncer.state.realms.get(own.uuid)?.isDeleted).toBe(true);
    expect(await send("POST server/deactivate", {}, basic(other))).toMatchObject({ status: 200 });
    expect(await send("GET server/analytics/status", {}, basic(other))).toMatchObject({ status: 401 });
  });

  test("a host name is transferred to an installation that serves its secret", async () => {
    const { bouncer, form } = service();
    await form("POST server/register", registered, "");
    const { hostname } = registered;
    const transferred = await form("POST server/register/transfer", { hostname }, "");
    const served: string[] = [];
    const access_token = "t".repeat(43);
    const serving = new Bouncer({
      fetchOutside: (url) => {
        served.push(url);
        if (served.length === 1) return Promise.reject(new TypeError("unreachable"));
        return Promise.resolve(Response.json({ verification_secret: transferred.verification_secret }));
      },
    });
    for (const one of bouncer.state.installations.values()) serving.state.installations.set(one.id, one);
    serving.state.transfers.set(hostname, transferred.verification_secret);
    const body = new URLSearchParams({ hostname, access_token });
    const address = "http://push.test/api/v1/remotes/server/register/verify_challenge";
    const reply = await (await serving.respond(new Request(address, { method: "POST", body }))).json();
    expect(reply).toMatchObject({ zulip_org_id: ORG, zulip_org_key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(served).toEqual(Array(2).fill(`https://${hostname}/api/v1/zulip-services/verify/${access_token}/`));
    expect(await form("POST server/register/verify_challenge", { hostname, access_token }, "")).toMatchObject({
      status: 400,
    });
  });
});

test("Bouncer fails as configured, and still records what it received", async () => {
  const { bouncer, form } = service();
  const fields = await registration(bouncer);
  const call = "POST push/e2ee/register";
  const faults = [FAULTS.down, FAULTS.busy, FAULTS.disallowed, { cut: "before" }, { cut: "after" }] as const;
  bouncer.fault = (_, count) => faults[count];
  expect(await form(call, fields)).toMatchObject({ status: 500, said: expect.stringContaining("Server Error") });
  expect(await form(call, fields)).toMatchObject({ status: 429, code: "RATE_LIMIT_HIT" });
  expect(await form(call, fields)).toMatchObject({ status: 403, code: "PUSH_NOTIFICATIONS_DISALLOWED" });
  await expect(form(call, fields)).rejects.toThrow(CutConnection);
  expect(bouncer.state.sealed.size).toBe(0);
  await expect(form(call, fields)).rejects.toThrow(CutConnection);
  expect(bouncer.state.sealed.size).toBe(1);
  expect(bouncer.requests(call)).toHaveLength(5);
  expect(bouncer.readable("POST", [REALM, "android-tokenaz", "fcm"])).toEqual([REALM]);
});

test("readable finds escaped and base64-encoded texts", async () => {
  const { bouncer, send } = service();
  await send("POST push/notify", { a: "\u00e4pfel", b: btoa("a secret of the team") });
  expect(bouncer.readable("POST", ["äpfel", "secret of the team", "pears"])).toEqual(["äpfel", "secret of the team"]);
});

test("App registers its device, then its key and token, and repeats nothing", async () => {
  const asked: string[] = [];
  const answers: Record<string, (form: URLSearchParams) => object> = {
    "/api/v1/register": () => ({ queue_id: "1", last_event_id: -1, devices: {} }),
    "/api/v1/register_client_device": () => ({ device_id: 2 }),
    "/api/v1/events": () => ({ events: [{ id: 0, type: "device", op: "add", device_id: 2 }] }),
  };
  const app = new App({
    realmUrl: "https://chat.example.com",
    email: "iris@example.com",
    apiKey: "key",
    userId: 10,
    token: "android-tokenaz",
    servicePublicKey: new Bouncer().publicKey,
    nowMs: () => NOW_MS,
    fetch: async (request) => {
      const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
      asked.push([...form.keys()].join(","));
      const answer = answers[new URL(request.url).pathname] ?? (() => ({}));
      return Response.json({ result: "success", msg: "", ...answer(form) });
    },
  });
  await app.start();
  expect(app.asked.slice(1)).toEqual([
    "POST /register_client_device",
    "POST /mobile_push/register device_id,push_key_id,push_key,token_kind,token_id,bouncer_public_key,encrypted_push_registration",
  ]);
  await app.follow();
  const registered = {
    push_key_id: app.newestKey?.id ?? null,
    push_token_id: "iGFeKNj3ngQ=",
    pending_push_token_id: null,
    push_token_last_updated_timestamp: NOW_MS / 1000,
    push_registration_error_code: null,
  };
  app.devices["2"] = registered;
  await app.registerPush();
  expect(app.asked.at(-1)).toBe("GET /events");
  app.devices["2"] = { ...registered, push_registration_error_code: "REQUEST_EXPIRED" };
  await app.registerPush();
  expect(app.asked.at(-1)).toBe(
    "POST /mobile_push/register device_id,token_kind,token_id,bouncer_public_key,encrypted_push_registration",
  );
  app.devices["2"] = registered;
  app.makeKey();
  await app.registerPush();
  expect(app.asked.at(-1)).toBe("POST /mobile_push/register device_id,push_key_id,push_key");
  await app.logOut();
  expect(app.asked.at(-1)).toBe("POST /remove_client_device device_id");
});
