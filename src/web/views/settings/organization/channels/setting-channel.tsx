import { useClient } from "../../../../client/client.ts";
import { channelsByName } from "../../../../model/channels/channel-list.ts";
import { channelById } from "../../../../model/channels/channels.ts";
import { ChannelPicker } from "../../../pickers.tsx";
import { type Setting, useSaving } from "../../rows/setting.ts";
import { rowHint, SettingRow } from "../../rows/setting-row.tsx";

interface SettingChannelProps {
  readonly label: string;
  /** The label of the option for no channel. */
  readonly none: string;
  /** A channel's id, or -1 for none. */
  readonly setting: Setting<number>;
}

/** A row for a setting that is one of the channels, or none. */
export function SettingChannel({ label, none, setting }: SettingChannelProps) {
  const state = useClient().watch("channels");
  const { shown, change, error, isSaved } = useSaving(setting);
  const isKnown = channelById(state, shown) !== undefined;
  const active = channelsByName(state).filter((channel) => channel.stream_id === shown || !channel.is_archived);
  return (
    <SettingRow isSaved={isSaved}>
      <ChannelPicker
        label={label}
        hint={rowHint(undefined, setting.locked)}
        placeholder={none}
        error={error}
        disabled={setting.locked !== undefined}
        channels={active}
        chosen={isKnown ? [shown] : []}
        single
        onChange={([id = -1]) => void change(id)}
      />
    </SettingRow>
  );
}
