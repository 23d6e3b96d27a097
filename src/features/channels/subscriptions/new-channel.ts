import * as v from "valibot";
import {
  boolean,
  integer,
  json,
  jsonOrText,
  oneOf,
  optional,
  type Parameter,
  type Values,
} from "../../../api/parameter.ts";
import { type Actor, isAdministrator, isOwner } from "../../../protocol/actor.ts";
import {
  badRequest,
  badValue,
  insufficientPermission,
  unauthorizedPrincipal,
  unsupportedCombination,
} from "../../../protocol/errors.ts";
import { type GroupSettingValue, groupSettingValueSchema, sameValue } from "../../../protocol/group-setting-value.ts";
import {
  type ChannelPermissionName,
  type ChannelPermissions,
  channelPermissionNames,
  channelPermissions,
  defaultPermission,
} from "../../../protocol/permission-settings.ts";
import { defaultServerFlags } from "../../../protocol/server-flags.ts";
import { column } from "../../../protocol/setting-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordOf } from "../../../util/records.ts";
import { permits, realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { checkPermissionValue } from "../../organization/user-groups/access.ts";
import { systemGroupIds } from "../../organization/user-groups/user-groups.ts";
import { accessActiveFolder } from "../channel-folders/channel-folders.ts";
import { TOPICS_POLICIES } from "../channels/channel-fields.ts";
import { checkChannelName } from "../channels/channel-name.ts";
import type { Description } from "../channels/description.ts";
import type { NewChannel } from "./subscribe.ts";

const permissionParams = recordOf(channelPermissionNames, () => optional(json(groupSettingValueSchema)));

const retentionSchema = v.union([v.pipe(v.number(), v.safeInteger()), v.picklist(["realm_default", "unlimited"])]);
type Retention = v.InferOutput<typeof retentionSchema>;
export const retentionParam: Parameter<Retention> = jsonOrText(retentionSchema);

/** Parameters for a new channel (channels-topics.md 4); ignored for existing channels. */
export const newChannelParams = {
  invite_only: optional(boolean, false),
  is_web_public: optional(boolean, false),
  is_default_stream: optional(boolean, false),
  default_push_notifications: optional(boolean, false),
  closed_to_assistants: optional(boolean, false),
  history_public_to_subscribers: optional(boolean),
  message_retention_days: optional(retentionParam, "realm_default"),
  topics_policy: optional(oneOf(...TOPICS_POLICIES), "inherit"),
  folder_id: optional(integer),
  ...permissionParams,
};
export type NewChannelSettings = Values<typeof newChannelParams>;

/** Settings of a new channel that a request doesn't specify. */
// All these parameters are optional, so their fallbacks have the right types.
export const defaultChannelSettings = column(newChannelParams, "fallback") as NewChannelSettings;

/** Checks that the caller can create a channel with the given settings, and returns it for `createChannel`. */
export function newChannel(
  realm: Realm,
  actor: Actor,
  { name, description, settings }: { name: string; description: Description | undefined; settings: NewChannelSettings },
): NewChannel {
  checkPrivacy(realm, actor, settings);
  const { invite_only, is_web_public, topics_policy, is_default_stream, default_push_notifications } = settings;
  if (topics_policy !== "inherit" && !permits(realm, actor, "can_set_topics_policy_group"))
    throw insufficientPermission();
  const permissions = chosenPermissions(realm, actor, settings);
  // Public channels always have shared history.
  const history_public_to_subscribers = !invite_only || (settings.history_public_to_subscribers ?? false);
  if (tellsHiddenTopics(realm, { history_public_to_subscribers, permissions })) throw hiddenTopicsTold();
  const folder_id = settings.folder_id === undefined ? null : accessActiveFolder(realm, settings.folder_id).id;
  const message_retention_days = retentionDays(settings.message_retention_days);
  if (message_retention_days !== null) checkOwner(actor);
  return {
    name: checkChannelName(name),
    ...(description && { description: description.text, rendered_description: description.html }),
    creator: actor.user_id,
    invite_only,
    is_web_public,
    is_default: is_default_stream,
    default_push_notifications,
    closed_to_assistants: settings.closed_to_assistants,
    history_public_to_subscribers,
    message_retention_days,
    folder_id,
    topics_policy,
    permissions,
  };
}

/**
 * Whether users could find out that hidden topics exist. Someone who can't create topics could try names, because only
 * messages to new topics are refused.
 */
export const tellsHiddenTopics = (
  realm: Realm,
  {
    history_public_to_subscribers,
    permissions: { can_create_topic_group: creators },
  }: { readonly history_public_to_subscribers: boolean | number; readonly permissions: Partial<ChannelPermissions> },
): boolean =>
  !history_public_to_subscribers && creators !== undefined && creators !== systemGroupIds(realm)["role:everyone"];

export const hiddenTopicsTold = () => unsupportedCombination("history_public_to_subscribers", "can_create_topic_group");

function checkPrivacy(realm: Realm, actor: Actor, settings: NewChannelSettings): void {
  const { invite_only, is_web_public, is_default_stream, default_push_notifications } = settings;
  if (is_web_public && invite_only) throw badRequest("Invalid parameters");
  const permission = invite_only ? "can_create_private_channel_group" : "can_create_public_channel_group";
  if (!permits(realm, actor, permission)) throw insufficientPermission();
  if ((is_default_stream || default_push_notifications) && !isAdministrator(actor)) throw insufficientPermission();
  if (is_default_stream && invite_only) throw badRequest("A default channel cannot be private.");
  if (is_web_public) checkWebPublic(realm, actor);
}

export function checkWebPublic(realm: Realm, actor: Actor): void {
  if (!defaultServerFlags.server_web_public_streams_enabled || !realmSettings(realm).enable_spectator_access) {
    throw badRequest("Web-public channels are not enabled.");
  }
  if (!permits(realm, actor, "can_create_web_public_channel_group")) throw insufficientPermission();
}

/** Parses a retention period. Null means the organization's setting, -1 means forever. */
export function retentionDays(wanted: Retention): number | null {
  if (wanted === "realm_default") return null;
  if (wanted === "unlimited") return -1;
  if (wanted < 1) throw badValue("message_retention_days", wanted);
  return wanted;
}

/** Throws for callers other than owners, because only owners decide how long messages are kept. */
export function checkOwner(actor: Actor): void {
  if (!isOwner(actor)) throw unauthorizedPrincipal("owner");
}

function chosenPermissions(realm: Realm, actor: Actor, settings: NewChannelSettings): Partial<ChannelPermissions> {
  const chosen: Partial<Record<ChannelPermissionName, GroupSettingValue>> = {};
  for (const name of channelPermissionNames) {
    const wanted = settings[name];
    if (wanted === undefined) continue;
    const { rule, mayChange } = channelPermissions[name];
    const value = checkPermissionValue(realm, wanted, { name, rule });
    const initial = defaultPermission(rule, { groupIds: systemGroupIds(realm), creator: actor.user_id });
    const isSetter = permits(realm, actor, "can_set_delete_message_policy_group");
    if (mayChange === "delete policy setter" && !isSetter && !sameValue(value, initial)) throw insufficientPermission();
    chosen[name] = value;
  }
  return chosen;
}
