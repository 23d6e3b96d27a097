import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";

/** Channel settings whose changes can give people access to the channel's messages. */
const OPENING = new Set(["invite_only", "history_public_to_subscribers", "can_subscribe_group"]);

interface Payload {
  readonly stream_ids?: readonly number[];
  readonly user_ids?: readonly number[];
  readonly stream_id?: number;
  readonly property?: string;
}

/** Which users may have gained access to which channels. Undefined means all. */
export interface GainedAccess {
  readonly channels?: ReadonlySet<number>;
  readonly users?: ReadonlySet<UserId>;
}

/**
 * Returns who may gain access through an event: as subscribers, through a group or role, or because a channel opens.
 * Returns undefined if it grants no access.
 */
export function gainedBy({ kind, payload }: RealmEvent): GainedAccess | undefined {
  const { stream_ids, user_ids = [], stream_id = 0, property = "" } = payload as Payload;
  const users = new Set(user_ids.map(toUserId));
  const event = `${kind.type}/${kind.op ?? ""}`;
  if (event === "subscription/peer_add") return { channels: new Set(stream_ids), users };
  // Includes role changes, because they also change a system group.
  if (event === "user_group/add_members") return { users };
  if (event === "user_group/add_subgroups") return {};
  if (event === "stream/update" && OPENING.has(property)) return { channels: new Set([stream_id]) };
  return undefined;
}
