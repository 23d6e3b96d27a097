import * as v from "valibot";
import { givenRoles } from "../../../config/login-providers.ts";
import { cookieOf } from "../../../html-pages/cookies.ts";
import { serviceLoginSchema } from "../sessions/service-login.ts";
import { STEP_SECONDS } from "./seal.ts";

/** 32 bytes in hex that encrypt a key or token on its way to an app (logins.md 2, 3). */
export const otp = v.pipe(v.string(), v.hexadecimal(), v.length(64));

/** Where a finished login continues: in this browser, in a mobile app, or in the desktop app. */
const goalSchema = v.object({
  /** The path in this organization to continue to. */
  next: v.string(),
  mobile_flow_otp: v.optional(otp),
  desktop_flow_otp: v.optional(otp),
  /** Identifies the desktop app, so that the token of one login is only valid in that app. */
  desktop_app: v.optional(v.string()),
  /** Whether the user must log in at the provider again even if they are already logged in there. */
  fresh: v.optional(v.boolean()),
  /** Key of the invitation used to join. */
  invitation: v.optional(v.string()),
  /** When linking instead of logging in: the account to link, and the session in which its owner requested it. */
  link: v.optional(v.object({ user_id: v.number(), session_id: v.number() })),
});
export type LoginIntent = v.InferOutput<typeof goalSchema>;

/** What a browser stores about a login while its user is at the provider. */
export const attemptSchema = v.object({
  goal: goalSchema,
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
});

/** Role and groups that a login grants. Those that are undefined stay unchanged. */
const grantedSchema = v.object({
  role: v.optional(v.picklist(givenRoles)),
  /** Ids of the groups, which are among those in the rules. */
  groups: v.optional(v.array(v.number())),
});
export type Granted = v.InferOutput<typeof grantedSchema>;

/** A user's identity as reported by a provider. */
const identitySchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  /** Verified addresses, the most relevant first. */
  emails: v.array(v.string()),
  /** An unverified address. */
  unverified: v.optional(v.string()),
  full_name: v.string(),
  granted: v.optional(grantedSchema),
  login: serviceLoginSchema,
});
export type Identity = v.InferOutput<typeof identitySchema>;

/** What a browser stores about a joining user until they have entered their name. */
export const joiningSchema = v.object({ identity: identitySchema, goal: goalSchema });

/** What a browser stores about a user identified by a provider until they have entered their two-factor code. */
export const waitingSchema = v.object({
  /** Proves the login at the provider. */
  login_ticket: v.string(),
  goal: goalSchema,
  login: serviceLoginSchema,
  /** The identity from the provider, if the account should be linked to it. */
  identity: v.optional(identitySchema),
});
export type PendingLogin = Readonly<v.InferOutput<typeof waitingSchema>>;

/**
 * Returns an identity without its ID token, to fit into a cookie with everything else. Without the token, the service
 * asks users whether to log out.
 */
export const withoutToken = ({ login: { id_token: _, ...login }, ...identity }: Identity): Identity => ({
  ...identity,
  login,
});

/** With TLS, the `__Host-` prefix prevents other hosts of the domain from setting a cookie of that name. */
const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-login" : "login");

type Cookie = readonly ["Set-Cookie", string];

/** Binds a login to the browser that started it. SameSite is Lax, because the provider redirects from another site. */
export const attemptCookie = (sealed: string, origin: string, age: number = STEP_SECONDS): Cookie => [
  "Set-Cookie",
  `${cookieName(origin)}=${sealed}; Path=/; Max-Age=${age}; SameSite=Lax; HttpOnly${origin.startsWith("https:") ? "; Secure" : ""}`,
];

export const endedAttempt = (origin: string): Cookie => attemptCookie("", origin, 0);

export const readAttempt = ({ headers }: Request, origin: string): string | undefined =>
  cookieOf(headers.get("cookie") ?? "", cookieName(origin));
