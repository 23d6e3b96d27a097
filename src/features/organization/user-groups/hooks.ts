import type { ChannelId, GroupId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** Users who are about to join or leave groups. */
export interface MembershipChange {
  readonly users: Iterable<UserId>;
  /** The group that the users join or leave, directly or through a subgroup. Null if their role changes instead. */
  readonly group: GroupId | null;
}

/** Runs before users join or leave groups. The function a handler returns runs afterwards, within the same change. */
export const beforeMembershipChangeHook = hook<[change: MembershipChange], () => void>("before membership change");

/** A use of a group that prevents deactivating it, as reported in the error (users-groups-org.md 3, rule 6). */
export type GroupUse =
  | { readonly type: "subgroup"; readonly supergroup_ids: readonly GroupId[] }
  | { readonly type: "channel"; readonly channel_id: ChannelId; readonly settings: readonly string[] }
  | { readonly type: "user_group"; readonly group_id: GroupId; readonly settings: readonly string[] }
  | { readonly type: "realm"; readonly settings: readonly string[] };

/** Whether a group is managed by a directory, so that users can't change its name or members. */
export const groupManagedHook = hook<[group: GroupId], boolean>("group managed");

/** Returns other features' uses of a group. It can't be deactivated while there are any. */
export const groupUsesHook = hook<[group: GroupId], readonly GroupUse[]>("group uses");
