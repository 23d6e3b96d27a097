import { action } from "../../../../api/endpoint.ts";
import { integer, optional } from "../../../../api/parameter.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { adminActionRequired, checkAnswer, noActiveDevice } from "../failures.ts";
import { encryptedBase } from "../payloads.ts";
import {
  type EncryptedDevice,
  type EncryptedPush,
  encryptedDevicesOf,
  isOfToken,
  sendEncrypted,
  settleLost,
} from "./encrypted-push.ts";
import { requestTimeout, serviceOf } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";

export const encryptedTests = (realm: Realm, user: UserId, devices: readonly EncryptedDevice[]): EncryptedPush[] =>
  devices.map((device) => ({
    device,
    payload: { ...encryptedBase(realm, user), type: "test", time: realm.seconds() },
    isUrgent: true,
  }));

/** Sends an encrypted test notification to one of the caller's devices, or to all of them (users-groups-org.md 10). */
export const encryptedTestNotificationEndpoint = action({
  route: "POST /mobile_push/e2ee/test_notification",
  by: "human",
  params: { device_id: optional(integer), push_account_id: optional(integer) },
  plan({ realm, actor: { user_id: user }, params }) {
    const devices = encryptedDevicesOf(realm, user).filter(deviceFilter(params));
    if (devices.length === 0) throw noActiveDevice();
    const service = realm.config.pushService;
    if (service === null) throw adminActionRequired();
    return { service, uuid: realmUuid(realm), pushes: encryptedTests(realm, user, devices) };
  },
  async prepare({ plan: { service, uuid, pushes }, env }) {
    const { answers, ...lost } = await sendEncrypted(serviceOf(service, env), uuid, pushes, requestTimeout());
    for (const answer of new Set(answers.values())) checkAnswer(answer, adminActionRequired);
    // The devices aren't marked as failed here, because a failed request writes nothing. The next push will mark them.
    if (lost.gone.length + lost.invalidKeys.length === pushes.length) throw noActiveDevice();
    return lost;
  },
  run: ({ realm, prepared }) => settleLost(realm, prepared),
});

/** Returns a predicate for the device named by an id of either form, or for all devices if none is named. */
const deviceFilter =
  ({
    device_id,
    push_account_id,
  }: {
    readonly device_id?: number | undefined;
    readonly push_account_id?: number | undefined;
  }) =>
  (device: EncryptedDevice): boolean => {
    if (device_id === undefined && push_account_id === undefined) return true;
    return isOfToken(device) ? device.device_id === device_id : device.push_account_id === push_account_id;
  };
