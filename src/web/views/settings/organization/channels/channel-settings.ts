import type { GroupSettingValue } from "../../../../../protocol/group-setting-value.ts";
import type { ChannelPermissionName } from "../../../../../protocol/permission-settings.ts";
import type { Client } from "../../../../client/client.ts";
import {
  type ChannelLock,
  channelLock,
  permissionLock,
  retentionLock,
  topicsLock,
} from "../../../../model/channels/channel-administration.ts";
import type { Channel } from "../../../../model/state.ts";

import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";

import type { GuardedSetting, Setting } from "../../rows/setting-row.tsx";

interface ChannelSettingsOf {
  readonly name: Setting<string>;
  readonly description: Setting<string>;
  readonly folder: Setting<number>;
  readonly topics: Setting<Channel["topics_policy"]>;
  /** In days; null for the organization's period, -1 for unlimited. */
  readonly retention: Setting<number | null>;
  readonly isDefault: Setting<boolean>;
  readonly defaultPush: Setting<boolean>;
  /** True if the channel is hidden from assistants. */
  readonly closed: Setting<boolean>;
  readonly permission: (name: ChannelPermissionName) => GuardedSetting<GroupSettingValue>;
}

export const NO_FOLDER = 0;

const retentionWord = (days: number | null): number | string =>
  days === null ? "realm_default" : days === -1 ? "unlimited" : days;

/** A channel's settings that apply to everyone in it, each with the reason if the user can't change it. */
export function channelSettings(client: Client, channel: Channel): ChannelSettingsOf {
  const state = client.watch("channels", "realm", "account", "groups");
  const id = channel.stream_id;
  const locks = channelSettingWords().locks;
  const said = (lock: ChannelLock | undefined) => (lock === undefined ? undefined : locks[lock]);
  const locked = said(channelLock(state, channel));
  const patch = (fields: Readonly<Record<string, unknown>>) => client.api.patch(`/streams/${id}`, fields);
  return {
    name: { value: channel.name, locked, save: (new_name) => patch({ new_name }) },
    description: { value: channel.description, locked, save: (description) => patch({ description }) },
    folder: {
      value: channel.folder_id ?? NO_FOLDER,
      locked,
      save: (folder) => patch({ folder_id: folder === NO_FOLDER ? null : folder }),
    },
    topics: {
      value: channel.topics_policy,
      locked: said(topicsLock(state, channel)),
      save: (topics_policy) => patch({ topics_policy }),
    },
    retention: {
      value: channel.message_retention_days,
      locked: said(retentionLock(state, channel)),
      save: (days) => patch({ message_retention_days: retentionWord(days) }),
    },
    isDefault: {
      value: state.realm_default_streams.includes(id),
      locked: state.is_admin
        ? channel.invite_only
          ? channelSettingWords().privateNoDefault
          : undefined
        : locks.administrators,
      save: (is_default_stream) => patch({ is_default_stream }),
    },
    defaultPush: {
      value: channel.default_push_notifications,
      locked: state.is_admin ? undefined : locks.administrators,
      save: (default_push_notifications) => patch({ default_push_notifications }),
    },
    closed: {
      value: channel.closed_to_assistants,
      locked,
      save: (closed_to_assistants) => patch({ closed_to_assistants }),
    },
    permission: (name) => ({
      value: channel[name],
      locked: said(permissionLock(state, channel, name)),
      save: (value, old) => patch({ [name]: { new: value, old } }),
    }),
  };
}
