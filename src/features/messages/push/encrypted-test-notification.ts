import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional } from "../../../endpoints/parameter.ts";
import { activeDevicesOf, failDevices } from "./devices.ts";
import { sendSealed } from "./encrypted-push.ts";
import { adminActionRequired, checkAnswer, GONE, KEYLESS, noActiveDevice } from "./failures.ts";
import { sealedBase } from "./payloads.ts";
import { patience, serviceOf } from "./push-service.ts";
import { realmUuid } from "./realm-uuid.ts";

/** The same for devices that get what they alone can read (users-groups-org.md 10). */
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
    const pushes = devices.map((device) => ({
      device,
      payload: { ...sealedBase(realm, user), type: "test", time: realm.seconds() },
      isUrgent: true,
    }));
    return { service, uuid: realmUuid(realm), pushes };
  },
  async prepare({ plan: { service, uuid, pushes }, env }) {
    const { answer, gone, keyless } = await sendSealed(serviceOf(service, env), uuid, pushes, patience());
    checkAnswer(answer, adminActionRequired);
    // The next push finds it out once more, and then it is written down.
    if (gone.length + keyless.length === pushes.length) throw noActiveDevice();
    return { gone, keyless };
  },
  run({ realm, prepared: { gone, keyless } }) {
    failDevices(realm, gone, GONE);
    failDevices(realm, keyless, KEYLESS);
    return {};
  },
});
