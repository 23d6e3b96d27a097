import type { LoginProvider } from "../../../../config/login-providers.ts";
import { notFound } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allProviders, isProviderOn } from "../../../organization/organization-settings/sign-in.ts";
import { ExternalLoginRefused } from "../refused.ts";

/** Returns the organization's provider with an id. Throws if it is off. */
export function accessProvider(realm: Realm, id: string): LoginProvider {
  const provider = allProviders(realm).find((other) => other.id === id);
  if (provider === undefined) throw notFound("This organization doesn't have that login method.");
  if (!isProviderOn(realm, provider)) throw new ExternalLoginRefused("switched_off", "", { service: provider.name });
  return provider;
}
