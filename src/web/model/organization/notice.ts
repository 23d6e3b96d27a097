import { subscriptionTo } from "../channels/channels.ts";
import { isHidden, VISIBILITY, visibilityOf } from "../channels/topics.ts";
import type { ChannelMessage, Message } from "../message.ts";
import { isMutedUser } from "../people/users.ts";
import type { State } from "../state.ts";

interface Notice {
  readonly desktop: boolean;
  readonly sound: boolean;
}

const SILENT: Notice = { desktop: false, sound: false };

/** Returns the notifications that the user's settings request for a new message. */
export function noticeOf(state: State, message: Message): Notice {
  const { flags } = message;
  if (message.sender_id === state.user_id || flags.includes("read") || isMutedUser(state, message.sender_id)) {
    return SILENT;
  }
  const settings = state.user_settings;
  const isForMe =
    message.type === "private" ||
    flags.includes("mentioned") ||
    flags.includes("has_alert_word") ||
    isCalled(state, message);
  const channel = message.type === "stream" ? byChannel(state, message) : SILENT;
  return {
    desktop: (isForMe && settings.enable_desktop_notifications) || channel.desktop,
    sound: (isForMe && settings.enable_sounds) || channel.sound,
  };
}

/** True if a message has a wildcard mention that the user is notified of. */
function isCalled(state: State, { flags, stream_id, subject }: ChannelMessage): boolean {
  if (!flags.includes("stream_wildcard_mentioned") && !flags.includes("topic_wildcard_mentioned")) return false;
  if (isHidden(state, stream_id, subject)) return false;
  const settings = state.user_settings;
  const isFollowed = visibilityOf(state, stream_id, subject) === VISIBILITY.followed;
  const inChannel = subscriptionTo(state, stream_id)?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  return inChannel || (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify);
}

/** The notifications for ordinary messages, by channel settings and followed topics. */
function byChannel(state: State, { stream_id, subject }: ChannelMessage): Notice {
  const settings = state.user_settings;
  if (isHidden(state, stream_id, subject)) return SILENT;
  const channel = subscriptionTo(state, stream_id);
  const isFollowed = visibilityOf(state, stream_id, subject) === VISIBILITY.followed;
  return {
    desktop:
      (channel !== undefined && (channel.desktop_notifications ?? settings.enable_stream_desktop_notifications)) ||
      (isFollowed && settings.enable_followed_topic_desktop_notifications),
    sound:
      (channel !== undefined && (channel.audible_notifications ?? settings.enable_stream_audible_notifications)) ||
      (isFollowed && settings.enable_followed_topic_audible_notifications),
  };
}
