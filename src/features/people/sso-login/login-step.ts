import * as v from "valibot";
import { WithHeaders } from "../../../api/endpoint.ts";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { loginCookies } from "../../../html-pages/cookies.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { attemptCookie, endedAttempt, type PendingLogin, withoutToken } from "./attempt.ts";
import type { LoginResult } from "./finish-login.ts";
import { seal } from "./seal.ts";

const decodeHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, "hex"));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

interface MobileLogin {
  readonly key: string;
  readonly otp: string;
  readonly email: string;
  readonly user_id: number;
  readonly origin: string;
}

/** Returns the URL that leads back into a mobile app. Only the app has the pad that decrypts the key (logins.md 2). */
function mobileAddress({ key, otp, email, user_id, origin }: MobileLogin): string {
  const pad = decodeHex(otp);
  const padded = new TextEncoder().encode(key).map((byte, index) => byte ^ (pad[index] ?? 0));
  const fields = { otp_encrypted_api_key: hexOf(padded), email, user_id: String(user_id), realm: origin };
  return `zulip://login?${new URLSearchParams(fields)}`;
}

const IV_BYTES = 12;

/** Returns a token that users copy into the desktop app, encrypted with a key that only the app has (logins.md 3). */
async function desktopToken(token: string, otp: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await crypto.subtle.importKey("raw", decodeHex(otp), "AES-GCM", false, ["encrypt"]);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(token));
  return hexOf(iv) + hexOf(new Uint8Array(sealed));
}

/** Reply that specifies how a page continues after a step of a login. It has one of these fields. */
export const stepReply = {
  location: v.optional(v.string()),
  /** The token to copy into the desktop app. */
  desktop_token: v.optional(v.string()),
  /** The user who can join, and must enter their name first. */
  joining: v.optional(v.object({ email: v.string(), full_name: v.string() })),
  /** The ticket to send with the two-factor code, if one is required first. */
  login_ticket: v.optional(v.string()),
};

/** Delivers the secret of a completed login, or stores a pending login in the browser. Runs in the Worker. */
export async function showStep(
  step: { readonly arrival: LoginResult } | { readonly waiting: PendingLogin },
  provider: LoginProvider,
  request: RequestFacts,
) {
  if ("arrival" in step) return showArrival(step.arrival, request);
  const origin = request.origin;
  const { identity, login, ...rest } = step.waiting;
  const { id_token: _, ...kept } = login;
  const waiting = { ...rest, login: kept, identity: identity && withoutToken(identity) };
  const sealed = await seal(waiting, { purpose: "second factor", provider, origin });
  return new WithHeaders({ login_ticket: step.waiting.login_ticket }, [attemptCookie(sealed, origin)]);
}

async function showArrival({ goal, secret, email, user_id }: LoginResult, request: RequestFacts) {
  const origin = request.origin;
  const ended = endedAttempt(origin);
  const { mobile_flow_otp: mobile, desktop_flow_otp: desktop } = goal;
  if (mobile !== undefined) {
    return new WithHeaders({ location: mobileAddress({ key: secret, otp: mobile, email, user_id, origin }) }, [ended]);
  }
  if (desktop !== undefined) return new WithHeaders({ desktop_token: await desktopToken(secret, desktop) }, [ended]);
  return new WithHeaders({ location: goal.next }, [ended, ...loginCookies(secret, request)]);
}
