import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { text } from "../../../../endpoints/parameter.ts";
import { findEmailChange } from "./change-email.ts";

const reply = { email: v.string() };

/** The address that a key would confirm. An endpoint of this server's own. */
export const getEmailChangeEndpoint = action({
  route: "GET /confirm_new_email/:key",
  by: "anyone",
  params: { key: text("token") },
  reply,
  run: ({ realm, params }) => ({ email: findEmailChange(realm, params.key).email }),
});

/** Confirms a new address by its key. An endpoint of this server's own. */
export const confirmEmailEndpoint = action({
  route: "POST /confirm_new_email/:key",
  by: "anyone",
  params: { key: text("token") },
  reply,
  run({ realm, params }) {
    const change = findEmailChange(realm, params.key);
    change.confirm();
    return { email: change.email };
  },
});
