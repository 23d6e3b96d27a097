import * as v from "valibot";
import { json, optional, type Parameter } from "../../../api/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { type UserId, userIdSchema } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUserByEmail, accessUsers } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";

type Principals = number[] | string[];

/** Parameter for the users a request is about: ids or API email addresses. */
export const principalsParam: Parameter<Principals | undefined> = optional(
  json(v.union([boundedList(v.pipe(v.number(), v.safeInteger()), "ids"), boundedList(boundedText("address"), "ids")])),
);
export const userIdsParam: Parameter<UserId[]> = json(boundedList(userIdSchema, "ids"));

/** Returns the users a request is about, by default the caller. Throws if any is deactivated. */
export function principalsOf(realm: Realm, actor: Actor, principals: Principals = []): User[] {
  const users =
    principals.length === 0 ? accessUsers(realm, actor, [actor.user_id]) : namedUsers(realm, actor, principals);
  if (users.some((user) => user.is_active === 0)) throw badRequest("User is deactivated");
  return users;
}

function namedUsers(realm: Realm, actor: Actor, principals: Principals): User[] {
  const byEmail = principals.filter((principal) => typeof principal === "string");
  if (byEmail.length === 0)
    return accessUsers(
      realm,
      actor,
      principals.filter((principal) => typeof principal === "number"),
    );
  const users = byEmail.map((email) => accessUserByEmail(realm, actor, email));
  return [...new Map(users.map((user) => [user.id, user])).values()];
}

export const isOwnAccount = (actor: Actor, user: User) =>
  user.id === actor.user_id || user.bot_owner_id === actor.user_id;

/** Limits the subscriptions in one request, because other requests wait for it. */
export function checkSubscriptionCount(channels: readonly unknown[], users: readonly unknown[]): void {
  if (channels.length * users.length > limits.work.subscriptions) {
    throw badRequest(`Too many subscriptions for one request (limit: ${limits.work.subscriptions}).`);
  }
}
