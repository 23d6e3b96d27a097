import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import type { Realm } from "../../../realm/realm.ts";
import { policiesIn, setVisibilityPolicy, Visibility, type VisibilityPolicy } from "./topic-visibility.ts";

interface TopicKey {
  readonly channel: ChannelId;
  readonly topic: string;
}

interface Move {
  readonly from: TopicKey;
  readonly to: TopicKey;
  readonly joins: boolean;
  /** Whether a user can see the topic at its new location. */
  readonly follows: (user: UserId) => boolean;
}

/** Moves all users' visibility policies along with a topic that was moved as a whole (messages.md 7, effect 5). */
export function moveTopicPreferences(realm: Realm, { from, to, joins, follows }: Move): void {
  if (from.channel === to.channel && nameKey(from.topic) === nameKey(to.topic)) return;
  const old = policiesIn(realm, from.channel, from.topic);
  const there = policiesIn(realm, to.channel, to.topic);
  for (const user of new Set([...old.keys(), ...there.keys()])) {
    const policy = old.get(user) ?? Visibility.none;
    setVisibilityPolicy(realm, user, from.channel, from.topic, Visibility.none);
    if (!follows(user)) continue;
    const wanted = joins ? merged(policy, there.get(user) ?? Visibility.none) : policy;
    setVisibilityPolicy(realm, user, to.channel, to.topic, wanted);
  }
}

/** Returns the policy for two merged topics, preferring to show too much rather than too little. */
export function merged(one: VisibilityPolicy, other: VisibilityPolicy): VisibilityPolicy {
  if (one === other) return one;
  const both = new Set([one, other]);
  if (both.has(Visibility.unmuted)) return Visibility.unmuted;
  return both.has(Visibility.followed) && both.has(Visibility.none) ? Visibility.followed : Visibility.none;
}
