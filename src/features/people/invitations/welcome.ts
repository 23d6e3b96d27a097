import { fillMarkup, parseMarkupNow } from "../../../markup/index.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { actorOf, type User } from "../../organization/accounts/accounts.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { markupNamesHook } from "../../organization/system-messages/hooks.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { mailWelcome } from "./mails.ts";

const from = "welcome-bot" as const;

/** Welcomes a new user with the welcome bot's introduction, the custom text if there is one, and an email. */
export function sendWelcome(realm: Realm, user: User, customText: string | null): void {
  const { name, welcome_message_custom_text } = realmSettings(realm);
  sendDirectNotice(realm, { from, to: user.id, content: introduction(user, name) });
  const text = customText ?? welcome_message_custom_text;
  if (text.trim() !== "") sendCustomWelcome(realm, user, text);
  mailWelcome(realm, user);
}

/** Sends an administrator's welcome text. Its mentions and links are resolved to what the new user can see. */
export function sendCustomWelcome(realm: Realm, user: User, text: string): MessageId {
  const content = trimContent(text);
  const names = realm.ask(markupNamesHook, actorOf(user));
  return sendDirectNotice(realm, { from, to: user.id, content, rendered: fillMarkup(parseMarkupNow(content), names) });
}

const introduction = (user: User, organization: string) => `\
Hello @_**${user.full_name}|${user.id}**, and welcome to ${organization}! :wave:

* People talk in **channels**, and within a channel in **topics**: each conversation has its own name, so \
several can run side by side. To start another one, send a message to a channel with a new topic.
* **Direct messages**, such as this one, are for one person or a few.
* Messages are written in Markdown. Mention someone with \`@\` and their name, and a channel with \`#\`.

This is an automated message, and replies aren't read. Feel free to try things out here.`;
