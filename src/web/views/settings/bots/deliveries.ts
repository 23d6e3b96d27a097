import type { Client } from "../../../client/client.ts";

/** What was delivered to a bot, and what became of it. */
export interface Delivery {
  readonly id: number;
  readonly integration: string;
  /** Seconds since 1970. */
  readonly received_at: number;
  readonly outcome: string;
  readonly event: string | null;
  /** Why it was refused, or what its owner was told. */
  readonly problem: string | null;
  readonly message_ids: readonly number[];
  /** How long the payload was, which is kept of the newest ones alone. */
  readonly size: number;
  readonly has_payload: boolean;
}

/** The last deliveries to a bot, newest first. */
export const deliveriesOf = async ({ api }: Pick<Client, "api">, bot: number): Promise<readonly Delivery[]> =>
  (await api.get<{ deliveries: Delivery[] }>(`/bots/${bot}/deliveries`)).deliveries;

/** What was delivered; null where it is not kept any more. */
export const payloadOf = async ({ api }: Pick<Client, "api">, bot: number, delivery: number): Promise<string | null> =>
  (await api.get<{ payload: string | null }>(`/bots/${bot}/deliveries/${delivery}`)).payload;

/** JSON in lines; anything else as it is. */
export function inLines(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
