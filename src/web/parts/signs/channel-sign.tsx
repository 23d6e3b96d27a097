import "./channel-sign.css";
import { Icon } from "../icon.tsx";

interface ChannelSignProps {
  /** The colour that the reader gave it, such as "#76ce90". */
  readonly color?: string | undefined;
  readonly privacy?: "public" | "private" | "web-public";
  readonly archived?: boolean;
  readonly size?: number;
}

/** What stands before a channel's name: a hash, a lock where it is private, a globe where everybody may read it. */
export const ChannelSign = ({ color, privacy = "public", archived = false, size = 15 }: ChannelSignProps) => (
  <span class="channel-sign" style={color === undefined ? undefined : { "--color": color }}>
    <Icon
      name={archived ? "archive" : privacy === "private" ? "lock" : privacy === "web-public" ? "globe" : "hash"}
      size={size}
    />
  </span>
);
