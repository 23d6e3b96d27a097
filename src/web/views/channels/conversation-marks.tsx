import "./conversation-marks.css";
import { useClient } from "../../client/client.ts";
import { privacyOf } from "../../model/channels/channel-list.ts";
import { hides, isResolved, topicName, unresolved, VISIBILITY, visibilityOf } from "../../model/channels/topics.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import type { Channel, State, Subscription } from "../../model/state.ts";
import { Icon } from "../../parts/icon.tsx";
import { navWords, recentWords } from "../../words/nav.ts";
import { UserFace } from "../people/user-face.tsx";

/** The icon before a channel's name, in its color. Its shape shows who can read the channel. */
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

/** Tells screen readers who can read a channel, which sighted users see in its icon. */
export function ChannelWord({ channel }: { readonly channel: Channel }) {
  const privacy = privacyOf(channel);
  if (privacy === "public" && !channel.is_archived) return null;
  const w = navWords();
  const kind = privacy === "private" ? w.privateChannel : w.openChannel;
  return <span class="for-readers">{channel.is_archived ? w.archivedChannel : kind}</span>;
}

/** The other person's avatar in a direct conversation, or the number of others. Hidden from screen readers. */
export function DirectMark({ users }: { readonly users: readonly UserId[] }) {
  const me = useClient().watch("account").user_id;
  const [first = me] = users;
  if (users.length > 1) {
    return (
      <span class="direct-mark" aria-hidden="true">
        {users.length}
      </span>
    );
  }
  return <UserFace user={first} size="s" />;
}

export function TopicLabel({ state, topic }: { readonly state: State; readonly topic: string }) {
  if (!isResolved(topic)) return <>{topicName(state, topic)}</>;
  return (
    <>
      <span class="topic-resolved">
        <Icon name="check" size={14} />
        <span class="for-readers">{navWords().resolved} </span>
      </span>
      {unresolved(topic)}
    </>
  );
}

/** Marks a topic as followed or muted, or a channel as muted. */
export function VisibilityMark({ channel, topic }: { readonly channel: ChannelId; readonly topic?: string }) {
  const state = useClient().watch("topics", "channels");
  const visibility = topic === undefined ? VISIBILITY.inherited : visibilityOf(state, channel, topic);
  const isFollowed = visibility === VISIBILITY.followed;
  if (!isFollowed && !hides(state, channel, visibility)) return null;
  return (
    <span class="conversation-mark">
      <Icon name={isFollowed ? "bell-ring" : "bell-off"} />
      <span class="for-readers">{isFollowed ? recentWords().followed : navWords().muted}</span>
    </span>
  );
}
