import * as v from "valibot";
import type { AskedBy, Calls } from "./calls.ts";
import {
  appId,
  badRequest,
  checkToken,
  integer,
  json as jsonText,
  type Platform,
  Refusal,
  read,
  uuid,
} from "./checks.ts";
import type { Installation, PlainDevice, ServiceState } from "./service-state.ts";

const PLATFORMS: Readonly<Record<number, Platform>> = { 1: "apns", 2: "fcm" };

const owner = {
  user_id: v.optional(jsonText(integer)),
  user_uuid: v.optional(uuid),
  realm_uuid: v.optional(uuid),
};
const registration = v.object({
  ...owner,
  server_uuid: v.optional(uuid),
  token: v.string(),
  token_kind: jsonText(integer),
  ios_app_id: v.optional(appId),
});
const removal = v.object({ ...owner, token: v.string(), token_kind: jsonText(integer), ios_app_id: v.optional(appId) });
const removalOfAll = v.object(owner);

const fields = v.record(v.string(), v.unknown());
const notification = v.strictObject({
  user_id: v.optional(integer),
  user_uuid: v.optional(uuid),
  realm_uuid: v.optional(uuid),
  apns_payload: fields,
  gcm_payload: fields,
  gcm_options: fields,
  android_devices: v.optional(v.array(v.string()), []),
  apple_devices: v.optional(v.array(v.string()), []),
});
const options = v.strictObject({ priority: v.optional(v.picklist(["high", "normal"])) });
const trial = v.strictObject({
  token: v.string(),
  token_kind: integer,
  user_id: integer,
  user_uuid: uuid,
  realm_uuid: v.optional(uuid),
  base_payload: fields,
});

interface Owner {
  readonly user_id?: number | undefined;
  readonly user_uuid?: string | undefined;
  readonly realm_uuid?: string | undefined;
}

/**
 * Returns the organization that a call is about. The published service assumes that the call includes the account's
 * UUID, too.
 */
function realmOf(state: ServiceState, installation: Installation, { user_id, user_uuid, realm_uuid }: Owner) {
  if (user_id === undefined && user_uuid === undefined) throw badRequest("Missing user_id or user_uuid");
  if (realm_uuid === undefined) return undefined;
  if (user_uuid === undefined) throw new Error("assert user_uuid is not None");
  return state.realm(realm_uuid, installation);
}

const isOwner = (device: PlainDevice, { user_id, user_uuid }: Owner): boolean =>
  (user_uuid !== undefined && device.userUuid === user_uuid) || (user_id !== undefined && device.userId === user_id);

function platformOf(kind: number): Platform {
  const platform = PLATFORMS[kind];
  if (platform === undefined) throw badRequest("Invalid token type");
  return platform;
}

/** Throws unless all values are strings, because Google's `data` can't contain others. */
function checkTexts(data: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === "object" && value !== null) throw badRequest(`Invalid gcm_payload.${name}: not a plain value`);
  }
}

const asTexts = (data: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));

export const plainCalls: Calls = {
  open: {},
  authenticated: {
    "POST push/register": ({ state, installation, form }: AskedBy) => {
      const asked = form(registration);
      const platform = platformOf(asked.token_kind);
      checkToken(platform, asked.token, badRequest);
      if (platform === "apns" && asked.ios_app_id === undefined) throw badRequest("Missing ios_app_id");
      const realm = realmOf(state, installation, asked);
      const { token, user_id: userId, user_uuid: userUuid } = asked;
      state.plain = state.plain.filter((one) => !(one.token === token && isOwner(one, asked)));
      state.plain.push({ realmUuid: realm?.uuid, userId, userUuid, token, platform });
      return {};
    },

    "POST push/unregister": ({ state, installation, form }: AskedBy) => {
      const asked = form(removal);
      const platform = platformOf(asked.token_kind);
      checkToken(platform, asked.token, badRequest);
      realmOf(state, installation, asked);
      const left = state.plain.filter(
        (one) => !(one.token === asked.token && one.platform === platform && isOwner(one, asked)),
      );
      if (left.length === state.plain.length) throw badRequest("Token does not exist");
      state.plain = left;
      return {};
    },

    "POST push/unregister/all": ({ state, installation, form }: AskedBy) => {
      const asked = form(removalOfAll);
      realmOf(state, installation, asked);
      state.plain = state.plain.filter((one) => !isOwner(one, asked));
      return {};
    },

    "POST push/notify": ({ state, installation, json }: AskedBy) => {
      const asked = json(notification);
      const headers = read(options, asked.gcm_options);
      checkTexts(asked.gcm_payload);
      const realm = realmOf(state, installation, asked);
      const devices = state.plain.filter((one) => isOwner(one, asked));
      const ofPlatform = (platform: Platform) => devices.filter((one) => one.platform === platform);
      const [android, apple] = [ofPlatform("fcm"), ofPlatform("apns")];
      for (const { token } of android) {
        state.push({ platform: "fcm", token, isSealed: false, data: asTexts(asked.gcm_payload), headers });
      }
      for (const { token } of apple) {
        state.push({ platform: "apns", token, isSealed: false, data: asked.apns_payload, headers: {} });
      }
      const goneOf = (named: readonly string[], known: readonly PlainDevice[]) =>
        named.filter((token) => !known.some((one) => one.token === token) || state.goneTokens.has(token));
      const gone = {
        android_devices: goneOf(asked.android_devices, android),
        apple_devices: goneOf(asked.apple_devices, apple),
      };
      state.plain = state.plain.filter((one) => !(isOwner(one, asked) && state.goneTokens.has(one.token)));
      return {
        total_android_devices: android.length,
        total_apple_devices: apple.length,
        deleted_devices: gone,
        realm: realm?.status ?? null,
      };
    },

    "POST push/test_notification": ({ state, installation, json }: AskedBy) => {
      const asked = json(trial);
      if ("event" in asked.base_payload) throw badRequest("Invalid base_payload: event is the service's own");
      realmOf(state, installation, asked);
      const platform = platformOf(asked.token_kind);
      const device = state.plain.find((one) => one.token === asked.token && isOwner(one, asked));
      if (device?.platform !== platform) {
        throw new Refusal("INVALID_REMOTE_PUSH_DEVICE_TOKEN", "Device not recognized by the push bouncer");
      }
      const event = { ...asked.base_payload, event: "test" };
      const data = platform === "fcm" ? asTexts(event) : { aps: { alert: {} }, zulip: event };
      state.push({ platform, token: asked.token, isSealed: false, data, headers: {} });
      return {};
    },
  },
};
