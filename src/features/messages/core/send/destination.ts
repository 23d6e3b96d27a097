import type { UserId } from "../../../../protocol/ids.ts";
import type { Channel } from "../../../channels/channels/channels.ts";

/** A topic of a channel, or the members of a direct message conversation, including the sender. */
export type Destination =
  | { readonly kind: "channel"; readonly channel: Channel; readonly topic: string }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };
