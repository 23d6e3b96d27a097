import type { Client } from "../client/client.ts";
import { loadOutside } from "../loads.ts";
import type { ChannelId } from "../model/ids.ts";
import { attempt } from "./attempt.ts";

/** Asks what a link for people outside opens, and creates it. With a topic, the link can be limited to that. */
export const inviteOutside = (client: Client, channel: ChannelId, topic?: string): Promise<boolean> =>
  attempt(client, async () => (await loadOutside()).openInviteOutside(client, { channel, topic }));
