// The part of the mobile app that handles pushes: its requests to a server, in their order, and what it does with
// pushes that arrive. It throws wherever the published app throws.
import * as v from "valibot";
import { integer, json, type Platform, uint32 } from "./checks.ts";
import { fromBase64, newPushKey, openPush, seal, toBase64, tokenIdOf } from "./sealing.ts";
import type { Arrival } from "./service-state.ts";

const USER_AGENT = "ZulipFlutter/30.0.274 (Android 16)";
const DAY_SECONDS = 24 * 60 * 60;
/** The age at which a key gets a successor, and at which a token is registered again. */
const RENEWAL_SECONDS = 30 * DAY_SECONDS;
/** The age of a key at which its predecessor is dropped, even if the server has never confirmed the key. */
const UNACKNOWLEDGED_SECONDS = 15 * DAY_SECONDS;
const IOS_APP_ID = "org.zulip.Zulip";

const text = v.string();
const device = v.object({
  push_key_id: v.nullable(uint32),
  push_token_id: v.nullable(text),
  pending_push_token_id: v.nullable(text),
  push_token_last_updated_timestamp: v.nullable(integer),
  push_registration_error_code: v.nullable(text),
});
type DeviceRecord = v.InferOutput<typeof device>;
const registered = v.object({ queue_id: text, last_event_id: integer, devices: v.record(text, device) });
const deviceEvent = v.variant("op", [
  v.object({ type: v.literal("device"), op: v.literal("add"), id: integer, device_id: integer }),
  v.object({ type: v.literal("device"), op: v.literal("remove"), id: integer, device_id: integer }),
  v.object({
    type: v.literal("device"),
    op: v.literal("update"),
    id: integer,
    device_id: integer,
    push_key_id: v.exactOptional(device.entries.push_key_id),
    push_token_id: v.exactOptional(device.entries.push_token_id),
    pending_push_token_id: v.exactOptional(device.entries.pending_push_token_id),
    push_token_last_updated_timestamp: v.exactOptional(device.entries.push_token_last_updated_timestamp),
    push_registration_error_code: v.exactOptional(device.entries.push_registration_error_code),
  }),
]);
type DeviceEvent = v.InferOutput<typeof deviceEvent>;

const from = { realm_url: v.pipe(text, v.url()), realm_name: text, user_id: integer };
const message = {
  ...from,
  type: v.literal("message"),
  message_id: integer,
  time: integer,
  content: text,
  sender_id: integer,
  sender_full_name: text,
  sender_avatar_url: v.pipe(text, v.url()),
  mentioned_user_group_id: v.optional(integer),
  mentioned_user_group_name: v.optional(text),
};
const notification = v.union([
  v.object({ ...message, recipient_type: v.literal("channel"), channel_id: integer, channel_name: text, topic: text }),
  v.object({ ...message, recipient_type: v.literal("direct"), recipient_user_ids: v.array(integer) }),
  v.object({ ...from, type: v.literal("remove"), message_ids: v.array(integer) }),
  v.object({ ...from, type: v.literal("test"), time: integer }),
]);
export type Notification = v.InferOutput<typeof notification>;

const googlePayload = v.strictObject({ push_key_id: json(uint32), encrypted_data: text });
const applePayload = v.object({
  push_key_id: uint32,
  encrypted_data: text,
  aps: v.object({ "mutable-content": v.literal(1), alert: v.object({ title: text }) }),
});

interface PushKey {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly madeAt: number;
}

interface AppOptions {
  readonly realmUrl: string;
  readonly email: string;
  readonly apiKey: string;
  readonly userId: number;
  readonly platform?: Platform;
  /** The phone's token from Google or Apple. */
  readonly token: string;
  /** The push service's public key that the app was published with. */
  readonly servicePublicKey: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly nowMs?: () => number;
}

export class App {
  readonly platform: Platform;
  servicePublicKey: string;
  token: string;
  /** The account's devices according to the server. Events keep them up to date. */
  devices: Record<string, DeviceRecord> = {};
  deviceId: number | undefined;
  readonly events: DeviceEvent[] = [];
  /**
   * The requests that were sent to the server, in the form `POST /path name,name`. Failed requests are followed by
   * their response.
   */
  readonly asked: string[] = [];
  #keys: PushKey[] = [];
  #hasPlain = false;
  #queue: { queue_id: string; last_event_id: number } | undefined;
  readonly #options: AppOptions;
  readonly #nowMs: () => number;

  constructor(options: AppOptions) {
    this.#options = options;
    this.platform = options.platform ?? "fcm";
    this.token = options.token;
    this.servicePublicKey = options.servicePublicKey;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  get record(): DeviceRecord | undefined {
    return this.devices[String(this.deviceId)];
  }

  get newestKey(): PushKey | undefined {
    return this.#keys.at(-1);
  }

  /** What the app does when it is opened: loads the state, and registers what the server lacks. */
  async start(): Promise<void> {
    const state = v.parse(registered, await this.call("POST", "/register", REGISTER));
    this.#queue = { queue_id: state.queue_id, last_event_id: state.last_event_id };
    this.devices = state.devices;
    await this.#ensureDevice();
    this.#keepKeys();
    await this.registerPush();
  }

  async #ensureDevice(): Promise<void> {
    if (this.deviceId !== undefined) return;
    const { device_id } = v.parse(v.object({ device_id: integer }), await this.call("POST", "/register_client_device"));
    this.deviceId = device_id;
  }

  /** Creates a key if there is none or if the newest is 30 days old. Drops keys that are no longer used. */
  #keepKeys(): void {
    const now = this.#nowMs() / 1000;
    const newest = this.newestKey;
    if (!newest || now - newest.madeAt >= RENEWAL_SECONDS) this.makeKey();
    this.#keys = this.#keys.filter((_key, index) => {
      const next = this.#keys[index + 1];
      if (!next) return true;
      const isAcknowledged = this.record?.push_key_id === next.id;
      return now - next.madeAt < (isAcknowledged ? RENEWAL_SECONDS : UNACKNOWLEDGED_SECONDS);
    });
  }

  makeKey(): PushKey {
    const id = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const key = { id, bytes: newPushKey(), madeAt: this.#nowMs() / 1000 };
    this.#keys.push(key);
    return key;
  }

  /** Sends what is missing in the server's record. Errors are ignored, as in the app. */
  async registerPush(): Promise<void> {
    const { deviceId, record, newestKey } = this;
    if (deviceId === undefined || !newestKey) throw new Error("not started");
    const fields: [string, string][] = [];
    if (record?.push_key_id !== newestKey.id) {
      fields.push(["push_key_id", String(newestKey.id)], ["push_key", toBase64(newestKey.bytes)]);
    }
    if (await this.#lacksToken(record)) fields.push(...(await this.#tokenFields()));
    if (fields.length === 0) return;
    await this.call("POST", "/mobile_push/register", [["device_id", String(deviceId)], ...fields]).catch(
      () => undefined,
    );
  }

  async #lacksToken(record: DeviceRecord | undefined): Promise<boolean> {
    if (!record || record.push_registration_error_code !== null) return true;
    if ((record.pending_push_token_id ?? record.push_token_id) !== (await tokenIdOf(this.token))) return true;
    const last = record.push_token_last_updated_timestamp;
    return last === null || this.#nowMs() / 1000 - last >= RENEWAL_SECONDS;
  }

  async #tokenFields(): Promise<[string, string][]> {
    const { platform: token_kind, token, servicePublicKey } = this;
    const key = fromBase64(servicePublicKey);
    if (key?.length !== 32) throw new Error("the service's key is not one");
    const timestamp = Math.floor(this.#nowMs() / 1000);
    const contents = { token_kind, token, timestamp, ...(token_kind === "apns" && { ios_app_id: IOS_APP_ID }) };
    return [
      ["token_kind", token_kind],
      ["token_id", await tokenIdOf(token)],
      ["bouncer_public_key", servicePublicKey],
      ["encrypted_push_registration", toBase64(seal(JSON.stringify(contents), key))],
    ];
  }

  /** Fetches pending events, and applies device events as strictly as the app decodes them. */
  async follow(): Promise<DeviceEvent[]> {
    const { queue_id, last_event_id } = this.#queue ?? {};
    if (queue_id === undefined || last_event_id === undefined) throw new Error("not started");
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id), dont_block: "true" });
    const { events } = v.parse(EVENTS, await this.call("GET", `/events?${query}`));
    this.#queue = { queue_id, last_event_id: events.at(-1)?.id ?? last_event_id };
    const ofDevices = events.filter(({ type }) => type === "device").map((event) => v.parse(deviceEvent, event));
    for (const event of ofDevices) this.#apply(event);
    this.events.push(...ofDevices);
    return ofDevices;
  }

  #apply(event: DeviceEvent): void {
    const id = String(event.device_id);
    if (event.op === "remove") delete this.devices[id];
    else if (event.op === "add") this.devices[id] = { ...NO_PUSHES };
    else {
      const before = this.devices[id];
      if (!before) throw new Error(`an event updates the unknown device ${id}`);
      const { type: _type, op: _op, id: _id, device_id: _device, ...changes } = event;
      this.devices[id] = { ...before, ...changes };
    }
  }

  /** Decrypts a push, or returns null if it is for another account. */
  open(arrival: Arrival): Notification | null {
    const payload = v.parse(arrival.platform === "fcm" ? googlePayload : applePayload, arrival.data);
    const key = this.#keys.find(({ id }) => id === payload.push_key_id);
    const bytes = fromBase64(payload.encrypted_data);
    const opened = key && bytes && openPush(bytes, key.bytes);
    if (!opened) return null;
    const read = v.parse(notification, JSON.parse(opened));
    const isOwn = new URL(read.realm_url).origin === new URL(this.#options.realmUrl).origin;
    return isOwn && read.user_id === this.#options.userId ? read : null;
  }

  /** Returns the notifications in all pushes to this phone, without those for other accounts. */
  opened(arrivals: readonly Arrival[]): Notification[] {
    return arrivals
      .filter(({ token, isSealed }) => token === this.token && isSealed)
      .flatMap((arrival) => this.open(arrival) ?? []);
  }

  /** Registers the token without encryption, as the app did with older servers. */
  async registerPlain(): Promise<void> {
    const appid: [string, string][] = this.platform === "apns" ? [["appid", IOS_APP_ID]] : [];
    await this.call("POST", PLAIN_PATHS[this.platform], [["token", this.token], ...appid]);
    this.#hasPlain = true;
  }

  /** Logs out. Failures are ignored, as in the app. */
  async logOut(): Promise<void> {
    if (this.#hasPlain) {
      await this.call("DELETE", PLAIN_PATHS[this.platform], [["token", this.token]]).catch(() => undefined);
    }
    const device_id = String(this.deviceId);
    await this.call("POST", "/remove_client_device", [["device_id", device_id]]).catch(() => undefined);
    this.deviceId = undefined;
    this.#keys = [];
  }

  /** Sends a request as the app does. Rejects if it is refused. */
  async call(method: "GET" | "POST" | "DELETE", path: string, fields: [string, string][] = []): Promise<unknown> {
    const { realmUrl, email, apiKey, fetch: ask = fetch } = this.#options;
    const headers: Record<string, string> = {
      "user-agent": USER_AGENT,
      authorization: `Basic ${btoa(`${email}:${apiKey}`)}`,
    };
    const form = new URLSearchParams(fields).toString();
    if (form !== "") headers["content-type"] = "application/x-www-form-urlencoded; charset=utf-8";
    const url = new URL(`/api/v1${path}`, realmUrl);
    const response = await ask(new Request(url, { method, headers, ...(form !== "" && { body: form }) }));
    const body: unknown = await response.json();
    const named = fields.map(([name]) => name).join(",");
    const about = `${method} ${path.split("?")[0]}${named && ` ${named}`}`;
    this.asked.push(response.ok ? about : `${about}: ${response.status} ${JSON.stringify(body)}`);
    if (!response.ok) throw new Error(`refused with ${response.status}: ${JSON.stringify(body)}`);
    return body;
  }
}

const PLAIN_PATHS = { fcm: "/users/me/android_gcm_reg_id", apns: "/users/me/apns_device_token" } as const;
const NO_PUSHES: DeviceRecord = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};
const EVENTS = v.object({ events: v.array(v.looseObject({ id: integer, type: text })) });
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  include_deactivated_groups: true,
  individual_emoji_changes: true,
  empty_topic_name: true,
};
const REGISTER: [string, string][] = [
  ["apply_markdown", "true"],
  ["slim_presence", "true"],
  ["client_gravatar", "false"],
  ["client_capabilities", JSON.stringify(CAPABILITIES)],
];
