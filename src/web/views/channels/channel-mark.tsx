import type { Channel, Subscription } from "../../model/state.ts";
import "./channel-mark.css";
import { Icon } from "../../parts/icon.tsx";

/** The sign before a channel's name, in its color; its form shows who can read the channel. */
export function ChannelMark({ channel }: { readonly channel: Channel | Subscription }) {
  const color = "color" in channel ? channel.color : undefined;
  const icon = channel.is_archived
    ? "archive"
    : channel.invite_only
      ? "lock"
      : channel.is_web_public
        ? "globe"
        : "hash";
  return (
    <span class="channel-mark" style={color ? { "--channel": color } : undefined}>
      <Icon name={icon} />
    </span>
  );
}
