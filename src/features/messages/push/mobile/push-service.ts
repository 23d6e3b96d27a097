import type { Env } from "../../../../config/env.ts";

const REQUEST_TIMEOUT_MS = 10_000;

/** The time limit of one request to the push service, or of several that are sent at once. */
export const requestTimeout = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

/** The push service's answer: it has accepted the request or refused it for good; other failures may pass. */
export type ServiceAnswer =
  | { readonly kind: "done"; readonly reply: unknown }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "failed"; readonly status: number }
  | { readonly kind: "unreachable" };

/** The URL of the push service, and the server's key there. */
export interface Service {
  readonly url: string | null;
  readonly key: string | undefined;
}

export const serviceOf = (url: string | null, { PUSH_SERVICE_KEY }: Env): Service => ({ url, key: PUSH_SERVICE_KEY });

/** A request to the push service: it takes registrations as forms, and pushes as JSON. */
type ServiceRequest = { readonly path: string } & (
  | { readonly form: Readonly<Record<string, string | number | null>> }
  | { readonly json: object }
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
    response = await fetch(`${url.replace(/\/+$/, "")}/api/v1/remotes/push/${request.path}`, {
      method: "POST",
      headers: {
        ...("json" in request && { "content-type": "application/json" }),
        ...(key && { authorization: `Basic ${btoa(key)}` }),
      },
      body: "json" in request ? JSON.stringify(request.json) : formOf(request.form),
      signal,
    });
  } catch {
    return { kind: "unreachable" };
  }
  const reply: unknown = await response.json().catch(() => null);
  if (response.ok) return { kind: "done", reply };
  if (response.status >= 500 || response.status === 429) return { kind: "failed", status: response.status };
  return { kind: "refused", code: textIn(reply, "code")?.slice(0, 100) ?? "BAD_REQUEST" };
}

function formOf(fields: Readonly<Record<string, string | number | null>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, String(value));
  return form;
}

function textIn(reply: unknown, name: string): string | undefined {
  const value = valueIn(reply, name);
  return typeof value === "string" ? value : undefined;
}

/** A field of the push service's reply; undefined where the reply is no object. */
export const valueIn = (reply: unknown, name: string): unknown =>
  typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>)[name] : undefined;
