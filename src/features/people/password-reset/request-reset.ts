import { action } from "../../../endpoints/endpoint.ts";
import { textOf } from "../../../endpoints/parameter.ts";
import { emailSchema } from "../../organization/users/email.ts";
import { requestPasswordReset } from "./password-reset.ts";

/** Mails a key for a new password to whoever has forgotten theirs. An endpoint of this server's own. */
export const requestResetEndpoint = action({
  route: "POST /password_reset",
  by: "anyone",
  params: { email: textOf(emailSchema) },
  reply: {},
  run({ realm, params, request }) {
    requestPasswordReset(realm, params.email, request.address);
    return {};
  },
});
