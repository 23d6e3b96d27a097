import { createHmac } from "node:crypto";
import type { Seconds } from "../../../util/time.ts";

/**
 * The headers by which a service knows a delivery that is repeated, and that it comes from this server: those of Standard
 * Webhooks (https://www.standardwebhooks.com). The secret's bytes are the characters of the bot's token.
 */
export function signatureHeaders(of: {
  readonly id: string;
  readonly at: Seconds;
  readonly body: string;
  readonly secret: string;
}): Record<string, string> {
  const signature = createHmac("sha256", of.secret).update(`${of.id}.${of.at}.${of.body}`).digest("base64");
  return { "webhook-id": of.id, "webhook-timestamp": String(of.at), "webhook-signature": `v1,${signature}` };
}
