import { directMessageLink, messageLink } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { formatNameList, type Language } from "../../../protocol/language.ts";
import { shownTopic } from "../../../protocol/limits.ts";
import { words } from "../../../protocol/words/words.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { placesBefore } from "../../conversations/message-places.ts";
import { type EmailMessage, otherMailboxOf, sendMail } from "../../email/email.ts";
import { settingsOf, type User } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { isAddressDoubted } from "../../organization/accounts/authentication/credentials.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { waysToUnsubscribe } from "../../people/email-unsubscribe/email-unsubscribe.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import { destinationOfPlace } from "../core/send/destination.ts";
import { readerOf } from "../core/store/access.ts";
import { sentTimesOf } from "../core/store/stored-content.ts";
import { senderFor } from "../push-notifications/notification.ts";
import { excerptOf } from "./excerpts.ts";
import type { MissedConversation } from "./missed.ts";

/**
 * Returns the address for replying by email to a notification about missed messages, given the newest of them. Without
 * a handler, the email says that replies aren't read.
 */
export const replyAddressHook = hook<[user: UserId, newest: MessageIndexRow], string | undefined>("reply address");

const MAX_NAMES = 3;
/** A resolved topic is the same conversation, so its emails keep the same subject (channels-topics.md 6). */
const RESOLVED = /^✔ /;

/** Returns the name of a message's conversation as a user sees it, and the URL of the message in it. */
export function conversationFor(
  realm: Realm,
  user: UserId,
  { place, language }: { readonly place: MessageIndexRow; readonly language: Language },
): { readonly name: string; readonly url: string } {
  const destination = destinationOfPlace(realm, place);
  if (destination.kind === "channel") {
    const { id, name } = destination.channel;
    const topic = shownTopic(destination.topic, false);
    const path = messageLink(id, name, destination.topic, place.id);
    return { name: `#${name} > ${topic.replace(RESOLVED, "")}`, url: realm.url + path };
  }
  const words = emailWords[language];
  const { members } = destination;
  const others = members.filter((member) => member !== user);
  const url = realm.url + directMessageLink(members, place.id);
  if (others.length === 0) return { name: words.toYourself, url };
  const names = others.slice(0, MAX_NAMES).map((other) => senderFor(realm, other, user).full_name);
  const more = others.length - names.length;
  return { name: words.direct(formatNameList(language, more === 0 ? names : [...names, words.morePeople(more)])), url };
}

const emailWords = words("messageLetters", {
  direct: "Direct messages with {names}",
  toYourself: "Direct messages with yourself",
  newMessages: "New messages",
  missed: "You have {count, plural, one {# unread message} other {# unread messages}} in {organization}.",
  hiddenByOrganization: "Your organization doesn't include message content in emails.",
  hiddenByYou: "Your settings hide message content in emails.",
  hiddenUnconfirmed: "Message content is hidden until you confirm this email address.",
  open: "View conversation",
  openOrganization: "Open organization",
  more: "{count, plural, one {And # more message.} other {And # more messages.}}",
  moreConversations:
    "{count, plural, one {And # more conversation with unread messages.} other {And # more conversations with unread messages.}}",
  why: {
    direct: "You're getting this email because you have an unread direct message.",
    mention: "You're getting this email because someone mentioned you.",
    everybody: "You're getting this email because someone mentioned everyone here.",
    followed: "You're getting this email because you follow the topic.",
    channel: "You're getting this email because you turned on emails for this channel.",
  },
  noReply: "Replies to this address aren't read.",
  reply: "Reply to this email to post in the conversation.",
  settings: "Notification settings",
  stop: "Unsubscribe",
  morePeople: "{count, plural, other {# more}}",
});

/**
 * Headers that make email programs group the emails about a conversation. All of these emails reply to a first one that
 * was never sent, because mail services choose each Message-ID themselves.
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

/** Maximum messages shown in an email, and earlier ones shown for context. */
const MAX_SHOWN = 20;
const MAX_EARLIER = 3;
/** Maximum age of earlier messages shown, in seconds. */
const CONTEXT_SECONDS = 3600;

/** Values of `realm_name_in_email_notifications_policy` (users-groups-org.md 5). */
const NAME_ALWAYS = 2;
const NAME_NEVER = 3;

export const placesToShow = (realm: Realm, user: User, { places }: MissedConversation): MessageIndexRow[] =>
  mayShowContent(realm, user) ? [...earlierPlaces(realm, user, places[0]), ...places.slice(0, MAX_SHOWN)] : [];

/** Returns the text that explains why emails to a user contain no message content, or undefined if they can. */
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

/** Emails a user about one conversation; `others` is the number of other conversations that get no email. */
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

function send(realm: Realm, user: User, { subject, about, headers, ...draft }: Draft): void {
  const words = emailWords[emailLanguage(realm, user)];
  const other = otherMailboxOf(realm, user.id);
  // Users who joined through an outside link can't reply by email, because only their browser identifies them.
  const replyTo = other === undefined ? draft.replyTo : undefined;
  const unsubscribe = waysToUnsubscribe(realm, user, "messages");
  const { name } = realmSettings(realm);
  sendMail(realm, {
    to: other?.address ?? user.delivery_email,
    subject: namesOrganization(realm, user) ? `[${name}] ${subject}` : subject,
    ...draft,
    footer: {
      text: [...about, replyTo === undefined ? words.noReply : words.reply].join(" "),
      links: [
        ...(other === undefined ? [{ label: words.settings, url: `${realm.url}/#settings/notifications` }] : []),
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
