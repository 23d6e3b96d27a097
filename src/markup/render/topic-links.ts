import type { Linkifier } from "../names.ts";
import { bareLinkAt } from "../parse/inline/bare-link.ts";
import { linkifierMatches } from "./linkifiers.ts";

export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

interface PlacedLink extends TopicLink {
  readonly start: number;
}

function overlap(a: PlacedLink, b: PlacedLink): boolean {
  return a.start < b.start + b.text.length && b.start < a.start + a.text.length;
}

/** Finds the bare URLs in a topic. One without a scheme is linked with https. */
function addresses(topic: string): PlacedLink[] {
  const found: PlacedLink[] = [];
  for (const word of topic.matchAll(/[^ !;),'"]+/g)) {
    const link = bareLinkAt(word[0], 0, word[0].length);
    if (!link || link.href.startsWith("mailto:")) continue;
    const text = word[0].slice(0, link.end);
    found.push({ start: word.index, text, url: /^[a-z]+:/i.test(text) ? text : `https://${text}` });
  }
  return found;
}

/** Returns the `topic_links` of a topic, in text order. Linkifier matches take precedence over bare URLs. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const candidates = linkifiers.flatMap((linkifier) => linkifierMatches(linkifier, topic));
  const kept: PlacedLink[] = [];
  for (const each of [...candidates, ...addresses(topic)]) {
    if (!kept.some((other) => overlap(other, each))) kept.push(each);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
}
