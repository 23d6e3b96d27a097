import { action } from "../../../../endpoints/endpoint.ts";
import { integer, optional } from "../../../../endpoints/parameter.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { adminActionRequired, checkAnswer, DEVICE_GONE, INVALID_KEY, noActiveDevice } from "../failures.ts";
import { encryptedBase } from "../payloads.ts";
import { activeDevicesOf, type Device, failDevices } from "./devices.ts";
import { type EncryptedPush, type EncryptedResult, sendEncrypted } from "./encrypted-push.ts";
import { requestTimeout, serviceOf } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";

/** Encrypted test notifications for devices of a user. */
export const encryptedTests = (realm: Realm, user: UserId, devices: readonly Device[]): EncryptedPush[] =>
  devices.map((device) => ({
    device,
    payload: { ...encryptedBase(realm, user), type: "test", time: realm.seconds() },
    isUrgent: true,
  }));

/** Marks devices that get no pushes any more. */
export function failUnreachable(
  realm: Realm,
  { gone, invalidKeys }: Pick<EncryptedResult, "gone" | "invalidKeys">,
): void {
  failDevices(realm, gone, DEVICE_GONE);
  failDevices(realm, invalidKeys, INVALID_KEY);
}

/** Sends an encrypted test notification to one of the caller's devices, or to all of them (users-groups-org.md 10). */
export const encryptedTestNotificationEndpoint = action({
  route: "POST /mobile_push/e2ee/test_notification",
  by: "human",
  params: { push_account_id: optional(integer) },
  reply: {},
  plan({ realm, actor: { user_id: user }, params: { push_account_id: wanted } }) {
    const active = activeDevicesOf(realm, user);
    const devices = active.filter((device) => wanted === undefined || device.push_account_id === wanted);
    if (devices.length === 0) throw noActiveDevice();
    const service = realm.config.pushService;
    if (service === null) throw adminActionRequired();
    return { service, uuid: realmUuid(realm), pushes: encryptedTests(realm, user, devices) };
  },
  async prepare({ plan: { service, uuid, pushes }, env }) {
    const { answer, gone, invalidKeys } = await sendEncrypted(serviceOf(service, env), uuid, pushes, requestTimeout());
    checkAnswer(answer, adminActionRequired);
    // The devices are not marked as failed here, since a refusal changes nothing: the next push will mark them.
    if (gone.length + invalidKeys.length === pushes.length) throw noActiveDevice();
    return { gone, invalidKeys };
  },
  run({ realm, prepared }) {
    failUnreachable(realm, prepared);
    return {};
  },
});
