import { badRequest } from "../../../protocol/errors.ts";

/** In which form an outgoing webhook tells what it heard: our own, or that of Slack. */
const INTERFACES: readonly number[] = [1, 2];

export function checkInterface(value: number): void {
  if (!INTERFACES.includes(value)) throw badRequest("Invalid interface type");
}

export function checkPayloadUrl(text: string): void {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) throw badRequest("payload_url is not a URL");
}
