import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { groupMarkdown, userMarkdown } from "../../../markup/index.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import {
  type GroupSettingUpdate,
  type GroupSettingValue,
  groupSettingUpdateSchema,
} from "../../../protocol/group-setting-value.ts";
import {
  type ChannelPermissionName,
  channelPermissionNames,
  channelPermissions,
} from "../../../protocol/permission-settings.ts";
import { isSystemGroupName, systemGroups } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordOf } from "../../../util/records.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { accessGroup, updatedPermission, visibleValue } from "../../organization/user-groups/access.ts";
import { emitChannelUpdated } from "../channels/channel-events.ts";
import { TOPICS_POLICIES } from "../channels/channel-fields.ts";
import { legacyPostPolicy } from "../channels/channel-object.ts";
import { type Channel, writeChannel } from "../channels/channels.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { changeVisibility } from "../channels/visibility-events.ts";
import {
  checkOwner,
  hiddenTopicsTold,
  retentionDays,
  retentionParam,
  tellsHiddenTopics,
} from "../subscriptions/new-channel.ts";
import { archive, unarchive } from "./archive.ts";
import { accessChannelToAdminister, changePrivacy, checkContentAccess } from "./change-privacy.ts";
import {
  changeClosedToAssistants,
  changeDefault,
  changeDefaultPush,
  changeDescription,
  changeFolder,
  changeRetention,
  changeTopicsPolicy,
  rename,
} from "./change-properties.ts";
import { auditChange, type ChannelChange, currentChannel, postChange } from "./channel-change.ts";

type Updates = Readonly<Record<ChannelPermissionName, GroupSettingUpdate | undefined>>;

/** Changes the permissions of a channel (channels-topics.md 3). */
function changePermissions(change: ChannelChange, updates: Updates): void {
  for (const name of channelPermissionNames) {
    const update = updates[name];
    if (update !== undefined) changePermission(change, name, update);
  }
}

function changePermission(change: ChannelChange, name: ChannelPermissionName, update: GroupSettingUpdate): void {
  const { realm } = change;
  const channel = currentChannel(change);
  const { rule } = channelPermissions[name];
  const value = updatedPermission(realm, channel.permissions[name], update, { name, rule });
  if (value === undefined) return;
  checkMayChange(change, name, channel);
  auditChange(change, "channel.permission_changed", { name, before: channel.permissions[name], after: value });
  const permissions = { ...channel.permissions, [name]: value };
  changeVisibility(realm, [channel], () => void writeChannel(realm, channel, { permissions }));
  const changed = currentChannel(change);
  emitChannelUpdated(realm, changed, { property: name, value: visibleValue(realm, value) });
  if (name === "can_send_message_group") emitPostPolicy(change, channel, changed);
}

function checkMayChange({ realm, actor }: ChannelChange, name: ChannelPermissionName, channel: Channel): void {
  const { mayChange } = channelPermissions[name];
  switch (mayChange) {
    case "channel administrator":
      return;
    case "channel administrator with content":
      checkContentAccess(realm, actor, channel);
      return;
    case "delete policy setter":
      checkContentAccess(realm, actor, channel);
      if (!permits(realm, actor, "can_set_delete_message_policy_group")) throw insufficientPermission();
      return;
    default:
      mayChange satisfies never;
  }
}

/**
 * Emits the legacy properties for who can post (register-and-events.md 5.3), and announces the change in the channel.
 */
function emitPostPolicy(change: ChannelChange, before: Channel, after: Channel): void {
  const { realm } = change;
  const { stream_post_policy, is_announcement_only } = legacyPostPolicy(realm, after.permissions);
  emitChannelUpdated(realm, after, { property: "stream_post_policy", value: stream_post_policy });
  emitChannelUpdated(realm, after, { property: "is_announcement_only", value: is_announcement_only });
  const [old, now] = [before, after].map(({ permissions }) =>
    settingValueText(realm, permissions.can_send_message_group),
  );
  postChange(change, `changed who can post in this channel.\n\n* **Before**: ${old}\n* **Now**: ${now}`);
}

function settingValueText(realm: Realm, value: GroupSettingValue): string {
  if (typeof value === "number") return groupText(realm, value);
  const people = visibleMembers(realm, value);
  return [...value.direct_subgroups.map((id) => groupText(realm, id)), ...people].join(", ") || "nobody";
}

function groupText(realm: Realm, id: number): string {
  const { name } = accessGroup(realm, id);
  return isSystemGroupName(name) ? systemGroups[name].display_name : groupMarkdown({ name });
}

const visibleMembers = (realm: Realm, { direct_members }: { direct_members: readonly number[] }) =>
  direct_members.flatMap((id) => {
    const user = findUser(realm, id);
    return user ? [userMarkdown(user)] : [];
  });

const permissionParams = recordOf(channelPermissionNames, () => optional(json(groupSettingUpdateSchema)));

export const updateChannelEndpoint = action({
  route: "PATCH /streams/:stream_id",
  params: {
    stream_id: integer,
    description: optional(text("description")),
    new_name: optional(text("name")),
    is_private: optional(boolean),
    is_web_public: optional(boolean),
    history_public_to_subscribers: optional(boolean),
    is_default_stream: optional(boolean),
    default_push_notifications: optional(boolean),
    closed_to_assistants: optional(boolean),
    message_retention_days: optional(retentionParam),
    folder_id: optional(json(v.nullable(v.pipe(v.number(), v.safeInteger())))),
    topics_policy: optional(oneOf(...TOPICS_POLICIES)),
    is_archived: optional(boolean),
    ...permissionParams,
  },
  plan: ({ realm, actor, params }) => ({ channel: accessChannelToAdminister(realm, actor, params.stream_id).id }),
  prepare: ({ params }) => parseDescription(params.description ?? ""),
  run({ realm, actor, params, prepared }) {
    const channel = accessChannelToAdminister(realm, actor, params.stream_id);
    const change = { realm, actor, id: channel.id };
    // This endpoint only unarchives. Archiving has its own endpoint.
    if (params.is_archived === false) unarchive(change);
    if (params.is_default_stream === false) changeDefault(change, false);
    // Permissions change first: after making a channel private, a caller who isn't subscribed can't change them.
    changePermissions(change, params);
    changePrivacy(change, params);
    if (!tellsHiddenTopics(realm, channel) && tellsHiddenTopics(realm, currentChannel(change)))
      throw hiddenTopicsTold();
    if (params.is_default_stream === true) changeDefault(change, true);
    if (params.default_push_notifications !== undefined) changeDefaultPush(change, params.default_push_notifications);
    if (params.closed_to_assistants !== undefined) changeClosedToAssistants(change, params.closed_to_assistants);
    if (params.new_name !== undefined) rename(change, params.new_name);
    if (params.description !== undefined) {
      changeDescription(change, renderDescription(realm, actor, prepared));
    }
    if (params.message_retention_days !== undefined) {
      checkOwner(actor);
      changeRetention(change, retentionDays(params.message_retention_days));
    }
    if (params.topics_policy !== undefined) changeTopicsPolicy(change, params.topics_policy);
    if (params.folder_id !== undefined) changeFolder(change, params.folder_id);
  },
});

export const archiveChannelEndpoint = action({
  route: "DELETE /streams/:stream_id",
  params: { stream_id: integer },
  run({ realm, actor, params }) {
    const { id, is_archived } = accessChannelToAdminister(realm, actor, params.stream_id);
    if (is_archived === 1) throw badRequest("Channel is already archived");
    archive({ realm, actor, id });
  },
});
