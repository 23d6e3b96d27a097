import { words } from "../../../protocol/words/words.ts";

export const emailWords = words("messageLetters", {
  direct: "Direct messages with {names}",
  toYourself: "Direct messages with yourself",
  newMessages: "New messages",
  missed: "You have {count, plural, one {# unread message} other {# unread messages}} in {organization}.",
  hiddenByOrganization: "Your organization doesn't include message content in emails.",
  hiddenByYou: "Your settings hide message content in emails.",
  hiddenUnconfirmed: "Message content is hidden until you confirm this email address.",
  open: "View conversation",
  openOrganization: "Open organization",
  more: "{count, plural, one {And # more message.} other {And # more messages.}}",
  moreConversations:
    "{count, plural, one {And # more conversation with unread messages.} other {And # more conversations with unread messages.}}",
  why: {
    direct: "You're getting this email because you have an unread direct message.",
    mention: "You're getting this email because someone mentioned you.",
    everybody: "You're getting this email because someone mentioned everyone here.",
    followed: "You're getting this email because you follow the topic.",
    channel: "You're getting this email because you turned on emails for this channel.",
  },
  noReply: "Replies to this address aren't read.",
  reply: "Reply to this email to post in the conversation.",
  settings: "Notification settings",
  stop: "Unsubscribe",
  morePeople: "{count, plural, other {# more}}",
});
