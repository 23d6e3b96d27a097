import type { Env } from "../../../config/env.ts";

const PATIENCE_MS = 10_000;

/** How long one request is waited for, or several at once. */
export const patience = () => AbortSignal.timeout(PATIENCE_MS);

/** What the push service says: done, or not and why, or nothing that can be used, which may pass. */
export type ServiceAnswer =
  | { readonly kind: "done"; readonly reply: unknown }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "failed" }
  | { readonly kind: "unreachable" };

/** Where the push service is, and who asks it. */
export interface Service {
  readonly url: string | null;
  readonly key: string | undefined;
}

export const serviceOf = (url: string | null, { PUSH_SERVICE_KEY }: Env): Service => ({ url, key: PUSH_SERVICE_KEY });

/** A question: devices are registered with forms, and told things in JSON, as the service wants it. */
type Question = { readonly path: string } & (
  | { readonly form: Readonly<Record<string, string | number | null>> }
  | { readonly json: object }
);

/** Asks the push service, which alone may speak to Apple's and Google's. */
export async function askService(
  { url, key }: Service,
  question: Question,
  signal = patience(),
): Promise<ServiceAnswer> {
  if (url === null) return { kind: "unreachable" };
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, "")}/api/v1/remotes/push/${question.path}`, {
      method: "POST",
      headers: {
        ...("json" in question && { "content-type": "application/json" }),
        ...(key && { authorization: `Basic ${btoa(key)}` }),
      },
      body: "json" in question ? JSON.stringify(question.json) : formOf(question.form),
      signal,
    });
  } catch {
    return { kind: "unreachable" };
  }
  const reply: unknown = await response.json().catch(() => null);
  if (response.ok) return { kind: "done", reply };
  if (response.status >= 500 || response.status === 429) return { kind: "failed" };
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

/** A field of what the service has answered, whatever that is. */
export const valueIn = (reply: unknown, name: string): unknown =>
  typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>)[name] : undefined;
