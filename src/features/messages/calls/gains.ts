import { toUserId } from "../../../protocol/ids.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { announceCalls, openCalls } from "./calls.ts";

/** Channel settings that can give people access to its messages when they change. */
const OPENING = new Set(["invite_only", "history_public_to_subscribers", "can_subscribe_group"]);

interface Payload {
  readonly stream_ids?: readonly number[];
  readonly user_ids?: readonly number[];
  readonly stream_id?: number;
  readonly property?: string;
}

/**
 * Emits open calls to users who gain access to them: as subscribers, through a group or role, or because a channel
 * opens.
 */
export function noteGains(realm: Realm, { kind, payload }: RealmEvent): void {
  if (kind.op === undefined || openCalls(realm).length === 0) return;
  const gained = gainedBy(`${kind.type}/${kind.op}`, payload as Payload);
  if (gained !== undefined) announceCalls(realm, gained);
}

/** Returns the channels and users that may gain access through an event, or undefined if it grants no access. */
function gainedBy(event: string, payload: Payload): Parameters<typeof announceCalls>[1] | undefined {
  const { stream_ids, user_ids = [], stream_id = 0, property = "" } = payload;
  const users = new Set(user_ids.map(toUserId));
  if (event === "subscription/peer_add") return { channels: new Set(stream_ids), users };
  // Role changes are also changes of a system group.
  if (event === "user_group/add_members") return { users };
  if (event === "user_group/add_subgroups") return {};
  if (event === "stream/update" && OPENING.has(property)) return { channels: new Set([stream_id]) };
  return undefined;
}
