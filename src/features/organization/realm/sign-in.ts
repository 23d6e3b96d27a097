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
import { listActiveOwners } from "../users/users.ts";
import { realmDictUpdated } from "./events.ts";
import { loginProvidersHook, usedMethodsHook } from "./hooks.ts";
import { storedValues, writeStored } from "./realm-settings.ts";

const SETTING = "authentication_methods";
const storedSchema = v.record(v.string(), v.boolean());

/** The authentication methods that need no other service. */
export const ownMethods = ({ devLogin }: Config): readonly AuthenticationMethod[] =>
  devLogin ? ["Dev", "Email"] : ["Email"];

/** The authentication methods that a deployment supports for an organization. */
export function offeredMethods(config: Config, subdomain: string): readonly AuthenticationMethod[] {
  const external = providersFor(config, subdomain).flatMap(({ method }) => method ?? []);
  return [...ownMethods(config), ...new Set(external)];
}

const offeredIn = ({ config, identity: { subdomain } }: Realm) => offeredMethods(config, subdomain);

/** The identity providers that the organization has, also those that are switched off: the operator's before its own. */
export const allProviders = (realm: Realm): readonly LoginProvider[] => [
  ...providersFor(realm.config, realm.identity.subdomain),
  ...realm.collect(loginProvidersHook).flat(),
];

const onlyProvider = (realm: Realm) =>
  realm
    .collect(loginProvidersHook)
    .flat()
    .find(({ isOnly }) => isOnly);

/** Whether people log in by one provider alone, as owners have chosen: by no password or other service, and owners alone by a passkey. */
export const hasOnlyLogin = (realm: Realm): boolean => onlyProvider(realm) !== undefined;

/** Whether people can log in by a provider. */
export function isProviderOn(realm: Realm, { id, method, isOff }: LoginProvider): boolean {
  const only = onlyProvider(realm);
  if (only !== undefined) return id === only.id;
  return method === null ? !isOff : isMethodOn(realm, method);
}

/** The identity providers by which people can log in. */
export const providersOn = (realm: Realm): readonly LoginProvider[] =>
  allProviders(realm).filter((provider) => isProviderOn(realm, provider));

/** The authentication methods that are on and off: none is on where people log in by one provider alone. */
export const enabledMethods = (realm: Realm): EnabledMethods =>
  hasOnlyLogin(realm) ? recordOf(authenticationMethodNames, () => false) : chosenMethods(realm);

/**
 * The authentication methods that the organization has turned on and off. If the deployment supports none of those that
 * are on, passwords are on nevertheless, so that nobody is locked out.
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

/** Whether users of the organization can log in with an authentication method. */
export const isMethodOn = (realm: Realm, name: AuthenticationMethod): boolean =>
  offeredIn(realm).includes(name) && enabledMethods(realm)[name] !== false;

const NO_OWNER_LEFT =
  "An owner must have logged in by one of the methods that stay on, so that someone can still turn the others on.";

/** Whether an owner can surely log in by one of these methods. Passwords can be set anew by whoever reads the mail. */
const letsOwnersIn = (realm: Realm, methods: readonly AuthenticationMethod[]): boolean =>
  methods.some((name) => name === "Email" || name === "Dev") ||
  listActiveOwners(realm).some(({ id }) =>
    realm.collect(usedMethodsHook, id).some((used) => used.some((name) => name === null || methods.includes(name))),
  );

/** Refuses methods with which nobody could surely turn others on. */
function checkMethods(realm: Realm, methods: EnabledMethods): EnabledMethods {
  const left = offeredIn(realm).filter((name) => methods[name] !== false);
  if (left.length === 0) throw badRequest("At least one authentication method must be enabled.");
  if (!letsOwnersIn(realm, left)) throw badRequest(NO_OWNER_LEFT);
  return methods;
}

/** Refuses a change after which no owner could surely log in: it is called in the change, once a provider is gone. */
export const checkOwnersLeft = (realm: Realm): void => void checkMethods(realm, chosenMethods(realm));

/** The login methods to adopt of those that another server tells; the deployment may come to support more. */
export function methodsToAdopt(realm: Realm, told: unknown): EnabledMethods {
  if (!v.is(storedSchema, told)) throw badRequest("It does not say which methods are on.");
  const known = authenticationMethodNames.filter((name) => told[name] !== undefined);
  return checkMethods(realm, { ...chosenMethods(realm), ...pick(told, known) });
}

/** Turns methods on and off, without telling anybody. */
export const adoptMethods = (realm: Realm, methods: EnabledMethods): void => writeStored(realm, SETTING, methods);

/** Turns authentication methods on and off; those not named stay as they are. One that is supported must stay on. */
export function changeMethods(realm: Realm, wanted: Readonly<Record<string, boolean>>): void {
  const offered = offeredIn(realm);
  const unknown = Object.keys(wanted).find((name) => !offered.some((known) => known === name));
  if (unknown !== undefined) {
    throw badRequest(`Invalid authentication method: ${unknown}. Valid methods are: ${offered.join(", ")}`);
  }
  const before = chosenMethods(realm);
  const after = checkMethods(realm, { ...before, ...wanted });
  if (offered.every((name) => (before[name] !== false) === (after[name] !== false))) return;
  writeStored(realm, SETTING, after);
  tellMethods(realm);
}

/** Tells clients which methods are on now. */
export function tellMethods(realm: Realm): void {
  const data = { [SETTING]: methodObjects(offeredIn(realm), enabledMethods(realm)) };
  realm.emit(realmDictUpdated({ property: "default", data }), everyone);
}
