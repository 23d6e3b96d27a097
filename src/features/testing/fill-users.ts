import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { json } from "../../http/parameter.ts";
import { Role } from "../../protocol/roles.ts";
import { createAccount } from "../accounts/accounts.ts";
import { issueKey } from "../users/api-keys.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** Makes many members in one change, each with a key and without a password: what a bench fills an organization with. */
export const fillUsersEndpoint = action({
  route: "POST /testing/users",
  by: "owner",
  limited: false,
  params: { users: json(v.array(v.object({ email: v.string(), full_name: v.string() }))) },
  reply: { keys: v.array(v.object({ user_id: v.number(), api_key: v.string() })) },
  run({ realm, params, request }) {
    requireTestHooks(realm.config);
    const keys = params.users.map(({ email, full_name }) => {
      const { id } = createAccount(realm, { delivery_email: email, full_name, role: Role.member });
      return { user_id: id, api_key: issueKey(realm, id, request.client) };
    });
    return { keys };
  },
});
