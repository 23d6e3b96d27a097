import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import { perClient } from "../../../client/per-client.ts";
import { canStartTopics } from "../../../model/channels/channel-permissions.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ChannelId, UserId } from "../../../model/ids.ts";
import { indexed, type SearchItem } from "../../../model/match.ts";
import { type Target, topicNameKey } from "../../../model/routes/conversation.ts";

/**
 * Maximum age of a cached response. Cached responses become stale because this client receives no events about a
 * channel's subscribers.
 */
const FRESH_MS = 60_000;

interface CachedMembers {
  readonly members: Signal<ReadonlySet<UserId> | undefined>;
  askedAt: number;
}

const cacheOf = perClient(() => new Map<ChannelId, CachedMembers>());

function at(client: Client, channel: ChannelId): CachedMembers {
  const channels = cacheOf(client);
  const known = channels.get(channel) ?? { members: signal(undefined), askedAt: Number.NEGATIVE_INFINITY };
  channels.set(channel, known);
  return known;
}

/**
 * Returns a channel's subscribers, or undefined until they are loaded. They are loaded when a mention is first
 * completed.
 */
export function membersOf(client: Client, channel: ChannelId): ReadonlySignal<ReadonlySet<UserId> | undefined> {
  const known = at(client, channel);
  if (performance.now() - known.askedAt > FRESH_MS) {
    known.askedAt = performance.now();
    client.api.get<{ subscribers: UserId[] }>(`/streams/${channel}/members`).then(
      ({ subscribers }) => {
        known.members.value = new Set(subscribers);
      },
      // Errors aren't shown, because the next mention repeats the request.
      () => {
        known.askedAt = Number.NEGATIVE_INFINITY;
      },
    );
  }
  return known.members;
}

/** Adds newly subscribed users to the known subscribers. */
export function noteMembers(client: Client, channel: ChannelId, users: readonly UserId[]): void {
  const { members } = at(client, channel);
  if (members.value !== undefined) members.value = new Set([...members.value, ...users]);
}

/**
 * Returns the keys of a channel's topics if the user can't create other topics. Undefined if any topic is allowed, or
 * while the topics are loading. Signals that call this are updated when the topics change.
 */
export function onlyTopics(client: Client, target: Target | undefined): ReadonlySet<string> | undefined {
  if (target?.kind !== "topic" || target.channel === undefined) return undefined;
  const channel = channelById(client.watch("channels"), target.channel);
  if (channel === undefined || canStartTopics(client.watch("groups"), channel)) return undefined;
  const { topics } = client.topics.of(target.channel).value;
  client.topics.ask(target.channel);
  return topics && new Set(topics.map(({ name }) => topicNameKey(name)));
}

/**
 * An index of each topic list, because a list can have thousands of topics. Keyed by the list object, because each
 * change replaces that object.
 */
const indexes = new WeakMap<object, readonly SearchItem<string>[]>();

/**
 * Returns a channel's topics, newest first, or none until they are loaded. Signals that call this are updated when the
 * topics change.
 */
export function topicsOf(client: Client, channel: ChannelId): readonly SearchItem<string>[] {
  const { topics } = client.topics.of(channel).value;
  client.topics.ask(channel);
  if (topics === undefined) return [];
  const known = indexes.get(topics);
  if (known !== undefined) return known;
  const index = indexed(
    topics.map(({ name }) => name),
    (name) => [name === "" ? client.watch().realm_empty_topic_display_name : name],
  );
  indexes.set(topics, index);
  return index;
}
