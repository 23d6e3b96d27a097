import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { accessByToken, stopEmails } from "./email-unsubscribe.ts";

const reply = { kind: v.string(), email: v.string() };

/** Shows enough of an address to recognize it. An email with the link may have been forwarded. */
const hinted = (email: string) => email.replace(/^(.).*(?=@)/u, "$1…");

/** Returns the emails a link stops, for the page that asks first. */
export const getUnsubscribeEndpoint = action({
  route: "GET /unsubscribe/:token",
  by: "anyone",
  internal: true,
  params: { token: text("id") },
  reply,
  run({ realm, params }) {
    const { user, kind } = accessByToken(realm, params.token);
    return { kind, email: hinted(user.delivery_email) };
  },
});

/** Stops emails of a kind, with the token in one of them. Idempotent. */
export const unsubscribeEndpoint = action({
  route: "POST /unsubscribe/:token",
  by: "anyone",
  internal: true,
  repeatable: true,
  params: { token: text("id") },
  reply,
  run({ realm, params }) {
    const { user, kind } = accessByToken(realm, params.token);
    stopEmails(realm, user, kind);
    return { kind, email: hinted(user.delivery_email) };
  },
});
