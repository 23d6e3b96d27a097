import type { Realm } from "../../../realm/realm.ts";
import { hasSystemBot, insertSystemAccount, systemBot, type User } from "../../organization/accounts/accounts.ts";
import { emitUserAdded } from "../../organization/accounts/changes.ts";

const GATEWAY_NAME = "email-gateway";

/** The bot that posts emails to channels. Created with the first address that needs it. */
export function gatewayBot(realm: Realm): User {
  const known = knownGatewayBot(realm);
  if (known !== undefined) return known;
  const bot = insertSystemAccount(realm, GATEWAY_NAME, "Email Gateway");
  emitUserAdded(realm, bot);
  return bot;
}

export const knownGatewayBot = (realm: Realm): User | undefined =>
  hasSystemBot(realm, GATEWAY_NAME) ? systemBot(realm, GATEWAY_NAME) : undefined;

export const isGatewayBot = (realm: Realm, { id }: Pick<User, "id">): boolean => knownGatewayBot(realm)?.id === id;
