import type { UserId } from "../../../../protocol/ids.ts";
import type { Channel } from "../../../channels/channels/public.ts";

/**
 * Where a message is sent: to a topic of a channel, or to the members of a direct message conversation, including the
 * sender.
 */
export type Destination =
  | { readonly kind: "channel"; readonly channel: Channel; readonly topic: string }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };
