import type { Client } from "../../../client/client.ts";

/** A secret that nobody guesses, in letters and digits that every form takes. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sets the secret with which deliveries to a bot have to be signed; "" removes it. */
export const saveSecret = ({ api }: Pick<Client, "api">, bot: number, secret: string): Promise<unknown> =>
  api.patch(`/bots/${bot}/webhook`, { secret });
