import type { Language } from "../../../protocol/language.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Excerpt } from "../../email/email.ts";
import { settingsOf, type User } from "../../organization/accounts/accounts.ts";
import { findMessageInRealm } from "../core/store/stored-content.ts";
import { wholeText } from "../push-notifications/message-text.ts";
import { senderFor } from "../push-notifications/notification.ts";
import { mailHtml } from "./mail-html.ts";

/** Longer HTML is replaced by plain text, which can be truncated. */
const MAX_HTML = 20_000;
const MAX_CHARACTERS = 4000;

/** Returns a message as shown in an email to a user, or undefined if the realm doesn't hold its text at the moment. */
export function excerptOf(
  realm: Realm,
  reader: Pick<User, "id">,
  {
    place,
    language,
    isEarlier,
  }: { readonly place: MessageIndexRow; readonly language: Language; readonly isEarlier: boolean },
): Excerpt["messages"][number] | undefined {
  const row = findMessageInRealm(realm, place);
  if (row === undefined) return undefined;
  const text = wholeText(row.html, MAX_CHARACTERS);
  return {
    by: senderFor(realm, row.sender_id, reader.id).full_name,
    at: timeFor(realm, reader, row.sent_at, language),
    text,
    html: row.html.length <= MAX_HTML ? mailHtml(row.html, realm.url) : paragraph(text),
    isEarlier,
  };
}

const paragraph = (text: string) => `<p style="white-space:pre-wrap">${escaped(text)}</p>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Formats a time in a user's language, time zone and clock format. */
function timeFor(realm: Realm, { id }: Pick<User, "id">, time: Seconds, language: Language): string {
  const { timezone, twenty_four_hour_time } = settingsOf(realm, id);
  const format = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: timezone === "" ? "UTC" : timezone,
    ...(twenty_four_hour_time !== null && { hourCycle: twenty_four_hour_time ? "h23" : "h12" }),
  });
  return format.format(inMilliseconds(time));
}
