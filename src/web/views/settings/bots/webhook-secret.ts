import type { Client } from "../../../client/client.ts";

/** A random secret of letters and digits, which every form accepts. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sets the secret that deliveries to a bot have to be signed with; "" removes it. */
export const saveSecret = ({ api }: Pick<Client, "api">, bot: number, secret: string): Promise<unknown> =>
  api.patch(`/bots/${bot}/webhook`, { secret });
