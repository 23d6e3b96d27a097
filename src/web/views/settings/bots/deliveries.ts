import type { Client } from "../../../client/client.ts";
import { hexOf } from "../../../model/hex.ts";

/** A delivery to a bot, and its outcome. */
export interface Delivery {
  readonly id: number;
  readonly integration: string;
  /** Seconds since 1970. */
  readonly received_at: number;
  readonly outcome: string;
  readonly event: string | null;
  /** The reason why it was refused, or the problem that the owner of the bot was told of. */
  readonly problem: string | null;
  readonly message_ids: readonly number[];
  /** The length of the payload. Payloads are stored for the newest deliveries alone. */
  readonly size: number;
  readonly has_payload: boolean;
}

/** The last deliveries to a bot, newest first. */
export const deliveriesOf = async ({ api }: Pick<Client, "api">, bot: number): Promise<readonly Delivery[]> =>
  (await api.get<{ deliveries: Delivery[] }>(`/bots/${bot}/deliveries`)).deliveries;

/** The payload of a delivery; null where it is no longer stored. */
export const payloadOf = async ({ api }: Pick<Client, "api">, bot: number, delivery: number): Promise<string | null> =>
  (await api.get<{ payload: string | null }>(`/bots/${bot}/deliveries/${delivery}`)).payload;

/** The payload with each value of its JSON in a line; a payload that is not JSON is unchanged. */
export function inLines(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** A random secret of letters and digits, which every form accepts. */
export function newSecret(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(24)));
}

/** Sets the secret that deliveries to a bot have to be signed with; "" removes it. */
export const saveSecret = ({ api }: Pick<Client, "api">, bot: number, secret: string): Promise<unknown> =>
  api.patch(`/bots/${bot}/webhook`, { secret });
