import { type Signing, signedHeaders } from "../model/integrations/integration.ts";
import { Unreachable } from "../wire/api.ts";

/** The headers and the body that a service would send. */
export interface DeliverySample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Delivers a sample to a webhook's address as its service would: without cookies, so that the key in the address has to do.
 * Returns the server's refusal, if it refuses.
 */
export async function deliverSample(
  url: string,
  { headers, body }: DeliverySample,
  signing?: Signing,
): Promise<string | undefined> {
  const signed = signing === undefined ? {} : await signedHeaders(signing, body, Math.floor(Date.now() / 1000));
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, ...signed },
    body,
    credentials: "omit",
  }).catch((cause: unknown) => {
    throw new Unreachable("no answer", { cause });
  });
  if (response.ok) return undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  const told = typeof answer === "object" && answer !== null ? Object.entries(answer) : [];
  const said = told.find(([name]) => name === "msg" || name === "error")?.[1];
  return typeof said === "string" ? said : String(response.status);
}
