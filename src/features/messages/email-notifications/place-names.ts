import { directMessageLink, messageLink } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { formatNameList, type Language } from "../../../protocol/language.ts";
import { shownTopic } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { senderFor } from "../push-notifications/notification.ts";
import { destinationOfPlace } from "./decide.ts";
import { emailWords } from "./email-words.ts";

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
