import type { ChannelPermissionName } from "../../../protocol/permission-settings.ts";
import { systemGroup } from "../people/group-members.ts";
import { hasPermission } from "../people/permissions.ts";
import type { Channel, State } from "../state.ts";
import { CHANNEL_KINDS, type ChannelKind, channelKind } from "./channel-kinds.ts";
import { canAdminister } from "./channel-permissions.ts";
import { canRead } from "./channel-rules.ts";

/** What a user needs to change certain channel permissions, in addition to administering the channel. */
const NEEDS: Readonly<Partial<Record<ChannelPermissionName, "content" | "deleting">>> = {
  can_add_subscribers_group: "content",
  can_subscribe_group: "content",
  can_delete_any_message_group: "deleting",
  can_delete_own_message_group: "deleting",
};

/** Why the user can't change a channel setting. */
export type ChannelLock = "administer" | "content" | "deleting" | "administrators" | "owners" | "topics" | "history";

/**
 * Returns why the user can't change a setting that every administrator of the channel can change. Undefined if they
 * can.
 */
export const channelLock = (state: State, channel: Channel): ChannelLock | undefined =>
  canAdminister(state, channel) ? undefined : "administer";

export function permissionLock(state: State, channel: Channel, name: ChannelPermissionName): ChannelLock | undefined {
  const lock = channelLock(state, channel);
  const needs = NEEDS[name];
  const isHidden = !channel.history_public_to_subscribers;
  if (name === "can_create_topic_group" && isHidden && !limitsTopics(state, channel)) return lock ?? "history";
  if (lock !== undefined || needs === undefined) return lock;
  if (!canRead(state, channel)) return "content";
  return needs === "deleting" && !hasPermission(state, "can_set_delete_message_policy_group") ? "deleting" : undefined;
}

/**
 * True if not everyone can start topics. The server refuses such a limit in channels that hide earlier messages from
 * new members, because it would reveal which topics exist.
 */
const limitsTopics = (state: State, { can_create_topic_group }: Channel): boolean =>
  can_create_topic_group !== systemGroup(state, "role:everyone")?.id;

export function topicsLock(state: State, channel: Channel): ChannelLock | undefined {
  return channelLock(state, channel) ?? (hasPermission(state, "can_set_topics_policy_group") ? undefined : "topics");
}

export function retentionLock(state: State, channel: Channel): ChannelLock | undefined {
  return channelLock(state, channel) ?? (state.is_owner ? undefined : "owners");
}

/** How changing a channel's kind affects people. */
type Consequence =
  | "webEnds"
  | "webReads"
  | "othersLose"
  | "othersRead"
  | "earlierHidden"
  | "earlierShown"
  | "guestsStay";

const isPrivate = (kind: ChannelKind): boolean => CHANNEL_KINDS[kind].fields.is_private;

export function consequencesOf(from: ChannelKind, to: ChannelKind): readonly Consequence[] {
  if (from === to) return [];
  const found: Consequence[] = [];
  if (from === "web-public") found.push("webEnds");
  if (to === "web-public") found.push("webReads");
  if (!isPrivate(from) && isPrivate(to)) found.push("othersLose");
  if (isPrivate(from) && !isPrivate(to) && to !== "web-public") found.push("othersRead");
  if (to === "private") found.push("earlierHidden");
  if (from === "private") found.push("earlierShown");
  if (isPrivate(from) && to === "public") found.push("guestsStay");
  return found;
}

/** Why a channel can't be changed to a kind. */
type Obstacle = "content" | "default" | "moderation" | "permission" | "topics" | "web";

export function obstacleTo(state: State, channel: Channel, kind: ChannelKind): Obstacle | undefined {
  if (channelKind(channel) === kind) return undefined;
  if (!canRead(state, channel)) return "content";
  if (kind === "web-public" && !(state.server_web_public_streams_enabled && state.realm_enable_spectator_access))
    return "web";
  const isOther = isPrivate(kind) !== channel.invite_only;
  const isAllowed = kind !== "web-public" && (state.is_admin || !isOther);
  if (!isAllowed && !hasPermission(state, CHANNEL_KINDS[kind].permission)) return "permission";
  if (isPrivate(kind) && isDefault(state, channel)) return "default";
  if (kind === "private" && limitsTopics(state, channel)) return "topics";
  if (!isPrivate(kind) && state.realm_moderation_request_channel_id === channel.stream_id) return "moderation";
  return undefined;
}

const isDefault = (state: State, { stream_id: id }: Channel): boolean =>
  state.realm_default_streams.includes(id) ||
  state.realm_default_stream_groups.some(({ streams }) => streams.includes(id));

const FOR_EVER = -1;

/** Compares retention periods in days; -1 means forever. */
export const isShorter = (days: number, than: number): boolean =>
  days !== FOR_EVER && (than === FOR_EVER || days < than);
