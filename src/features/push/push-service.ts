import type { Env } from "../../env.ts";

const PATIENCE_MS = 10_000;

/** What the push service says: done, or not and why, or nothing that can be used, which may pass. */
export type ServiceAnswer =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "failed" }
  | { readonly kind: "unreachable" };

/** Asks the push service, which alone may speak to Apple's and Google's. */
export async function askService(
  service: string | null,
  { PUSH_SERVICE_KEY }: Env,
  path: string,
  body: object,
): Promise<ServiceAnswer> {
  if (service === null) return { kind: "unreachable" };
  let response: Response;
  try {
    response = await fetch(`${service.replace(/\/+$/, "")}/api/v1/remotes/push/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(PUSH_SERVICE_KEY && { authorization: `Basic ${btoa(PUSH_SERVICE_KEY)}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    return { kind: "unreachable" };
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return { kind: "done" };
  if (response.status >= 500 || response.status === 429) return { kind: "failed" };
  return { kind: "refused", code: codeIn(answer) };
}

function codeIn(answer: unknown): string {
  const code = typeof answer === "object" && answer !== null && "code" in answer ? answer.code : undefined;
  return typeof code === "string" ? code.slice(0, 100) : "BAD_REQUEST";
}
