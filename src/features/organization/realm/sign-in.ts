import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import { reportUnreadable } from "../../../database/stored.ts";
import {
  type AuthenticationMethod,
  type EnabledMethods,
  methodObjects,
} from "../../../protocol/authentication-methods.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmDictUpdated } from "./events.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

const SETTING = "authentication_methods";
const storedSchema = v.record(v.string(), v.boolean());

/** The authentication methods that a deployment supports. */
export const offeredMethods = ({ devLogin }: Config): readonly AuthenticationMethod[] =>
  devLogin ? ["Dev", "Email"] : ["Email"];

/**
 * The authentication methods that the organization has turned on and off. If the deployment supports none of those that
 * are on, passwords are on nevertheless, so that nobody is locked out.
 */
export function enabledMethods(realm: Realm): EnabledMethods {
  const chosen = parseMethods(storedValues(realm)[SETTING] ?? {});
  return offeredMethods(realm.config).some((name) => chosen[name] !== false) ? chosen : { ...chosen, Email: true };
}

/** Parses the stored methods. If they are unreadable, only passwords are on. */
function parseMethods(value: unknown): EnabledMethods {
  if (v.is(storedSchema, value)) return value;
  reportUnreadable("organization_settings.value", SETTING, "it does not say which methods are on");
  return { Email: true, Dev: false };
}

/** Whether users of the organization can log in with an authentication method. */
export const isMethodOn = (realm: Realm, name: AuthenticationMethod): boolean =>
  offeredMethods(realm.config).includes(name) && enabledMethods(realm)[name] !== false;

/** Turns authentication methods on and off; those not named stay as they are. One that is supported must stay on. */
export function changeMethods(realm: Realm, wanted: Readonly<Record<string, boolean>>): void {
  const offered = offeredMethods(realm.config);
  const unknown = Object.keys(wanted).find((name) => !offered.some((known) => known === name));
  if (unknown !== undefined) {
    throw badRequest(`Invalid authentication method: ${unknown}. Valid methods are: ${offered.join(", ")}`);
  }
  const before = enabledMethods(realm);
  const after: EnabledMethods = { ...before, ...wanted };
  if (!offered.some((name) => after[name] !== false)) {
    throw badRequest("At least one authentication method must be enabled.");
  }
  if (offered.every((name) => (before[name] !== false) === (after[name] !== false))) return;
  writeStored(realm, SETTING, after);
  const data = { [SETTING]: methodObjects(offered, after) };
  realm.emit(realmDictUpdated({ property: "default", data }), everyone);
}
