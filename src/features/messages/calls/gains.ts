import { toUserId } from "../../../protocol/ids.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { announceCalls, openCalls } from "./calls.ts";

/** The settings of a channel by which people come to read what is there. */
const OPENING = new Set(["invite_only", "history_public_to_subscribers", "can_subscribe_group"]);

/** Fields of those events that are looked at. */
interface Payload {
  readonly stream_ids?: readonly number[];
  readonly user_ids?: readonly number[];
  readonly stream_id?: number;
  readonly property?: string;
}

/** Tells of open calls those who come to read them by what happens: as subscribers, by a group, by a role, or as a channel opens. */
export function noteGains(realm: Realm, { kind, payload }: RealmEvent): void {
  if (kind.op === undefined || openCalls(realm).length === 0) return;
  const gained = gainedBy(`${kind.type}/${kind.op}`, payload as Payload);
  if (gained !== undefined) announceCalls(realm, gained);
}

/** The channels and the people of whom an event may make readers; undefined where it makes none. */
function gainedBy(event: string, payload: Payload): Parameters<typeof announceCalls>[1] | undefined {
  const { stream_ids, user_ids = [], stream_id = 0, property = "" } = payload;
  const users = new Set(user_ids.map(toUserId));
  if (event === "subscription/peer_add") return { channels: new Set(stream_ids), users };
  // A role is one of the groups, too.
  if (event === "user_group/add_members") return { users };
  if (event === "user_group/add_subgroups") return {};
  if (event === "stream/update" && OPENING.has(property)) return { channels: new Set([stream_id]) };
  return undefined;
}
