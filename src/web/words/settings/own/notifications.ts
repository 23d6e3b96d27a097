import { catalog } from "../../catalog.ts";

export const notificationSettingsWords = catalog("notificationSettings", {
  rows: {
    directs: "Direct messages and mentions",
    followed: "Topics you follow",
    channels: "All other topics in your channels",
    byChannel: "Channel-specific settings",
    permission: "Browser notifications",
    test: "Try it",
    quiet: "Do not disturb",
    notification_sound: "Sound",
    pm_content_in_desktop_notifications: "Show direct message content",
    enable_call_ringing: "Ring when someone calls me",
    enable_online_push_notifications: "Send push notifications even when I'm active here",
    email_notifications_batching_period_seconds: "Delay before sending emails",
    message_content_in_email_notifications: "Include message content in emails",
    realm_name_in_email_notifications_policy: "Organization name in subject lines",
    enable_digest_emails: "Weekly digest when I've been away",
    enable_login_emails: "New logins to my account",
  },
  hints: {
    pm_content_in_desktop_notifications: "Others might see your screen.",
    enable_call_ringing: "If this is off, a call is a message like any other, on all your devices.",
    email_notifications_batching_period_seconds: "Messages you read in the meantime aren't included.",
    enable_digest_emails: "If your organization sends these emails.",
    enable_login_emails: "So you notice if someone else gets in.",
  },
  options: {
    notification_sound: { parley: "Parley", zulip: "Two tones", ding: "Bell", none: "None" },
    email_notifications_batching_period_seconds: {
      120: "2 minutes",
      300: "5 minutes",
      600: "10 minutes",
      1800: "30 minutes",
      3600: "1 hour",
      21600: "6 hours",
      86400: "1 day",
    },
    realm_name_in_email_notifications_policy: { 1: "If I'm in several organizations", 2: "Always", 3: "Never" },
  },
  what: "Notify me about",
  ways: { desktop: "Desktop", sound: "Sound", push: "Push", email: "Email", wildcard: "@all" },
  wildcardHint: "@all: treat @all mentions as mentions of me.",
  channelsHint: "These override the settings above.",
  noChannels: "All your channels use the settings above.",
  addChannel: "Customize a channel",
  reset: "Reset {name} to default",
  device: "On this device",
  isOn: "On",
  isBlocked: "Your browser blocks notifications from this site. Allow them in its site settings.",
  isMissing: "This browser doesn't support notifications.",
  tryTitle: "Test notification",
  tryText: "Someone: Hello!",
  quietHint: "Pauses notifications and sounds on this device.",
  quietFor: { off: "Off", hour: "For an hour", morning: "Until tomorrow morning", always: "Until I turn it off" },
  quietUntil: "Until {when}",
  desktop: "Desktop and sound",
  mobile: "Push",
  email: "Email",
  topics: "Topics",
  words: "Alert words",
});

export const pushDevicesWords = catalog("pushDevices", {
  rows: {
    on: "Notify me in this browser, even when Parley is closed",
    all: "Browsers with push notifications",
  },
  onHint: "For what you choose under “Push”. Push services can't read your messages: they're encrypted.",
  impossible: "This browser can't receive notifications while the page is closed.",
  installFirst: "On an iPhone or iPad, add this page to the home screen first, and open it from there.",
  notHere: "This server doesn't send push notifications to browsers.",
  refused: "Couldn't turn on push notifications. Your browser might not allow them, or can't reach its push service.",
  test: "Send a test",
  tested: "Test sent",
  trial: {
    permission: "Not sent: your browser doesn't allow notifications for this page. Allow them in its settings.",
    worker: "Not sent: this page's service worker isn't running. Reload the page and try again.",
    subscription:
      "Not sent: this browser isn't subscribed at its push service. Turn the switch above off and on again.",
    key: "Not sent: the server's key has changed. Turn the switch above off and on again.",
    service: "The push service didn't accept the test: {reason}",
    gone: "That browser can't be reached anymore, and was removed",
    waiting: "The push service accepted the test. Waiting for it to arrive…",
    arrived: "The test arrived. Push notifications work in this browser.",
    late: "The push service accepted the test, but it didn't arrive here. If you see no notification, check the notification settings of your system.",
  },
  remove: "Remove",
  removed: "Push notifications turned off for {name}",
  thisBrowser: "This browser",
  since: "Since",
  none: "No browsers yet",
});

export const alertWordsWords = catalog("alertWords", {
  rows: {
    add: "New alert word",
  },
  hint: "Messages with these words notify you as if they mentioned you.",
  none: "No alert words yet",
  remove: "Remove {word}",
  removed: "Removed alert word “{word}”.",
});

export const mutedUsersWords = catalog("mutedUsers", {
  rows: {
    add: "Mute someone",
  },
  title: "Muted people",
  hint: "Their messages are hidden from you. They aren't notified.",
  none: "You haven't muted anyone.",
  unmute: "Unmute {name}",
  since: "Since",
});

export const topicSettingsWords = catalog("topicSettings", {
  rows: {
    automatically_follow_topics_policy: "Automatically follow topics",
    automatically_unmute_topics_in_muted_streams_policy: "Automatically unmute topics in muted channels",
    automatically_follow_topics_where_mentioned: "Automatically follow topics where I'm mentioned",
    resolved_topic_notice_auto_read_policy: "Mark notices about resolved topics as read",
    yours: "Your topics",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "I participate in",
      2: "I send a message to",
      3: "I start",
      4: "Never",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "I participate in",
      2: "I send a message to",
      3: "I start",
      4: "Never",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Always",
      except_followed: "Except in topics I follow",
      never: "Never",
    },
  },
  automatic: "Automatic",
  policies: { 0: "Default", 1: "Muted", 2: "Unmuted", 3: "Followed" },
  policyOf: "Notifications for {topic}",
  remove: "Reset {topic} to default",
  none: "You haven't followed or muted any topics.",
  noneHint: "Follow or mute a topic from its menu.",
  find: "Find a topic",
  notFound: "No matching topics",
});
