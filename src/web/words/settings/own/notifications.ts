import { catalog } from "../../catalog.ts";

export const notificationSettingsWords = catalog("notificationSettings", {
  rows: {
    directs: "Direct messages and mentions",
    followed: "Topics that you follow",
    channels: "All other topics of your channels",
    byChannel: "Channels with rules of their own",
    permission: "Notifications of this browser",
    test: "Try it",
    quiet: "Do not disturb",
    notification_sound: "Sound",
    pm_content_in_desktop_notifications: "Show what direct messages say",
    enable_online_push_notifications: "Push to mobile devices while I am here, too",
    email_notifications_batching_period_seconds: "Wait before an email is sent",
    message_content_in_email_notifications: "Show what messages say in emails",
    realm_name_in_email_notifications_policy: "Name of the organization in subjects",
    enable_digest_emails: "Once a week, what happened while I was away",
    enable_login_emails: "Each new login to my account",
  },
  hints: {
    pm_content_in_desktop_notifications: "Others may see your screen.",
    email_notifications_batching_period_seconds: "What you read meanwhile is left out.",
    enable_digest_emails: "Where the organization sends such emails.",
    enable_login_emails: "So that nobody logs in as you unnoticed.",
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
    realm_name_in_email_notifications_policy: { 1: "Where I am in several", 2: "Always", 3: "Never" },
  },
  what: "What you are told of, and how",
  ways: { desktop: "Desktop", sound: "Sound", push: "Push", email: "Email", wildcard: "@all" },
  wildcardHint: "@all: whether mentions of everybody count as mentions of you.",
  channelsHint: "They take the place of the rules for all channels.",
  noChannels: "All your channels follow the rules above.",
  addChannel: "Set rules for a channel",
  reset: (name: string) => `As for all channels: ${name}`,
  device: "On this device",
  isOn: "They are on.",
  isBlocked: "The browser blocks them. Its settings for this page can change that.",
  isMissing: "This browser cannot show any.",
  tryTitle: "This is how a message is told",
  tryText: "Somebody: Hello!",
  quietHint: "Nothing is shown or heard on this device meanwhile.",
  quietFor: { off: "Off", hour: "For an hour", morning: "Until tomorrow morning", always: "Until I turn it off" },
  quietUntil: (when: string) => `Until ${when}`,
  desktop: "Desktop and sound",
  mobile: "Push",
  email: "Email",
  topics: "Followed and muted topics",
  words: "Alert words",
});

export const pushDevicesWords = catalog("pushDevices", {
  rows: {
    here: "This browser",
    all: "Browsers with push notifications",
  },
  intro:
    "Messages for you also arrive while this page is closed. They are encrypted: the services that carry them cannot read them.",
  on: "Tell me in this browser, even while the page is closed",
  onHint: "Of direct messages, mentions, and what else you want to hear of.",
  impossible: "This browser cannot be told anything while the page is closed.",
  installFirst: "On an iPhone or iPad, put this page on the home screen first, and open it from there.",
  notHere: "This server sends nothing to browsers.",
  blocked: "The browser blocks notifications of this page. Its settings can change that.",
  refused: "The browser has refused. It may be set to allow no notifications, or to reach no push service.",
  test: "Send a test",
  tested: "A test is on its way",
  gone: "That browser cannot be reached any more, and was removed",
  remove: "Remove",
  removed: (name: string) => `${name} is told nothing any more`,
  thisBrowser: "This browser",
  since: "Since",
  none: "No browser is told yet.",
});

export const alertWordsWords = catalog("alertWords", {
  rows: {
    add: "New alert word",
  },
  addIt: "Add",
  hint: "Messages with one of these words count as if they mentioned you.",
  none: "No alert words yet.",
  remove: (word: string) => `Remove ${word}`,
  removed: (word: string) => `“${word}” is no alert word any more.`,
});

export const mutedUsersWords = catalog("mutedUsers", {
  rows: {
    add: "Mute somebody",
  },
  hint: "You see nothing of what they write, and they are not told.",
  none: "You have muted nobody.",
  unmute: (name: string) => `Unmute ${name}`,
  since: "Since",
});

export const topicSettingsWords = catalog("topicSettings", {
  rows: {
    automatically_follow_topics_policy: "Follow topics",
    automatically_unmute_topics_in_muted_streams_policy: "Unmute topics in muted channels",
    automatically_follow_topics_where_mentioned: "Follow topics in which I am mentioned",
    resolved_topic_notice_auto_read_policy: "Notices about resolved topics count as read",
    yours: "Topics with a rule of their own",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "That I write, react or vote in",
      2: "That I write in",
      3: "That I begin",
      4: "Never",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "That I write, react or vote in",
      2: "That I write in",
      3: "That I begin",
      4: "Never",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Always",
      except_followed: "But for topics that I follow",
      never: "Never",
    },
  },
  automatic: "Automatically",
  policies: { 0: "As its channel", 1: "Muted", 2: "Unmuted", 3: "Followed" },
  policyOf: (topic: string) => `Rule for ${topic}`,
  remove: (topic: string) => `As its channel: ${topic}`,
  none: "No topic has a rule of its own.",
  noneHint: "You can follow or mute a topic from its menu.",
  find: "Find a topic",
  notFound: "No topic is called that.",
});
