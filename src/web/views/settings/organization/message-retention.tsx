import { messageRetentionWords } from "../../../words/settings/organization/message-retention.ts";
import { ChannelPicker } from "../../pickers.tsx";
import "./organization.css";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ChannelId } from "../../../model/ids.ts";
import { realmSettings } from "../rows/realm-settings.ts";
import { SettingGroup } from "../rows/setting-row.tsx";
import { ChannelRetention } from "./channels/channel-retention.tsx";
import { RetentionPicker } from "./retention-picker.tsx";

/** The time for which messages are kept, in the organization and in channels that have a time of their own. */
export function MessageRetention() {
  const client = useClient();
  const state = client.watch("realm", "channels", "account");
  const { value, save, locked } = realmSettings(client).setting("message_retention_days");
  const [added, setAdded] = useState<readonly ChannelId[]>([]);
  const w = messageRetentionWords();
  const own = channelsByName(state).filter((channel) => channel.message_retention_days !== null);
  const listed = [...own, ...added.flatMap((id) => channelById(state, id) ?? [])].filter(
    (channel, at, all) => all.indexOf(channel) === at,
  );
  const others = channelsByName(state).filter((channel) => !listed.includes(channel));
  return (
    <>
      <SettingGroup title={w.organization} hint={w.organizationHint}>
        <RetentionPicker
          label={w.rows.message_retention_days}
          setting={{ value, locked, save: (days) => save(days ?? -1) }}
        />
      </SettingGroup>
      <SettingGroup title={w.rows.channels} hint={w.channelsHint}>
        {listed.length === 0 && <p class="settings-note">{w.allSame}</p>}
        {listed.map((channel) => (
          <ChannelRetention key={channel.stream_id} channel={channel} label={w.change(channel.name)} />
        ))}
        {state.is_owner && (
          <ChannelPicker
            label={w.add}
            quiet
            placeholder={w.add}
            channels={others}
            chosen={[]}
            single
            onChange={([id]) => id !== undefined && setAdded([...added, id])}
          />
        )}
      </SettingGroup>
    </>
  );
}
