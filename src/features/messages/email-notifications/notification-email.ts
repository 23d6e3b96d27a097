import type { Realm } from "../../../realm/realm.ts";
import { placesBefore } from "../../conversations/changes.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { type EmailMessage, sendMail } from "../../email/email.ts";
import { settingsOf, type User } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { isAddressDoubted } from "../../organization/accounts/authentication/credentials.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { waysToUnsubscribe } from "../../people/email-unsubscribe/email-unsubscribe.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import { readerOf } from "../core/store/access.ts";
import { sentTimesOf } from "../core/store/stored-content.ts";
import { emailWords } from "./email-words.ts";
import { excerptOf } from "./excerpts.ts";
import { replyAddressHook } from "./hooks.ts";
import type { MissedConversation } from "./missed.ts";
import { conversationFor } from "./place-names.ts";

/**
 * Headers that make email programs group the emails about a conversation. All of them reply to a first one that was
 * never sent, because mail services choose each Message-ID themselves.
 */
function threadHeaders(realm: Realm, place: MessageIndexRow | null): Record<string, string> {
  const [domain = "localhost"] = realm.host.split(":");
  const conversation = place === null ? "unread" : `conversation-${place.conversation_id}-${place.topic_id ?? 0}`;
  const first = `<${conversation}@${domain}>`;
  return {
    "In-Reply-To": first,
    References: first,
    // Out-of-office replies to the server are unwanted.
    "X-Auto-Response-Suppress": "All",
  };
}

/** Messages shown in an email, and earlier ones for context. */
const MAX_SHOWN = 20;
const MAX_EARLIER = 3;
/** Maximum age of earlier messages shown, in seconds. */
const CONTEXT_SECONDS = 3600;

/** Values of `realm_name_in_email_notifications_policy` (users-groups-org.md 5). */
const NAME_ALWAYS = 2;
const NAME_NEVER = 3;

export const placesToShow = (realm: Realm, user: User, { places }: MissedConversation): MessageIndexRow[] =>
  mayShowContent(realm, user) ? [...earlierPlaces(realm, user, places[0]), ...places.slice(0, MAX_SHOWN)] : [];

/** Returns the text that says why emails to a user contain no message content, or undefined if they can. */
function whyHidden(realm: Realm, user: User) {
  if (!realmSettings(realm).message_content_allowed_in_email_notifications) return "hiddenByOrganization";
  if (!settingsOf(realm, user.id).message_content_in_email_notifications) return "hiddenByYou";
  return isAddressDoubted(realm, user) ? "hiddenUnconfirmed" : undefined;
}

export const mayShowContent = (realm: Realm, user: User): boolean => whyHidden(realm, user) === undefined;

function earlierPlaces(realm: Realm, user: User, first: MessageIndexRow): MessageIndexRow[] {
  const mayRead = readerOf(realm, viewerOf(realm, user.id));
  return placesBefore(realm, first, MAX_EARLIER).filter(
    (place) => mayRead(place) && !mutersOf(realm, place.sender_id).has(user.id),
  );
}

/** Emails a user about one conversation; `others` is the number of further conversations that get no email. */
export function writeEmail(
  realm: Realm,
  user: User,
  { conversation, others }: { readonly conversation: MissedConversation; readonly others: number },
): void {
  const { places, reason } = conversation;
  const language = emailLanguage(realm, user);
  const words = emailWords[language];
  const shown = placesToShow(realm, user, conversation);
  const sent = sentTimesOf(
    realm,
    shown.map(({ id }) => id),
  );
  const firstSent = sent.get(places[0].id) ?? 0;
  const messages = shown.flatMap((place) => {
    const isEarlier = place.id < places[0].id;
    if (isEarlier && (sent.get(place.id) ?? 0) < firstSent - CONTEXT_SECONDS) return [];
    return excerptOf(realm, user, { place, language, isEarlier }) ?? [];
  });
  const hidden = places.length - messages.filter((message) => !message.isEarlier).length;
  const { name, url } = conversationFor(realm, user.id, { place: places[0], language });
  const [newest = places[0]] = places.slice(-1);
  const [replyTo] = realm.collect(replyAddressHook, user.id, newest).flatMap((address) => address ?? []);
  send(realm, user, {
    subject: name,
    paragraphs: [words.missed(places.length, realmSettings(realm).name)],
    excerpts: [{ messages, ...(hidden > 0 && { more: words.more(hidden) }) }],
    link: { label: words.open, url },
    headers: threadHeaders(realm, places[0]),
    about: [...(others > 0 ? [words.moreConversations(others)] : []), words.why[reason]],
    replyTo,
  });
}

/** Emails a user that there is something to read, without saying what or from whom. */
export function writeHiddenEmail(realm: Realm, user: User, conversations: readonly MissedConversation[]): void {
  const words = emailWords[emailLanguage(realm, user)];
  const count = conversations.reduce((sum, { places }) => sum + places.length, 0);
  send(realm, user, {
    subject: words.newMessages,
    paragraphs: [words.missed(count, realmSettings(realm).name), words[whyHidden(realm, user) ?? "hiddenByYou"]],
    link: { label: words.openOrganization, url: `${realm.url}/` },
    headers: threadHeaders(realm, null),
    about: [],
  });
}

interface Draft extends Pick<EmailMessage, "paragraphs" | "excerpts" | "link" | "headers" | "replyTo"> {
  /** Without the organization's name. */
  readonly subject: string;
  readonly about: readonly string[];
}

function send(realm: Realm, user: User, { subject, about, headers, replyTo, ...draft }: Draft): void {
  const words = emailWords[emailLanguage(realm, user)];
  const unsubscribe = waysToUnsubscribe(realm, user, "messages");
  const { name } = realmSettings(realm);
  sendMail(realm, {
    to: user.delivery_email,
    subject: namesOrganization(realm, user) ? `[${name}] ${subject}` : subject,
    ...draft,
    footer: {
      text: [...about, replyTo === undefined ? words.noReply : words.reply].join(" "),
      links: [
        { label: words.settings, url: `${realm.url}/#settings/notifications` },
        { label: words.stop, url: unsubscribe.url },
      ],
    },
    headers: { ...headers, ...unsubscribe.headers },
    replyTo,
  });
}

/** Whether subjects name the organization. By default, they do unless it is at the root domain. */
function namesOrganization(realm: Realm, { id }: User): boolean {
  const policy = settingsOf(realm, id).realm_name_in_email_notifications_policy;
  return policy === NAME_ALWAYS || (policy !== NAME_NEVER && realm.identity.subdomain !== "");
}
