import { catalog } from "../../catalog.ts";

export const callsTestWords = catalog("callsTest", {
  rows: {
    start: "Test calls",
  },
  title: "Test calls",
  hint: "Tries this device's microphone and the server's TURN and media servers.",
  stop: "Stop test",
  mic: "Your microphone works. The bar moves when it hears you.",
  relayed: "The TURN server works. People in different networks can hear each other.",
  relayFailed: "The TURN server can't be reached from this browser. Check its address, its secret and its open ports.",
  direct:
    "This browser can make calls. No TURN server is set, so some people in different networks won't hear each other.",
  directFailed: "This browser can't connect calls. An extension or a policy may block WebRTC.",
  media: {
    none: "No media server is set. Calls go from browser to browser, with up to 6 people.",
    ok: "The media server responds.",
    away: "The media server doesn't respond, or refuses its secret.",
  },
});

export const organizationProfileWords = catalog("organizationProfile", {
  rows: {
    name: "Organization name",
    description: "Description",
    org_type: "Organization type",
    icon: "Icon",
    logo: "Logo for light theme",
    night_logo: "Logo for dark theme",
    address: "URL",
    enable_spectator_access: "Let visitors view without an account",
    deactivate: "Deactivate organization",
  },
  about: "About",
  pictures: "Pictures",
  seen: "Access",
  descriptionHint: "Supports Markdown. Shown on the login page, so anyone on the internet can read it.",
  iconHint: "Square. Shown next to the name, in emails and in notifications.",
  logoHint: "Wide. Shown by clients that show a logo.",
  upload: "Choose image…",
  tooLarge: "Images can have up to {mib, number} MB.",
  addressHint: "Used in invitations, emails and links. Your server administrator can change it.",
  spectatorHint: "Visitors can read web-public channels only, and can't post.",
  spectatorClosed: "Web-public channels are turned off on this server.",
  holdsPossible: "On this server, owners can keep deleted and edited messages for legal cases.",
  invited: "People can join by invitation only.",
  open: "Anyone with the URL can join.",
  toPermissions: "Change who can join",
  ended:
    "No one can log in anymore, and nothing is sent. Everything is kept: your server administrator can reactivate it.",
  endTitle: "Deactivate {name}?",
  endText: "{people, plural, one {You will be logged out.} other {All # people will be logged out.}}",
  typeName: "Type {name} to confirm",
  types: {
    0: "Not set",
    10: "Business",
    20: "Open-source project",
    30: "Education (nonprofit)",
    35: "Education (for profit)",
    40: "Research",
    50: "Event or conference",
    60: "Registered nonprofit",
    70: "Government",
    80: "Political group",
    90: "Community",
    100: "Personal",
    1000: "Other",
  },
});

export const organizationMessagesWords = catalog("organizationMessages", {
  rows: {
    default_code_block_language: "Default language for code blocks",
    inline_image_preview: "Show images and videos in messages",
    inline_url_embed_preview: "Show previews of linked pages",
    media_preview_size: "Size of images in messages",
    gif_rating_policy: "GIF picker",
    send_channel_events_messages: "Post notices about channel changes",
    require_e2ee_push_notifications: "Require end-to-end encryption for push notification content",
    transcribe_voice_messages: "Transcribe voice messages",
    video_chat_provider: "Call provider",
    encrypt_calls: "Encrypt calls beyond the media server",
    jitsi_server_url: "Jitsi Meet URL",
  },
  messages: "Messages",
  codeHint: "As written after ```, such as python. Leave empty for no highlighting.",
  previewHint: "When off, only links are shown. Applies to messages sent from now on.",
  mediaSizes: { 100: "Normal", 150: "Large", 200: "Extra large" },
  gifHint: "What apps with a GIF picker show at most, by age rating. This client has none.",
  noGifs: "Off",
  channelEventsHint: "In the topic “channel events”, such as when a channel is renamed.",
  cardHint: "The server fetches each linked page's title and image.",
  pushHint: "Apps that don't support this get no push notifications.",
  calls: "Calls",
  callsHint: "For links to calls, and for the call buttons of other apps.",
  noCalls: "None",
  ownCalls: "Built in",
  transcribeHint: "Senders can have their own voice messages transcribed by Cloudflare's Workers AI.",
  encryptHint:
    "For calls that start from now on: the media server can't hear or see them, while everyone in them has a recent browser. When off, it could, and people in calls see who turned this off.",
  jitsiHint: "Leave empty for the server's default.",
});

export const onboardingWords = catalog("onboarding", {
  rows: {
    welcome_message_custom_text: "Custom welcome message",
    send_welcome_emails: "Send welcome emails to new people",
    message_content_allowed_in_email_notifications: "Include message content in emails",
    digest_emails_enabled: "Send digests to people who have been away",
    digest_weekday: "Day of the week",
  },
  newcomers: "Onboarding",
  welcomeHint:
    "Supports Markdown. The welcome bot sends it to new people after its own message. Invitations can have their own.",
  trial: "Send me a test",
  trialSent: "Test sent by the welcome bot",
  letterHint: "The email says where and with which email address to log in.",
  emails: "Emails",
  contentHint: "When off, emails say only that there are messages.",
  digest: "Weekly emails",
  digestHint: "The busiest conversations in their channels, and new channels. Everyone can turn it off.",
  noMail: "This server can't send email.",
  weekdays: {
    0: "Monday",
    1: "Tuesday",
    2: "Wednesday",
    3: "Thursday",
    4: "Friday",
    5: "Saturday",
    6: "Sunday",
  },
});

export const userDefaultsWords = catalog("userDefaults", {
  rows: { title: "Default user settings" },
  hint: "Applied to people who join from now on. They can change them. Existing people keep theirs.",
});
