import { type LoginProvider, providersFor } from "../../../../config/login-providers.ts";
import { notFound } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { isMethodOn } from "../../../organization/realm/public.ts";
import { ExternalLoginRefused } from "../refused.ts";

const unknown = () => notFound("This organization doesn't have that login method.");

/** The provider with an id, in the organization: refuses one that is switched off. */
export function accessProvider(realm: Realm, id: string): LoginProvider {
  const provider = providersFor(realm.config, realm.identity.subdomain).find((other) => other.id === id);
  if (provider === undefined) throw unknown();
  if (!isMethodOn(realm, provider.method)) throw new ExternalLoginRefused("switched_off");
  return provider;
}

/** The same in the Worker, once the realm has allowed it: during a deploy the two may know of different ones. */
export function knownProvider(providers: readonly LoginProvider[], id: string): LoginProvider {
  const provider = providers.find((other) => other.id === id);
  if (provider === undefined) throw unknown();
  return provider;
}
