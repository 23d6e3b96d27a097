import type { UserId } from "../../../../protocol/ids.ts";
import type { Channel } from "../../../channels/channels/channels.ts";

/** Where a new message goes: a topic of a channel, or all who take part in direct messages, the sender among them. */
export type Destination =
  | { readonly kind: "channel"; readonly channel: Channel; readonly topic: string }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };
