import { catalog } from "../../catalog.ts";

export const organizationProfileWords = catalog("organizationProfile", {
  rows: {
    name: "Name of the organization",
    description: "Description",
    org_type: "Kind of organization",
    icon: "Picture",
    logo: "Logo on light ground",
    night_logo: "Logo on dark ground",
    address: "Address",
    enable_spectator_access: "Let people look in without an account",
    digest_emails_enabled: "Write to people who have not been here for some days",
    digest_weekday: "Day of the week",
    deactivate: "Deactivate the organization",
  },
  about: "What it is",
  pictures: "Pictures",
  seen: "Who may see it",
  digest: "Weekly emails",
  digestHint:
    "What was said most in the channels that they read, and which channels are new. Each of them can turn it off.",
  noMail: "This server cannot send mail.",
  weekdays: {
    0: "Monday",
    1: "Tuesday",
    2: "Wednesday",
    3: "Thursday",
    4: "Friday",
    5: "Saturday",
    6: "Sunday",
  },
  end: "The end of it",
  descriptionHint:
    "Markdown. It stands on the page where people log in and join, so everybody on the internet can read it.",
  preview: "How it looks there",
  iconHint: "A square. It stands beside the name, in letters and notifications.",
  logoHint: "Wide. Clients that show a logo show this one.",
  upload: "Choose a picture …",
  remove: "Remove",
  tooLarge: (mib: number) => `Pictures may have ${mib} MiB at most.`,
  addressHint: "Invitations, letters and links lead here. Whoever runs the server can change it.",
  spectatorHint: "They read channels that are public on the web, and nothing else, and cannot write.",
  spectatorClosed: "This server has no channels for the whole web.",
  invited: "One joins by invitation only.",
  open: "Whoever finds the address may join.",
  toPermissions: "Change who may join",
  ended:
    "Nobody can log in any more, and nothing is sent. Everything is kept: whoever runs the server can take it into use again.",
  endTitle: (name: string) => `Deactivate ${name}?`,
  endText: (people: number) =>
    people === 1
      ? "You will be logged out, and nobody can use the organization any more."
      : `All ${people} people will be logged out, and nobody can use the organization any more.`,
  typeName: (name: string) => `Type ${name} to say that you mean it`,
  endAction: "Deactivate for everybody",
  types: {
    0: "Not said",
    10: "Business",
    20: "Open-source project",
    30: "Education, not for profit",
    35: "Education, for profit",
    40: "Research",
    50: "Event or conference",
    60: "Registered non-profit",
    70: "Government",
    80: "Political group",
    90: "Community",
    100: "Personal",
    1000: "Something else",
  },
});

export const organizationMessagesWords = catalog("organizationMessages", {
  rows: {
    default_code_block_language: "Language of code that names none",
    inline_image_preview: "Show pictures and videos in messages",
    inline_url_embed_preview: "Show cards of linked pages",
    require_e2ee_push_notifications: "Push texts of messages only where they are encrypted on the way",
    video_chat_provider: "Calls are made with",
    jitsi_server_url: "Address of Jitsi Meet",
    message_content_allowed_in_email_notifications: "Show what messages say in emails",
    send_welcome_emails: "Welcome newcomers by email",
    welcome_message_custom_text: "Your words of welcome",
  },
  messages: "Messages",
  codeHint: "As one writes it after ```, such as python. Empty, so that it is not coloured.",
  previewHint: "Otherwise only links to them stand there. It counts for messages that are written from now on.",
  cardHint: "Title and picture, for which the server asks the page once a message links to it.",
  pushHint: "Apps that cannot do that say only that there is a message.",
  calls: "Calls",
  callsHint: "What begins in apps that have a button for calls. This client has none.",
  noCalls: "None",
  jitsiHint: "Empty for the one that the server names.",
  newcomers: "Newcomers",
  emails: "Emails",
  contentHint: "Otherwise emails about messages say only that there are some.",
  letterHint: "It says where they log in, and with which address.",
  welcomeHint:
    "Markdown. The welcome bot writes it to whoever joins, after what it always says. Invitations may have other words.",
  trial: "Send it to me",
  trialSent: "The welcome bot has written to you",
});

export const userDefaultsWords = catalog("userDefaults", {
  rows: { title: "What new people begin with" },
  hint: "Whoever joins from now on has these settings, and can change them. Whoever is here already keeps their own.",
});
