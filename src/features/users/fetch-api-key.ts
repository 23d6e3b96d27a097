import { action } from "../../http/endpoint.ts";
import { text } from "../../http/parameter.ts";
import { authenticationFailed, userDeactivated } from "../../protocol/errors.ts";
import { issueKey, loginReply } from "./api-keys.ts";
import { countAttempt, forgetAttempts } from "./login-attempts.ts";
import { verifyPassword } from "./password.ts";
import { userByDeliveryEmail } from "./rows.ts";
import { passwordHashOf } from "./users.ts";

/** A login with a password. Whether there is such an account is told neither by the answer nor by its time. */
export const fetchApiKeyEndpoint = action({
  route: "POST /fetch_api_key",
  by: "anyone",
  params: { username: text, password: text },
  reply: loginReply,
  plan({ realm, params: { username } }) {
    countAttempt(realm, username);
    return { hash: passwordHashOf(realm, userByDeliveryEmail.first(realm.sql, { email: username })?.id) };
  },
  prepare: async ({ plan: { hash }, params }) => ((await verifyPassword(params.password, hash)) ? hash : null),
  run({ realm, params: { username }, prepared: verified, request }) {
    const user = userByDeliveryEmail.first(realm.sql, { email: username });
    // It may have been changed while this one was checked.
    if (user === undefined || verified !== passwordHashOf(realm, user.id)) throw authenticationFailed();
    if (user.is_active === 0) throw userDeactivated();
    forgetAttempts(realm, username);
    return { api_key: issueKey(realm, user.id, request.client), email: user.delivery_email, user_id: user.id };
  },
});
