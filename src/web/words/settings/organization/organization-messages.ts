import { catalog } from "../../catalog.ts";

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
