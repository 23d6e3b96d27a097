import { words } from "../../../protocol/words/words.ts";

export const digestWords = words("digest", {
  subject: "What you missed in {organization}",
  intro: "It's been a few days since you were in {organization}. In the past week:",
  conversations: "{count, plural, one {# busy conversation.} other {# busy conversations.}}",
  messages: "{count, plural, one {# message} other {# messages}}",
  newChannels: "New channels: {names}",
  newChannelsCount: "{count, plural, one {# new channel.} other {# new channels.}}",
  open: "Catch up",
  why: "You're getting this email because you've been away, at most once a week.",
  settings: "Notification settings",
  stop: "Unsubscribe",
  moreChannels: "{count, plural, other {# more}}",
});
