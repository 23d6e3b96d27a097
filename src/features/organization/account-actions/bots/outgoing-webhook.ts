import { badRequest } from "../../../../protocol/errors.ts";
import { isWebAddress } from "../../../../protocol/web-address.ts";

/** Message formats of outgoing webhooks: Zulip's or Slack's. */
const INTERFACES: readonly number[] = [1, 2];

export function checkInterface(value: number): void {
  if (!INTERFACES.includes(value)) throw badRequest("Invalid interface type");
}

export function checkPayloadUrl(text: string): void {
  if (!isWebAddress(text)) throw badRequest("payload_url is not a URL");
}
