import * as v from "valibot";
import type { AskedBy, Calls } from "./calls.ts";
import { appId, badRequest, checkToken, integer, parseJson, Refusal, uint32, uuid } from "./checks.ts";
import { fromBase64, openSealed, toBase64, tokenIdOf } from "./sealing.ts";
import type { SealedDevice, ServiceState } from "./service-state.ts";

/** How long a box can be opened after it was sealed. */
const BOX_LIFE_SECONDS = 24 * 60 * 60;

const registration = v.object({
  realm_uuid: uuid,
  token_id: v.string(),
  encrypted_push_registration: v.string(),
  bouncer_public_key: v.string(),
});

const timestamp = integer;
const contents = v.variant("token_kind", [
  v.strictObject({ token_kind: v.literal("fcm"), token: v.string(), timestamp }),
  v.strictObject({ token_kind: v.literal("apns"), token: v.string(), timestamp, ios_app_id: appId }),
]);

const encrypted = v.pipe(
  v.string(),
  v.check((text) => (fromBase64(text)?.length ?? 0) > 40, "not base64 of a nonce and a box"),
);
const aps = v.strictObject({
  "mutable-content": v.literal(1),
  alert: v.strictObject({ title: v.literal("New notification") }),
});
const pushes = v.strictObject({
  realm_uuid: uuid,
  push_requests: v.array(
    v.union([
      v.strictObject({
        token_id: v.string(),
        fcm_priority: v.picklist(["high", "normal"]),
        payload: v.strictObject({ push_key_id: uint32, encrypted_data: encrypted }),
      }),
      v.strictObject({
        token_id: v.string(),
        http_headers: v.strictObject({
          apns_priority: v.picklist([10, 5]),
          apns_push_type: v.picklist(["alert", "background"]),
        }),
        payload: v.strictObject({ push_key_id: uint32, encrypted_data: encrypted, aps }),
      }),
    ]),
  ),
});
type PushRequest = v.InferOutput<typeof pushes>["push_requests"][number];

const deviceKey = (realmUuid: string, tokenId: string) => `${realmUuid} ${tokenId}`;

async function openRegistration(state: ServiceState, box: string, tokenId: string) {
  const invalid = () => badRequest("Invalid encrypted_push_registration");
  const sealed = fromBase64(box);
  const text = sealed && openSealed(sealed, state.keys);
  if (text === null) throw invalid();
  const parsed = v.safeParse(contents, parseJsonOr(text, invalid));
  if (!parsed.success) throw invalid();
  checkToken(parsed.output.token_kind, parsed.output.token, invalid);
  if ((await tokenIdOf(parsed.output.token)) !== tokenId) throw invalid();
  if (state.nowMs() / 1000 - parsed.output.timestamp > BOX_LIFE_SECONDS) {
    throw new Refusal("REQUEST_EXPIRED", "Request expired");
  }
  return parsed.output;
}

function parseJsonOr(text: string, refuse: () => Refusal): unknown {
  try {
    return parseJson(text);
  } catch {
    throw refuse();
  }
}

/** Pushes to a device. Returns `delete` if the server should forget the device. */
function pushTo(state: ServiceState, device: SealedDevice | undefined, request: PushRequest) {
  if (!device || device.isExpired) return "delete";
  const platform = "fcm_priority" in request ? "fcm" : "apns";
  if (device.platform !== platform) throw badRequest(`${request.token_id} is a token of ${device.platform}`);
  const { token } = device;
  const outcome =
    "fcm_priority" in request
      ? state.push({
          platform,
          token,
          isSealed: true,
          data: {
            push_key_id: String(request.payload.push_key_id),
            encrypted_data: request.payload.encrypted_data,
          },
          headers: { priority: request.fcm_priority },
        })
      : state.push({ platform, token, isSealed: true, data: request.payload, headers: request.http_headers });
  if (outcome !== "gone") return outcome;
  device.isExpired = true;
  return "delete";
}

export const sealedCalls: Calls = {
  open: {},
  authenticated: {
    "POST push/e2ee/register": async ({ state, installation, form }: AskedBy) => {
      const fields = form(registration);
      const realm = state.realm(fields.realm_uuid, installation);
      if (fields.bouncer_public_key !== toBase64(state.keys.publicKey)) {
        throw new Refusal("INVALID_BOUNCER_PUBLIC_KEY", "Invalid bouncer_public_key");
      }
      const opened = await openRegistration(state, fields.encrypted_push_registration, fields.token_id);
      const key = deviceKey(realm.uuid, fields.token_id);
      // As in the published service, a device that has expired stays expired.
      if (!state.sealed.has(key)) {
        const { token, token_kind: platform } = opened;
        state.sealed.set(key, { realmUuid: realm.uuid, tokenId: fields.token_id, token, platform, isExpired: false });
      }
      return {};
    },

    "POST push/e2ee/notify": ({ state, installation, json }: AskedBy) => {
      const { realm_uuid, push_requests } = json(pushes);
      const realm = state.realm(realm_uuid, installation);
      const outcomes = push_requests.map((request) => {
        const device = state.sealed.get(deviceKey(realm.uuid, request.token_id));
        return { request, outcome: pushTo(state, device, request) };
      });
      const sentTo = (kind: string) =>
        outcomes.filter(({ request, outcome }) => outcome === "sent" && kind in request).length;
      return {
        android_successfully_sent_count: sentTo("fcm_priority"),
        apple_successfully_sent_count: sentTo("http_headers"),
        delete_token_ids: outcomes.filter(({ outcome }) => outcome === "delete").map(({ request }) => request.token_id),
        realm_push_status: realm.status,
      };
    },
  },
};
