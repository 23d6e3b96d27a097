import type { FeedPlace } from "../../model/places/place.ts";
import { feedWords } from "../../words/feed.ts";

/** Shown above the first message of a feed. */
export function Beginning({ place }: { readonly place: FeedPlace }) {
  const { topic, channel, direct, other } = feedWords().beginning;
  const text = { topic, channel, direct }[place.view as "topic" | "channel" | "direct"] ?? other;
  return <p>{text}</p>;
}
