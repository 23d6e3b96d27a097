import { formatNameList } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { type Excerpt, sendMail } from "../../email/email.ts";
import { excerptOf } from "../../messages/email-notifications/excerpts.ts";
import { conversationFor, mayShowContent } from "../../messages/email-notifications/notification-email.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { waysToUnsubscribe } from "../../people/email-unsubscribe/email-unsubscribe.ts";
import { busiestFor, newChannelsFor } from "./busiest.ts";

const digestWords = words("digest", {
  subject: "What you missed in {organization}",
  intro: "It's been a few days since you were in {organization}. In the past week:",
  conversations: "{count, plural, one {# busy conversation.} other {# busy conversations.}}",
  messages: "{count, plural, one {# message} other {# messages}}",
  newChannels: "New channels: {names}",
  newChannelsCount: "{count, plural, one {# new channel.} other {# new channels.}}",
  open: "Catch up",
  why: "You're getting this email because you've been away, at most once a week.",
  settings: "Notification settings",
  stop: "Unsubscribe",
  moreChannels: "{count, plural, other {# more}}",
});

const MAX_CHANNELS = 10;

interface DigestContent {
  readonly topics: ReturnType<typeof busiestFor>;
  readonly channels: ReturnType<typeof newChannelsFor>;
}

/** Returns a user's digest since a time, or undefined if there is nothing to report. */
export function digestFor(
  realm: Realm,
  user: User,
  { busiest, since }: { readonly busiest: Parameters<typeof busiestFor>[2]; readonly since: Seconds },
): DigestContent | undefined {
  const topics = busiestFor(realm, user.id, busiest, since);
  const channels = newChannelsFor(realm, user.id, since);
  return topics.length + channels.length === 0 ? undefined : { topics, channels };
}

export const placesOfDigest = (realm: Realm, user: User, { topics }: DigestContent): MessageIndexRow[] =>
  mayShowContent(realm, user) ? topics.flatMap(({ shown }) => shown) : [];

export function writeDigest(realm: Realm, user: User, { topics, channels }: DigestContent): void {
  const language = emailLanguage(realm, user);
  const words = digestWords[language];
  const { name } = realmSettings(realm);
  const shows = mayShowContent(realm, user);
  const paragraphs = [words.intro(name)];
  if (!shows && topics.length > 0) paragraphs.push(words.conversations(topics.length));
  if (channels.length > 0) {
    const names = channels.slice(0, MAX_CHANNELS).map((channel) => `#${channel.name}`);
    const count = channels.length;
    const more = count - names.length;
    const shown = formatNameList(language, more === 0 ? names : [...names, words.moreChannels(more)]);
    paragraphs.push(shows ? words.newChannels(shown) : words.newChannelsCount(count));
  }
  const unsubscribe = waysToUnsubscribe(realm, user, "digest");
  const excerpt = ({ messages, shown }: DigestContent["topics"][number]): Excerpt => {
    const { name: label, url } = conversationFor(realm, user.id, { place: shown[0], language });
    return {
      title: { label: `${label} (${words.messages(messages)})`, url },
      messages: shown.flatMap((place) => excerptOf(realm, user, { place, language, isEarlier: false }) ?? []),
    };
  };
  sendMail(realm, {
    to: user.delivery_email,
    subject: words.subject(name),
    paragraphs,
    excerpts: shows ? topics.map(excerpt) : [],
    link: { label: words.open, url: `${realm.url}/` },
    footer: {
      text: words.why,
      links: [
        { label: words.settings, url: `${realm.url}/#settings/notifications` },
        { label: words.stop, url: unsubscribe.url },
      ],
    },
    headers: { "X-Auto-Response-Suppress": "All", ...unsubscribe.headers },
  });
}
