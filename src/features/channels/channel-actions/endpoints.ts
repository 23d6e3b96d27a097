import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { groupSettingUpdateSchema } from "../../../protocol/group-setting-value.ts";
import { channelPermissionNames } from "../../../protocol/permission-settings.ts";
import { recordOf } from "../../../util/records.ts";
import { TOPICS_POLICIES } from "../channels/channel-fields.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { checkOwner, retentionDays, retentionParam } from "../subscriptions/new-channel.ts";
import { accessChannelToAdminister } from "./access.ts";
import { archive, unarchive } from "./archive.ts";
import { changePermissions } from "./change-permissions.ts";
import { changePrivacy } from "./change-privacy.ts";
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
  reply: {},
  plan: ({ realm, actor, params }) => ({ channel: accessChannelToAdminister(realm, actor, params.stream_id).id }),
  prepare: ({ params }) => parseDescription(params.description ?? ""),
  run({ realm, actor, params, prepared }) {
    const { id } = accessChannelToAdminister(realm, actor, params.stream_id);
    const change = { realm, actor, id };
    // This endpoint only unarchives. Archiving has its own endpoint.
    if (params.is_archived === false) unarchive(change);
    if (params.is_default_stream === false) changeDefault(change, false);
    // Permissions change first: after making a channel private, a caller who isn't subscribed can't change them.
    changePermissions(change, params);
    changePrivacy(change, params);
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
    return {};
  },
});

export const archiveChannelEndpoint = action({
  route: "DELETE /streams/:stream_id",
  params: { stream_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const { id, is_archived } = accessChannelToAdminister(realm, actor, params.stream_id);
    if (is_archived === 1) throw badRequest("Channel is already archived");
    archive({ realm, actor, id });
    return {};
  },
});
