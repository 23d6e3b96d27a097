import * as v from "valibot";
import type { Env } from "../../../../config/env.ts";
import { versionFields } from "../../../../protocol/version.ts";
import { foreignJson } from "../../../../util/foreign-json.ts";
import { readAtMost } from "../../../../util/join-bytes.ts";
import { type PushStatus, pushStatusSchema } from "../../../organization/organization-settings/push-status.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 1_000_000;
/** User agent. Its prefix tells the push service that this server supports its protocol. */
const USER_AGENT = `ZulipServer/${versionFields().zulip_version}`;

/** Time limit of one request to the push service, or of several sent at once. */
export const requestTimeout = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

/** The push service's answer: accepted, rejected permanently, or a failure that may be temporary. */
export type ServiceAnswer =
  | { readonly kind: "done"; readonly reply: unknown }
  | { readonly kind: "refused"; readonly code: string; readonly msg?: string }
  | { readonly kind: "failed"; readonly status: number }
  | { readonly kind: "unreachable" };

export interface Service {
  readonly url: string | null;
  readonly key: string | undefined;
}

export const serviceOf = (url: string | null, { PUSH_SERVICE_KEY }: Env): Service => ({ url, key: PUSH_SERVICE_KEY });

/** Returns this server's id at its push service (the first half of its key), or null if it has none. */
export const serverIdIn = ({ PUSH_SERVICE_KEY }: Env): string | null => PUSH_SERVICE_KEY?.split(":")[0] ?? null;

/** A request to the service, by its path after `/remotes/`. Registrations are sent as forms, pushes as JSON. */
type ServiceRequest = { readonly path: `push/${string}` | `server/${string}` } & (
  | { readonly form: Readonly<Record<string, string | number | null>> }
  | { readonly json: object }
  | { readonly method: "GET" }
);

/** Sends a request to the push service, which forwards pushes to APNs and FCM. */
export async function askService(
  { url, key }: Service,
  request: ServiceRequest,
  signal = requestTimeout(),
): Promise<ServiceAnswer> {
  if (url === null) return { kind: "unreachable" };
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, "")}/api/v1/remotes/${request.path}`, {
      method: "method" in request ? request.method : "POST",
      // A redirect would send the server's key and the pushes to another address.
      redirect: "manual",
      headers: {
        "user-agent": USER_AGENT,
        ...("json" in request && { "content-type": "application/json" }),
        ...(key && { authorization: `Basic ${btoa(key)}` }),
      },
      ...("json" in request && { body: JSON.stringify(request.json) }),
      ...("form" in request && { body: formOf(request.form) }),
      signal,
    });
  } catch {
    return { kind: "unreachable" };
  }
  const { status } = response;
  const reply = await readReply(response).catch(() => null);
  // Other successful responses aren't from the service. A proxy in between may have returned its own page.
  if (status === 200 && typeof reply === "object" && reply !== null) return { kind: "done", reply };
  if (status < 400 || status >= 500 || status === 429) return { kind: "failed", status };
  const code = textIn(reply, "code")?.slice(0, 100) ?? "BAD_REQUEST";
  return { kind: "refused", code, msg: textIn(reply, "msg")?.slice(0, 500) ?? code };
}

async function readReply({ body }: Response): Promise<unknown> {
  const bytes = await readAtMost(body ?? [], MAX_REPLY_BYTES);
  return bytes === undefined ? null : foreignJson(new TextDecoder().decode(bytes));
}

function formOf(fields: Readonly<Record<string, string | number | null>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, String(value));
  return form;
}

/** Error code for an organization that hasn't been reported to the service. */
export const UNKNOWN_ORGANIZATION = "MISSING_REMOTE_REALM";
/** Codes that reject everything an organization sends, until its operator or the service changes something. */
const NOT_ALLOWED: ReadonlySet<string> = new Set([UNKNOWN_ORGANIZATION, "PUSH_NOTIFICATIONS_DISALLOWED"]);

/** Returns the organization's status according to an answer, or undefined if the answer doesn't include it. */
export function pushStatusIn(answer: ServiceAnswer): PushStatus | undefined {
  if (answer.kind === "refused" && NOT_ALLOWED.has(answer.code))
    return { can_push: false, expected_end_timestamp: null };
  if (answer.kind !== "done") return undefined;
  const told = valueIn(answer.reply, "realm_push_status") ?? valueIn(answer.reply, "realm");
  const status = v.safeParse(pushStatusSchema, told);
  return status.success ? status.output : undefined;
}

function textIn(reply: unknown, name: string): string | undefined {
  const value = valueIn(reply, name);
  return typeof value === "string" ? value : undefined;
}

export const valueIn = (reply: unknown, name: string): unknown =>
  typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>)[name] : undefined;
