import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { roleSchema } from "../../../protocol/roles.ts";
import { job } from "../../../realm/job.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import {
  accessPerson,
  countLogins,
  LETTERS_JOB,
  logOutPeople,
  logOutPerson,
  logoutEmailsSchema,
  sendLogoutEmails,
} from "./session-revocation.ts";

const ended = { sessions: v.number(), api_keys: v.number() };
/** Whether to end the user's API keys, too, which apps and scripts use to log in. */
const withKeys = { api_keys: optional(boolean, false) };

/**
 * Returns the number of a user's logins. Only the user can see where and when these were used. Not part of Zulip's API.
 */
const getLoginsEndpoint = action({
  route: "GET /users/:user_id/logins",
  by: "administrator",
  params: { user_id: integer },
  reply: ended,
  run: ({ realm, actor, params }) => countLogins(realm, accessPerson(realm, actor, params.user_id)),
});

/** Logs a user out of all browsers, and optionally of apps. Not part of Zulip's API. */
const endLoginsEndpoint = action({
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

/** Logs all users out, or those with a role. Not part of Zulip's API. */
const endAllLoginsEndpoint = action({
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

/** Logs others out: administrators can log out one user, owners all users or those with a role. */
export const endingLogins = feature({
  name: "ending-logins",
  endpoints: [getLoginsEndpoint, endLoginsEndpoint, endAllLoginsEndpoint],
  jobs: { [LETTERS_JOB]: job(logoutEmailsSchema, sendLogoutEmails) },
});
