import { action } from "../../http/endpoint.ts";
import { integer, optional } from "../../http/parameter.ts";
import { devicesOf } from "./devices.ts";
import { adminActionRequired, noActiveDevice } from "./failures.ts";

/** The same for devices that get encrypted pushes, of which none is sent yet: that is told as it is. */
export const encryptedTestNotificationEndpoint = action({
  route: "POST /mobile_push/e2ee/test_notification",
  by: "human",
  params: { push_account_id: optional(integer) },
  reply: {},
  run({ realm, actor, params: { push_account_id } }) {
    const active = devicesOf(realm, actor.user_id).filter(({ status }) => status === "active");
    const wanted = active.filter(
      (device) => push_account_id === undefined || device.push_account_id === push_account_id,
    );
    throw wanted.length === 0 ? noActiveDevice() : adminActionRequired();
  },
});
