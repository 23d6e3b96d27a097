import { appWords } from "../../../../words/app.ts";
import { BackLink } from "../../entry.tsx";
import "../../../channels/channels.css";
import "../organization.css";
import type { ChannelPermissionName } from "../../../../../protocol/permission-settings.ts";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { foldersInOrder, privacyOf } from "../../../../model/channels/channel-list.ts";
import { channelRules } from "../../../../model/channels/channel-rules.ts";
import { channelById } from "../../../../model/channels/channels.ts";
import type { ChannelId } from "../../../../model/ids.ts";
import type { Channel } from "../../../../model/state.ts";
import { Button } from "../../../../parts/button.tsx";
import { Empty } from "../../../../parts/progress.tsx";
import { channelsWords } from "../../../../words/channels.ts";
import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";
import { ChannelMark } from "../../../channels/conversation-marks.tsx";
import { GroupPicker } from "../../rows/group-picker.tsx";
import { SettingSelect, SettingSwitch } from "../../rows/setting-choice.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { ChannelRetention } from "../message-retention.tsx";
import { channelSettings, NO_FOLDER } from "./channel-settings.ts";
import { ChannelArchive, ChannelKindChoice } from "./channel-state.tsx";

export function ChannelEditor({ channel: id }: { readonly channel: ChannelId }) {
  const client = useClient();
  const state = client.watch("channels");
  const channel = channelById(state, id);
  const w = channelSettingWords();
  return (
    <>
      <BackLink href={settingsAddress("organization/channels")} label={w.rows.all} />
      {channel === undefined ? <Empty icon="hash" title={w.gone} /> : <Editor channel={channel} />}
    </>
  );
}

function Editor({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("channels", "realm");
  const settings = channelSettings(client, channel);
  const id = channel.stream_id;
  const w = channelSettingWords();
  const app = appWords();
  return (
    <>
      <header class="channel-editor-head">
        <h2 class="channel-name">
          <ChannelMark channel={channel} />
          <span>{channel.name}</span>
        </h2>
        <p class="settings-note">
          {channel.is_archived ? channelsWords().archivedKind : channelsWords().kinds[privacyOf(channel)]} ·{" "}
          {channelsWords().members(channel.subscriber_count)}
        </p>
        <div class="channel-buttons">
          <Button onClick={() => client.go({ view: "topics", channel: id })}>{w.open}</Button>
          <Button icon="users" onClick={() => client.showDetails({ kind: "channel", channel: id })}>
            {w.people}
          </Button>
        </div>
      </header>
      <SettingGroup title={w.about}>
        <SettingText
          key={`${id}-name`}
          label={app.name}
          setting={settings.name}
          maxLength={state.max_stream_name_length}
        />
        <SettingText
          key={`${id}-description`}
          label={app.description}
          hint={w.descriptionHint}
          setting={settings.description}
          lines={2}
          maxLength={state.max_stream_description_length}
        />
        <SettingSelect
          label={w.folder}
          setting={settings.folder}
          options={[
            { value: NO_FOLDER, label: w.noFolder },
            ...foldersInOrder(state).map((folder) => ({ value: folder.id, label: folder.name })),
          ]}
        />
      </SettingGroup>
      <SettingGroup title={channelsWords().privacy}>
        <ChannelKindChoice channel={channel} />
      </SettingGroup>
      <SettingGroup title={w.joining}>
        <SettingSwitch
          label={channelsWords().isDefault}
          hint={channelsWords().isDefaultHint}
          setting={settings.isDefault}
        />
        <SettingSwitch label={w.defaultPush} hint={w.defaultPushHint} setting={settings.defaultPush} />
      </SettingGroup>
      <SettingGroup title={w.posting}>
        <Permissions channel={channel} names={POSTING} />
      </SettingGroup>
      <SettingGroup title={w.messages}>
        <SettingSelect
          label={w.topics}
          setting={settings.topics}
          options={POLICIES.map((value) => ({
            value,
            label:
              value === "inherit"
                ? w.topicPolicies.inherit(state.realm_topics_policy === "allow_empty_topic")
                : w.topicPolicies[value],
          }))}
        />
        <ChannelRetention channel={channel} label={w.keeping} />
      </SettingGroup>
      <SettingGroup title={w.assistants}>
        <SettingSwitch label={w.closed} hint={w.closedHint} setting={settings.closed} />
      </SettingGroup>
      <SettingGroup title={w.others} hint={w.othersHint}>
        <Permissions channel={channel} names={MESSAGES} />
      </SettingGroup>
      <SettingGroup title={w.ending}>
        <ChannelArchive channel={channel} />
      </SettingGroup>
    </>
  );
}

const POLICIES = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;

const POSTING = [
  "can_send_message_group",
  "can_create_topic_group",
  "can_change_board_group",
  "can_administer_channel_group",
  "can_add_subscribers_group",
  "can_remove_subscribers_group",
  "can_subscribe_group",
] as const;

const MESSAGES = [
  "can_resolve_topics_group",
  "can_move_messages_within_channel_group",
  "can_move_messages_out_of_channel_group",
  "can_delete_own_message_group",
  "can_delete_any_message_group",
] as const;

interface PermissionsProps {
  readonly channel: Channel;
  readonly names: readonly ChannelPermissionName[];
}

function Permissions({ channel, names }: PermissionsProps) {
  const client = useClient();
  const rules = channelRules(client.watch("realm"));
  const { permission } = channelSettings(client, channel);
  const w = channelSettingWords();
  const hints: Readonly<Partial<Record<ChannelPermissionName, string>>> = w.permissionHints;
  return names.map((name) => {
    const rule = rules[name];
    return (
      rule && (
        <GroupPicker
          key={`${channel.stream_id}-${name}`}
          label={w.permissions[name]}
          hint={hints[name]}
          setting={permission(name)}
          rule={rule}
        />
      )
    );
  });
}
