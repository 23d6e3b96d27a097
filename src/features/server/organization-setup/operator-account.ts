import { text } from "../../../api/parameter.ts";
import { badRequest, raise } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { findUserByRealEmail, type User } from "../../organization/accounts/accounts.ts";
import { checkSetupToken, isSetupOpen, type SetupRequest, setupParams } from "./setup-token.ts";

export const organizationParams = {
  subdomain: setupParams.subdomain,
  setup_token: text("id"),
};

export const accountParams = { ...organizationParams, email: text("address") };

/** Returns the user whose account has this email address. Throws if there is none. */
export const accessPerson = (realm: Realm, email: string): User => findPerson(realm, email) ?? raise(noSuchPerson());

export const noSuchPerson = () => badRequest("No such user");

/**
 * Like `accessPerson`, but returns undefined if there is no such user. For use in `plan`, which runs before the token
 * is checked and must not reveal who has an account.
 */
export function findPerson(realm: Realm, email: string): User | undefined {
  const user = findUserByRealEmail(realm, email);
  return user?.bot_type === null ? user : undefined;
}

export async function checkOperator({
  params: { setup_token },
  config,
  env,
  request,
  log,
}: SetupRequest & { readonly params: { readonly setup_token: string } }): Promise<void> {
  // A server on which anyone can create organizations can't recognize its operator.
  if (isSetupOpen(config)) throw badRequest("This needs a server with a setup token.");
  await checkSetupToken(setup_token, { config, env, request, log });
}

/** Settings shared by the endpoints that let an operator change an organization. */
export const byOperator = {
  isOperators: true,
  organization: ({ subdomain }: { readonly subdomain: string }) => subdomain,
  prepare: checkOperator,
} as const;
