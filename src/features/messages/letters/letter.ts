import type { Realm } from "../../../realm/realm.ts";
import { placesBefore } from "../../conversations/changes.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { type EmailMessage, sendMail } from "../../mail/mail.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { viewerOf } from "../../organization/users/audience.ts";
import { isAddressDoubted } from "../../organization/users/authentication/ways-in.ts";
import { letterLanguage } from "../../organization/users/letter-language.ts";
import { settingsOf, type User } from "../../organization/users/users.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import { waysToUnsubscribe } from "../../people/unsubscribing/unsubscribing.ts";
import { readerOf } from "../messages/store/access.ts";
import { sentTimesOf } from "../messages/store/stored-content.ts";
import { excerptOf } from "./excerpts.ts";
import { replyAddressHook } from "./hooks.ts";
import { letterWords } from "./letter-words.ts";
import type { MissedConversation } from "./missed.ts";
import { conversationFor } from "./place-names.ts";

/**
 * The headers by which programs for mail show the letters about a conversation together: all of them say that they answer
 * a first one, which was never sent. Services for mail choose the Message-ID of each letter themselves.
 */
function threadHeaders(realm: Realm, place: MessageIndexRow | null): Record<string, string> {
  const [domain = "localhost"] = realm.host.split(":");
  const conversation = place === null ? "unread" : `conversation-${place.conversation_id}-${place.topic_id ?? 0}`;
  const first = `<${conversation}@${domain}>`;
  return {
    "In-Reply-To": first,
    References: first,
    // Programs of people who are away need not tell the server.
    "X-Auto-Response-Suppress": "All",
  };
}

/** The number of messages that a letter shows, and of those that came before them. */
const MAX_SHOWN = 20;
const MAX_EARLIER = 3;
/** The age up to which earlier messages are shown, in seconds. */
const CONTEXT_SECONDS = 3600;

/** Values of `realm_name_in_email_notifications_policy` (users-groups-org.md 5). */
const NAME_ALWAYS = 2;
const NAME_NEVER = 3;

/** The messages whose texts the letter about a conversation needs. */
export const placesToShow = (realm: Realm, user: User, { places }: MissedConversation): MessageIndexRow[] =>
  mayShowContent(realm, user) ? [...earlierPlaces(realm, user, places[0]), ...places.slice(0, MAX_SHOWN)] : [];

/** Whether letters to a user may say what messages are about, by the organization's settings and their own. */
export const mayShowContent = (realm: Realm, user: User): boolean =>
  realmSettings(realm).message_content_allowed_in_email_notifications &&
  settingsOf(realm, user.id).message_content_in_email_notifications &&
  !isAddressDoubted(realm, user);

function earlierPlaces(realm: Realm, user: User, first: MessageIndexRow): MessageIndexRow[] {
  const mayRead = readerOf(realm, viewerOf(realm, user.id));
  return placesBefore(realm, first, MAX_EARLIER).filter(
    (place) => mayRead(place) && !mutersOf(realm, place.sender_id).has(user.id),
  );
}

/** Sends a letter about one conversation; `others` is how many more there are about which no letter comes. */
export function writeLetter(
  realm: Realm,
  user: User,
  { conversation, others }: { readonly conversation: MissedConversation; readonly others: number },
): void {
  const { places, reason } = conversation;
  const language = letterLanguage(realm, user);
  const words = letterWords[language];
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
  const { name, url } = conversationFor(realm, user.id, { place: places[0], words });
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

/** Sends a letter that only says that there is something to read, and not what or from whom. */
export function writeHiddenLetter(realm: Realm, user: User, conversations: readonly MissedConversation[]): void {
  const words = letterWords[letterLanguage(realm, user)];
  const count = conversations.reduce((sum, { places }) => sum + places.length, 0);
  const settings = realmSettings(realm);
  const isAllowed = settings.message_content_allowed_in_email_notifications;
  send(realm, user, {
    subject: words.newMessages,
    paragraphs: [words.missed(count, settings.name), isAllowed ? words.hiddenByYou : words.hiddenByOrganization],
    link: { label: words.openOrganization, url: `${realm.url}/` },
    headers: threadHeaders(realm, null),
    about: [],
  });
}

interface Draft extends Pick<EmailMessage, "paragraphs" | "excerpts" | "link" | "headers" | "replyTo"> {
  /** Without the name of the organization. */
  readonly subject: string;
  /** The beginning of the small print. */
  readonly about: readonly string[];
}

function send(realm: Realm, user: User, { subject, about, headers, replyTo, ...draft }: Draft): void {
  const words = letterWords[letterLanguage(realm, user)];
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

/**
 * Whether subjects name the organization, which they do by themselves where the server's address leaves room for others.
 */
function namesOrganization(realm: Realm, { id }: User): boolean {
  const policy = settingsOf(realm, id).realm_name_in_email_notifications_policy;
  return policy === NAME_ALWAYS || (policy !== NAME_NEVER && realm.identity.subdomain !== "");
}
