import { type Signing, signedHeaders } from "../model/integrations/integration.ts";
import { Unreachable } from "../wire/api.ts";

export interface DeliverySample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends a sample to a webhook URL as its service would: without cookies, so that the key in the URL must suffice.
 * Resolves to the server's error if it rejects the sample.
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
