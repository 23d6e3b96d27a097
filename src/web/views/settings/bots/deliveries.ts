import type { WireDelivery } from "../../../../wire-types.ts";
import type { Client } from "../../../client/client.ts";
import { hexOf } from "../../../model/hex.ts";

export type Delivery = WireDelivery;

/** Returns the latest deliveries to a bot, newest first. */
export const deliveriesOf = async ({ api }: Pick<Client, "api">, bot: number): Promise<readonly Delivery[]> =>
  (await api.get<{ deliveries: Delivery[] }>(`/bots/${bot}/deliveries`)).deliveries;

/** Returns a delivery's payload, or null if it is no longer stored. */
export const payloadOf = async ({ api }: Pick<Client, "api">, bot: number, delivery: number): Promise<string | null> =>
  (await api.get<{ payload: string | null }>(`/bots/${bot}/deliveries/${delivery}`)).payload;

/** Formats a JSON payload with one value per line. Other payloads are unchanged. */
export function inLines(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** Generates a random secret in hex, which any service's settings form accepts. */
export function newSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(24)));
}

/** Sets the secret for signing deliveries to a bot; "" removes it. */
export const saveSecret = ({ api }: Pick<Client, "api">, bot: number, secret: string): Promise<unknown> =>
  api.patch(`/bots/${bot}/webhook`, { secret });
