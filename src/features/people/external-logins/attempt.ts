import * as v from "valibot";
import { givenRoles } from "../../../config/login-providers.ts";
import { cookieOf } from "../../../pages/cookies.ts";
import { serviceLoginSchema } from "../logins/service-login.ts";
import { STEP_SECONDS } from "./seal.ts";

/** 32 bytes in hex, by which a key or a token is encrypted on its way to an app (logins.md 2, 3). */
export const otp = v.pipe(v.string(), v.hexadecimal(), v.length(64));

/** The place where a login goes on when it is done: in this browser, in a mobile app, or in the desktop app. */
const goalSchema = v.object({
  /** The path in this organization to go on to. */
  next: v.string(),
  mobile_flow_otp: v.optional(otp),
  desktop_flow_otp: v.optional(otp),
  /** The desktop app, by its mark, so that the token of one login is good in that app alone. */
  desktop_app: v.optional(v.string()),
  /** Whether the person has to show the provider who they are, though they may be logged in there. */
  fresh: v.optional(v.boolean()),
  /** The key of the invitation by which somebody joins. */
  invitation: v.optional(v.string()),
  /** The account that is to be linked, where nobody logs in, and the session in which its owner has asked for that. */
  link: v.optional(v.object({ user_id: v.number(), session_id: v.number() })),
});
export type LoginIntent = v.InferOutput<typeof goalSchema>;

/** The data that a browser keeps of a login while its user is at the provider. */
export const attemptSchema = v.object({
  goal: goalSchema,
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
});

/** The role and groups that a login gives: undefined, those stay as they are. */
const grantedSchema = v.object({
  role: v.optional(v.picklist(givenRoles)),
  /** Among the groups that the rules name. */
  groups: v.optional(v.array(v.number())),
});
export type Granted = v.InferOutput<typeof grantedSchema>;

/** The identity of a person, as a provider has told it. */
const identitySchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  /** The addresses that are verified, the one that counts most first. */
  emails: v.array(v.string()),
  /** An address that is not. */
  unverified: v.optional(v.string()),
  full_name: v.string(),
  granted: v.optional(grantedSchema),
  login: serviceLoginSchema,
});
export type Identity = v.InferOutput<typeof identitySchema>;

/** The data that a browser keeps of a person who is to join, until they have said their name. */
export const joiningSchema = v.object({ identity: identitySchema, goal: goalSchema });

/**
 * The data that a browser keeps of a person whom a provider has named, until they have given the code of their second
 * factor.
 */
export const waitingSchema = v.object({
  login_ticket: v.string(),
  goal: goalSchema,
  login: serviceLoginSchema,
  identity: v.optional(identitySchema),
});

/** An identity as it fits into a cookie, with all else. Without the token a service asks again whether to log out. */
export const withoutToken = ({ login: { id_token: _, ...login }, ...identity }: Identity): Identity => ({
  ...identity,
  login,
});

/** With TLS, the `__Host-` prefix: no other host of the domain can set a cookie of that name. */
const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-login" : "login");

type Cookie = readonly ["Set-Cookie", string];

/** Binds a login to the browser that began it. Lax: the way back from the provider is a navigation from another site. */
export const attemptCookie = (sealed: string, origin: string, age: number = STEP_SECONDS): Cookie => [
  "Set-Cookie",
  `${cookieName(origin)}=${sealed}; Path=/; Max-Age=${age}; SameSite=Lax; HttpOnly${origin.startsWith("https:") ? "; Secure" : ""}`,
];

export const endedAttempt = (origin: string): Cookie => attemptCookie("", origin, 0);

export const readAttempt = ({ headers }: Request, origin: string): string | undefined =>
  cookieOf(headers.get("cookie") ?? "", cookieName(origin));
