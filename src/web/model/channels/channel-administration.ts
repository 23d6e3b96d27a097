import type { ChannelPermissionName } from "../../../protocol/permission-settings.ts";
import { may } from "../organization/permissions.ts";
import type { Channel, State } from "../state.ts";
import { canAdminister, canRead } from "./channel-permissions.ts";

/** The rights that changing some permissions of a channel takes, besides administering the channel. */
const NEEDS: Readonly<Partial<Record<ChannelPermissionName, "content" | "deleting">>> = {
  can_add_subscribers_group: "content",
  can_subscribe_group: "content",
  can_delete_any_message_group: "deleting",
  can_delete_own_message_group: "deleting",
};

/** The reason why the user cannot change a setting of a channel. */
export type ChannelLock = "administer" | "content" | "deleting" | "administrators" | "owners" | "topics";

/** The lock of settings that every administrator of the channel can change. */
export const channelLock = (state: State, channel: Channel): ChannelLock | undefined =>
  canAdminister(state, channel) ? undefined : "administer";

export function permissionLock(state: State, channel: Channel, name: ChannelPermissionName): ChannelLock | undefined {
  const lock = channelLock(state, channel);
  const needs = NEEDS[name];
  if (lock !== undefined || needs === undefined) return lock;
  if (!canRead(state, channel)) return "content";
  return needs === "deleting" && !may(state, "can_set_delete_message_policy_group") ? "deleting" : undefined;
}

export function topicsLock(state: State, channel: Channel): ChannelLock | undefined {
  return channelLock(state, channel) ?? (may(state, "can_set_topics_policy_group") ? undefined : "topics");
}

export function retentionLock(state: State, channel: Channel): ChannelLock | undefined {
  return channelLock(state, channel) ?? (state.is_owner ? undefined : "owners");
}
