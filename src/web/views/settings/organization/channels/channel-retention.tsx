import { useClient } from "../../../../client/client.ts";
import type { Channel } from "../../../../model/state.ts";
import { RetentionPicker } from "../retention-picker.tsx";
import { channelSettings } from "./channel-settings.ts";

interface ChannelRetentionProps {
  readonly channel: Channel;
  readonly label: string;
}

/** The setting of the time for which a channel keeps its messages. */
export const ChannelRetention = ({ channel, label }: ChannelRetentionProps) => (
  <RetentionPicker
    label={label}
    channel={channel.stream_id}
    setting={channelSettings(useClient(), channel).retention}
  />
);
