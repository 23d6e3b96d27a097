import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import { type LoginProvider, providersFor } from "../../../config/login-providers.ts";
import { reportUnreadable } from "../../../database/stored.ts";
import {
  type AuthenticationMethod,
  authenticationMethodNames,
  type EnabledMethods,
  methodObjects,
} from "../../../protocol/authentication-methods.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { pick, recordOf } from "../../../util/records.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { listActiveOwners } from "../accounts/accounts.ts";
import { realmDictUpdated } from "./events.ts";
import { loginProvidersHook, usedMethodsHook } from "./hooks.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

const SETTING = "authentication_methods";
const storedSchema = v.record(v.string(), v.boolean());

/** Authentication methods that need no other service. */
export const ownMethods = ({ devLogin }: Config): readonly AuthenticationMethod[] =>
  devLogin ? ["Dev", "Email"] : ["Email"];

export function offeredMethods(config: Config, subdomain: string): readonly AuthenticationMethod[] {
  const external = providersFor(config, subdomain).flatMap(({ method }) => method ?? []);
  return [...ownMethods(config), ...new Set(external)];
}

const offeredIn = ({ config, identity: { subdomain } }: Realm) => offeredMethods(config, subdomain);

/** Returns the organization's login providers, including those that are off. The operator's are first. */
export const allProviders = (realm: Realm): readonly LoginProvider[] => [
  ...providersFor(realm.config, realm.identity.subdomain),
  ...realm.collect(loginProvidersHook).flat(),
];

const onlyProvider = (realm: Realm) =>
  realm
    .collect(loginProvidersHook)
    .flat()
    .find(({ isOnly }) => isOnly);

/**
 * True if owners have made a single provider the only login: without passwords or other services, and with passkeys
 * only for owners.
 */
export const hasOnlyLogin = (realm: Realm): boolean => onlyProvider(realm) !== undefined;

export function isProviderOn(realm: Realm, { id, method, isOff }: LoginProvider): boolean {
  const only = onlyProvider(realm);
  if (only !== undefined) return id === only.id;
  return method === null ? !isOff : isMethodOn(realm, method);
}

export const providersOn = (realm: Realm): readonly LoginProvider[] =>
  allProviders(realm).filter((provider) => isProviderOn(realm, provider));

/** Returns which authentication methods are on. None are if a single provider is the only login. */
export const enabledMethods = (realm: Realm): EnabledMethods =>
  hasOnlyLogin(realm) ? recordOf(authenticationMethodNames, () => false) : chosenMethods(realm);

/**
 * Returns the authentication methods the organization has turned on and off. Passwords count as on if the deployment
 * supports no method that is on, so that no one is locked out.
 */
function chosenMethods(realm: Realm): EnabledMethods {
  const chosen = parseMethods(storedValues(realm)[SETTING] ?? {});
  return offeredIn(realm).some((name) => chosen[name] !== false) ? chosen : { ...chosen, Email: true };
}

/** Parses the stored methods. If they are unreadable, only passwords are on. */
function parseMethods(value: unknown): EnabledMethods {
  if (v.is(storedSchema, value)) return value;
  reportUnreadable("organization_settings.value", SETTING, "it does not say which methods are on");
  return { Email: true, Dev: false };
}

export const isMethodOn = (realm: Realm, name: AuthenticationMethod): boolean =>
  offeredIn(realm).includes(name) && enabledMethods(realm)[name] !== false;

const NO_OWNER_LEFT =
  "An owner must have logged in by one of the methods that stay on, so that someone can still turn the others on.";

/** True if an owner can certainly log in with one of these methods. Passwords count, because they can be reset. */
const letsOwnersIn = (realm: Realm, methods: readonly AuthenticationMethod[]): boolean =>
  methods.some((name) => name === "Email" || name === "Dev") ||
  listActiveOwners(realm).some(({ id }) =>
    realm.collect(usedMethodsHook, id).some((used) => used.some((name) => name === null || methods.includes(name))),
  );

/** Throws if no owner could certainly log in with these methods to turn others on. */
function checkMethods(realm: Realm, methods: EnabledMethods): EnabledMethods {
  const left = offeredIn(realm).filter((name) => methods[name] !== false);
  if (left.length === 0) throw badRequest("At least one authentication method must be enabled.");
  if (!letsOwnersIn(realm, left)) throw badRequest(NO_OWNER_LEFT);
  return methods;
}

/**
 * Throws if no owner can certainly log in anymore. Call it within the change that removes a provider, after removing
 * it.
 */
export const checkOwnersLeft = (realm: Realm): void => void checkMethods(realm, chosenMethods(realm));

/** Returns the methods to turn on or off to match another server, including methods this deployment doesn't support. */
export function methodsToAdopt(realm: Realm, told: unknown): EnabledMethods {
  if (!v.is(storedSchema, told)) throw badRequest("It does not say which methods are on.");
  const known = authenticationMethodNames.filter((name) => told[name] !== undefined);
  return checkMethods(realm, { ...chosenMethods(realm), ...pick(told, known) });
}

/** Turns methods on and off without emitting an event. */
export const adoptMethods = (realm: Realm, methods: EnabledMethods): void => writeStored(realm, SETTING, methods);

/**
 * Turns authentication methods on and off; those not named stay unchanged. At least one supported method must stay on.
 */
export function changeMethods(realm: Realm, wanted: Readonly<Record<string, boolean>>): void {
  const offered = offeredIn(realm);
  const unknown = Object.keys(wanted).find((name) => !offered.some((known) => known === name));
  if (unknown !== undefined) {
    throw badRequest(`Invalid authentication method: ${unknown}. Valid methods are: ${offered.join(", ")}`);
  }
  const before = chosenMethods(realm);
  const after = checkMethods(realm, { ...before, ...wanted });
  const on = (methods: EnabledMethods) => offered.filter((name) => methods[name] !== false);
  if (on(before).join() === on(after).join()) return;
  auditOrganization(realm, "organization.setting_changed", { name: SETTING, before: on(before), after: on(after) });
  writeStored(realm, SETTING, after);
  tellMethods(realm);
}

/** Emits which methods are on now. */
export function tellMethods(realm: Realm): void {
  const data = { [SETTING]: methodObjects(offeredIn(realm), enabledMethods(realm)) };
  realm.emit(realmDictUpdated({ property: "default", data }), everyone);
}
