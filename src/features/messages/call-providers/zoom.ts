import * as v from "valibot";
import type { Zoom } from "../../../config/zoom.ts";
import type { Log } from "../../../logging/log.ts";
import { boundedBody, readText } from "../../../outbound-http/bounded-body.ts";
import { Deadline } from "../../../outbound-http/deadline.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { machineClock } from "../../../util/clock.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
/** Tokens are valid for an hour, and renewed a few minutes earlier. */
const TOKEN_MS = milliseconds(55 * MINUTE_MS);

const failed = () => badRequest("Failed to create Zoom call");
const invalidCredentials = () => badRequest("Invalid Zoom credentials");
const unknownUser = () => new ApiError({ code: "UNKNOWN_ZOOM_USER", msg: "Unknown Zoom user email" });

/** Zoom's error codes for an unknown user and for an invalid token. */
const NO_SUCH_USER = 1001;
const INVALID_TOKEN = 124;

interface Token {
  readonly value: string;
  readonly until: Milliseconds;
}

/** Tokens of Zoom accounts, cached while this Worker is in memory. */
const tokens = new Map<string, Token>();

/** `email` is the owner's Zoom email. If `video`, cameras are on when people join. */
interface Call {
  readonly email: string;
  readonly video: boolean;
}

/** Creates a Zoom meeting on a user's behalf, with server-to-server OAuth. Returns the join URL. */
export async function createZoomMeeting(zoom: Zoom, call: Call, log: Log): Promise<string> {
  const first = await meeting(zoom, call, await tokenFor(zoom, log), log);
  if (first !== INVALID_TOKEN) return first;
  // The account's owner revoked the token, or another Worker requested a new one.
  tokens.delete(tokenKey(zoom));
  const second = await meeting(zoom, call, await tokenFor(zoom, log), log);
  if (second === INVALID_TOKEN) throw invalidCredentials();
  return second;
}

const meetingSchema = v.object({ join_url: v.pipe(v.string(), v.startsWith("https://")) });
const refusalSchema = v.object({ code: v.number() });

async function meeting(
  { apiUrl }: Zoom,
  { email, video }: Call,
  token: string,
  log: Log,
): Promise<string | typeof INVALID_TOKEN> {
  const settings = { host_video: video, participant_video: video };
  const answer = await postToZoom(`${apiUrl}/v2/users/${encodeURIComponent(email)}/meetings`, log, {
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    // With a password in the URL, no one has to wait to be let in.
    body: JSON.stringify({ default_password: true, settings }),
  });
  const made = v.safeParse(meetingSchema, answer.body);
  if (answer.isOk && made.success) return made.output.join_url;
  const refusal = v.safeParse(refusalSchema, answer.body);
  const code = refusal.success ? refusal.output.code : undefined;
  if (code === NO_SUCH_USER) throw unknownUser();
  if (code === INVALID_TOKEN) return INVALID_TOKEN;
  log.warn("call_service_refused", { service: "zoom", status: answer.status, code });
  throw failed();
}

const tokenSchema = v.object({ access_token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(10_000)) });

async function tokenFor(zoom: Zoom, log: Log): Promise<string> {
  const known = tokens.get(tokenKey(zoom));
  if (known !== undefined && known.until > machineClock.milliseconds()) return known.value;
  const answer = await postToZoom(`${zoom.oauthUrl}/oauth/token`, log, {
    headers: {
      Authorization: `Basic ${Buffer.from(`${zoom.clientId}:${zoom.clientSecret}`).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ grant_type: "account_credentials", account_id: zoom.accountId }).toString(),
  });
  const given = v.safeParse(tokenSchema, answer.body);
  if (!answer.isOk || !given.success) {
    log.warn("call_service_refused", { service: "zoom", status: answer.status });
    throw invalidCredentials();
  }
  const value = given.output.access_token;
  tokens.set(tokenKey(zoom), { value, until: after(machineClock.milliseconds(), TOKEN_MS) });
  return value;
}

const tokenKey = ({ oauthUrl, accountId, clientId }: Zoom): string => [oauthUrl, accountId, clientId].join(" ");

const json = v.pipe(v.string(), v.parseJson());

/** Posts to Zoom. Returns the parsed response if it is JSON. */
async function postToZoom(
  url: string,
  log: Log,
  request: { readonly headers: Record<string, string>; readonly body: string },
): Promise<{ readonly isOk: boolean; readonly status: number; readonly body: unknown }> {
  const deadline = new Deadline(TIMEOUT_MS);
  try {
    const init = { ...request, method: "POST", redirect: "manual", signal: deadline.signal } as const;
    const { ok, status, body } = await fetch(url, init);
    const text = await readText(boundedBody(body, { mostBytes: MAX_BYTES }, deadline));
    const read = v.safeParse(json, text);
    return { isOk: ok, status, body: read.success ? read.output : undefined };
  } catch (error) {
    log.trouble("call_service_unreachable", error, { service: "zoom" });
    throw failed();
  } finally {
    deadline.clear();
  }
}
