import { fillMarkup, parseMarkupNow, userMarkdown } from "../../../markup/index.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Language } from "../../../protocol/language.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { actorOf, type User } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { markupNamesHook, sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { mailWelcome } from "./mails.ts";

const welcomeWords = words("welcome", {
  hello: "Hello {person}, and welcome to {organization}!",
  topics:
    "People talk in **channels**, and within a channel in **topics**: each conversation has its own name, so several can run side by side. To start another one, send a message to a channel with a new topic.",
  direct: "**Direct messages**, such as this one, are for one person or a few.",
  markdown: "Messages are written in Markdown. Mention someone with `@` and their name, and a channel with `#`.",
  automated: "This is an automated message, and replies aren't read. Feel free to try things out here.",
});

const from = "welcome-bot" as const;

/** Welcomes a new user with the welcome bot's introduction in their language, the custom text if there is one, and an email. */
export function sendWelcome(realm: Realm, user: User, customText: string | null): void {
  const { name, welcome_message_custom_text } = realmSettings(realm);
  sendDirectNotice(realm, {
    from,
    to: user.id,
    content: introduction(user, { language: emailLanguage(realm, user), organization: name }),
  });
  const text = customText ?? welcome_message_custom_text;
  if (text.trim() !== "") sendCustomWelcome(realm, user, text);
  mailWelcome(realm, user);
}

/** Sends an administrator's welcome text. Mentions and links in the text resolve only to what the new user can see. */
export function sendCustomWelcome(realm: Realm, user: User, text: string): MessageId {
  const content = trimContent(text);
  const names = realm.ask(markupNamesHook, actorOf(user));
  return sendDirectNotice(realm, { from, to: user.id, content, rendered: fillMarkup(parseMarkupNow(content), names) });
}

function introduction(user: User, { language, organization }: { language: Language; organization: string }): string {
  const { hello, topics, direct, markdown, automated } = welcomeWords[language];
  const list = [topics, direct, markdown].map((line) => `* ${line}`).join("\n");
  return `${hello(userMarkdown(user), organization)} :wave:\n\n${list}\n\n${automated}`;
}
