import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { accessByToken, stopLetters } from "./unsubscribing.ts";

const reply = { kind: v.string(), email: v.string() };

/** Enough of an address to know it again: a letter with the link may have been passed on. */
const hinted = (email: string) => email.replace(/^(.).*(?=@)/u, "$1…");

/** The letters that a link stops, for the page that asks first. */
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

/** Stops letters of a kind, by the token in one of them. It does the same again if it is called again. */
export const unsubscribeEndpoint = action({
  route: "POST /unsubscribe/:token",
  by: "anyone",
  internal: true,
  repeatable: true,
  params: { token: text("id") },
  reply,
  run({ realm, params }) {
    const { user, kind } = accessByToken(realm, params.token);
    stopLetters(realm, user, kind);
    return { kind, email: hinted(user.delivery_email) };
  },
});
