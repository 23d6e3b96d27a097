import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, json, optional } from "../../../endpoints/parameter.ts";
import { roleSchema } from "../../../protocol/roles.ts";
import { checkRecentLogin } from "../../organization/users/authentication/ways-in.ts";
import { accessPerson, countLogins, logOutPeople, logOutPerson } from "./ending-logins.ts";

const ended = { sessions: v.number(), api_keys: v.number() };
/** Whether API keys end too, with which apps and scripts are logged in. */
const withKeys = { api_keys: optional(boolean, false) };

/** The number of a person's logins: where and when they are used is theirs to know. An endpoint of this server's own. */
export const getLoginsEndpoint = action({
  route: "GET /users/:user_id/logins",
  by: "administrator",
  params: { user_id: integer },
  reply: ended,
  run: ({ realm, actor, params }) => countLogins(realm, accessPerson(realm, actor, params.user_id)),
});

/** Logs a person out of all browsers, and of apps if that is wanted. An endpoint of this server's own. */
export const endLoginsEndpoint = action({
  route: "DELETE /users/:user_id/logins",
  by: "administrator",
  params: { user_id: integer, ...withKeys },
  reply: ended,
  run({ realm, actor, params }) {
    const user = accessPerson(realm, actor, params.user_id);
    const counts = logOutPerson(realm, actor, user, params);
    realm.log.info("logins_ended", { account: user.id, by: actor.user_id });
    return counts;
  },
});

/** Logs all people out, or those with a role. An endpoint of this server's own. */
export const endAllLoginsEndpoint = action({
  route: "DELETE /realm/logins",
  by: "owner",
  params: { role: optional(json(roleSchema)), ...withKeys },
  reply: { people: v.number(), ...ended },
  run({ realm, actor, params: { role, api_keys } }) {
    checkRecentLogin(realm, actor);
    const counts = logOutPeople(realm, actor, { role, api_keys });
    realm.log.info("all_logins_ended", { role: role ?? null, people: counts.people, by: actor.user_id });
    return counts;
  },
});
