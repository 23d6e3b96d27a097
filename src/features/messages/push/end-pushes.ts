import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { endDevices } from "./devices.ts";
import { endTokens } from "./tokens.ts";

/** Tells nothing more to the devices of a login that has ended, or of all logins of an account (null). */
export function endPushes(realm: Realm, user: UserId, login: number | null): void {
  endTokens(realm, user, login);
  endDevices(realm, user, login);
}
