import "./channel-sign.css";
import { Icon } from "../icon.tsx";

interface ChannelSignProps {
  /** The color that the reader chose for the channel, such as "#76ce90". */
  readonly color?: string | undefined;
  readonly privacy?: "public" | "private" | "web-public";
  readonly archived?: boolean;
  readonly size?: number;
}

/** The sign before a channel's name: a hash, a lock for a private channel, a globe for one that all of the web can read. */
export const ChannelSign = ({ color, privacy = "public", archived = false, size = 15 }: ChannelSignProps) => (
  <span class="channel-sign" style={color === undefined ? undefined : { "--color": color }}>
    <Icon
      name={archived ? "archive" : privacy === "private" ? "lock" : privacy === "web-public" ? "globe" : "hash"}
      size={size}
    />
  </span>
);
