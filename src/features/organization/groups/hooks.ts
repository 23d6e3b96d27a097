import type { ChannelId, GroupId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** Users who are about to join or leave groups. */
export interface MembershipChange {
  readonly users: Iterable<UserId>;
  /** The group that they join or leave, by themselves or within a subgroup; null where their role changes instead. */
  readonly group: GroupId | null;
}

/** Runs before users join or leave groups; what a handler returns runs after that, within the same change. */
export const beforeMembershipChangeHook = hook<[change: MembershipChange], () => void>("before membership change");

/** A use of a group, as the error on deactivating it names it (users-groups-org.md 3, rule 6). */
export type GroupUse =
  | { readonly type: "subgroup"; readonly supergroup_ids: readonly GroupId[] }
  | { readonly type: "channel"; readonly channel_id: ChannelId; readonly settings: readonly string[] }
  | { readonly type: "user_group"; readonly group_id: GroupId; readonly settings: readonly string[] }
  | { readonly type: "realm"; readonly settings: readonly string[] };

/** Whether something else than people manages a group, so that no endpoint changes its name or its members. */
export const groupManagedHook = hook<[group: GroupId], boolean>("group managed");

/** The uses of a group by features above, each of which keeps it from being deactivated. */
export const groupUsesHook = hook<[group: GroupId], readonly GroupUse[]>("group uses");
