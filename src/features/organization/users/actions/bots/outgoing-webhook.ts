import { badRequest } from "../../../../../protocol/errors.ts";
import { isWebAddress } from "../../../../../protocol/web-address.ts";

/** In which form an outgoing webhook tells what it heard: our own, or that of Slack. */
const INTERFACES: readonly number[] = [1, 2];

export function checkInterface(value: number): void {
  if (!INTERFACES.includes(value)) throw badRequest("Invalid interface type");
}

export function checkPayloadUrl(text: string): void {
  if (!isWebAddress(text)) throw badRequest("payload_url is not a URL");
}
