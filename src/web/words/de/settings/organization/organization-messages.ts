import type { Translation } from "../../../catalog.ts";
import type { organizationMessagesWords } from "../../../settings/organization/organization-messages.ts";

export const organizationMessages: Translation<typeof organizationMessagesWords> = {
  rows: {
    default_code_block_language: "Sprache von Code, der keine nennt",
    inline_image_preview: "Bilder und Videos in Nachrichten zeigen",
    inline_url_embed_preview: "Karten verlinkter Seiten zeigen",
    require_e2ee_push_notifications: "Texte von Nachrichten nur verschlüsselt an Geräte schicken",
    video_chat_provider: "Anrufe laufen über",
    jitsi_server_url: "Adresse von Jitsi Meet",
    message_content_allowed_in_email_notifications: "In E-Mails zeigen, was in Nachrichten steht",
    send_welcome_emails: "Neue mit einer E-Mail begrüßen",
    welcome_message_custom_text: "Deine Worte zur Begrüßung",
  },
  messages: "Nachrichten",
  codeHint: "So, wie man sie nach ``` schreibt, etwa python. Leer, damit er nicht farbig wird.",
  previewHint: "Sonst stehen dort nur Links. Es gilt für Nachrichten, die ab jetzt geschrieben werden.",
  cardHint: "Titel und Bild; danach fragt der Server die Seite, sobald eine Nachricht auf sie verlinkt.",
  pushHint: "Apps, die das nicht können, sagen nur, dass es eine Nachricht gibt.",
  calls: "Anrufe",
  callsHint: "Was in Apps beginnt, die einen Knopf für Anrufe haben. Dieser Client hat keinen.",
  noCalls: "Keine",
  jitsiHint: "Leer für die, die der Server nennt.",
  newcomers: "Neue",
  emails: "E-Mails",
  contentHint: "Sonst sagen E-Mails über Nachrichten nur, dass es welche gibt.",
  letterHint: "Sie sagt, wo und mit welcher Adresse sie sich anmelden.",
  welcomeHint:
    "Markdown. Der Begrüßungs-Bot schreibt es allen, die beitreten, nach dem, was er immer sagt. Einladungen können andere Worte haben.",
  trial: "An mich schicken",
  trialSent: "Der Begrüßungs-Bot hat dir geschrieben",
};
