import type { Client } from "../client/client.ts";
import { loadOutside } from "../loads.ts";
import type { ChannelId } from "../model/ids.ts";
import { attempt } from "./attempt.ts";

/**
 * Opens a dialog that creates a link for people outside the organization. With a topic, the link can be limited to it.
 */
export const inviteOutside = (client: Client, channel: ChannelId, topic?: string): Promise<boolean> =>
  attempt(client, async () => (await loadOutside()).openInviteOutside(client, { channel, topic }));
