import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { endClientDevices } from "./mobile/client-devices.ts";
import { endDevices } from "./mobile/devices.ts";
import { endTokens } from "./mobile/tokens.ts";
import { endWebDevices } from "./web/web-devices.ts";

/** Stops pushes to the devices of an ended login, or to all of the account's devices if `login` is null. */
export function endPushes(realm: Realm, user: UserId, login: number | null): void {
  endTokens(realm, user, login);
  endDevices(realm, user, login);
  endClientDevices(realm, user, login);
  endWebDevices(realm, user, login);
}
