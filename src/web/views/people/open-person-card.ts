import type { Client } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import type { Anchor } from "../../parts/anchor.ts";

/** Shows who somebody is, beside their name or face. The card is loaded when one is asked for. */
export const openPersonCard = async (client: Client, user: UserId, anchor: Anchor): Promise<void> =>
  (await import("./person-card.tsx")).showPersonCard(client, user, anchor);

/** The same of a group. */
export const openGroupCard = async (client: Client, group: number, anchor: Anchor): Promise<void> =>
  (await import("./group-card.tsx")).showGroupCard(client, group, anchor);
