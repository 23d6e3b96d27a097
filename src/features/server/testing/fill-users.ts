import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json, optional, text } from "../../../endpoints/parameter.ts";
import { sized } from "../../../protocol/bounded.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import { createAccount } from "../../organization/users/actions/accounts.ts";
import { changeRole } from "../../organization/users/actions/roles.ts";
import { issueKey } from "../../organization/users/api-keys/api-keys.ts";
import { hashPassword } from "../../organization/users/authentication/password.ts";
import { confirmAddress } from "../../organization/users/authentication/ways-in.ts";

const userSchema = v.object({ email: v.string(), full_name: v.string(), role: v.optional(roleSchema) });

/** Makes many accounts in one change, each with a key, and all with one password or none. */
export const fillUsersEndpoint = action({
  route: "POST /testing/users",
  by: "owner",
  limited: false,
  params: { users: json(sized(v.array(userSchema), limits.request.form_bytes)), password: optional(text("password")) },
  reply: { keys: v.array(v.object({ user_id: v.number(), api_key: v.string() })) },
  prepare: ({ params: { password }, ...worker }) =>
    password === undefined ? undefined : hashPassword(password, worker),
  run({ realm, params, prepared: passwordHash, request }) {
    const keys = params.users.map(({ email, full_name, role = Role.member }) => {
      const user = createAccount(realm, { delivery_email: email, full_name, role: Role.member, passwordHash });
      changeRole(realm, user, role);
      confirmAddress(realm, user);
      return { user_id: user.id, api_key: issueKey(realm, user.id, request) };
    });
    return { keys };
  },
});
