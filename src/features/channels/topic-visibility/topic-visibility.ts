import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { statement } from "../../../database/statement.ts";
import { missingArgument, unsupportedCombination } from "../../../protocol/errors.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { tooMany } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { importedTopic } from "../../conversations/archive.ts";
import { topicParameter } from "../../conversations/topic-name.ts";
import { accessChannel, accessChannelByName } from "../channels/access.ts";
import { channelIndex } from "../channels/channels.ts";
import { shownTo, shownTopics, topicPreferenceChanged, topicsMuted, wantsMutedTopics } from "./events.ts";

export const schema = [
  `CREATE TABLE topic_preferences (
     user_id INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     topic_key TEXT NOT NULL,
     topic TEXT NOT NULL,
     policy INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     PRIMARY KEY (user_id, channel_id, topic_key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX topic_preferences_by_topic ON topic_preferences (channel_id, topic_key);`,
];

/** A user's visibility policy for one topic. Without a row it is `none`, which inherits from the channel. */
interface PreferenceRow {
  readonly user_id: UserId;
  readonly channel_id: ChannelId;
  readonly topic_key: string;
  /** Topic name as sent by the user's client. */
  readonly topic: string;
  readonly policy: 1 | 2 | 3;
  readonly updated_at: Seconds;
}

const columnList = "user_id, channel_id, topic_key, topic, policy, updated_at";
const preferenceFor = statement<{ user: number; channel: number; key: string }, PreferenceRow>(
  `SELECT ${columnList} FROM topic_preferences WHERE user_id = :user AND channel_id = :channel AND topic_key = :key`,
);
const preferencesOfUser = statement<{ user: number }, PreferenceRow>(
  `SELECT ${columnList} FROM topic_preferences WHERE user_id = :user ORDER BY updated_at, channel_id, topic_key`,
);
const preferencesInTopic = statement<{ channel: number; key: string }, PreferenceRow>(
  `SELECT ${columnList} FROM topic_preferences WHERE channel_id = :channel AND topic_key = :key ORDER BY user_id`,
);
const countOfUser = statement<{ user: number }, { count: number }>(
  "SELECT count(*) AS count FROM topic_preferences WHERE user_id = :user",
);
type NewPreference = { user: number; channel: number; key: string; topic: string; policy: number; updated_at: Seconds };
const putPreference = statement<NewPreference>(
  `INSERT INTO topic_preferences (user_id, channel_id, topic_key, topic, policy, updated_at)
   VALUES (:user, :channel, :key, :topic, :policy, :updated_at)
   ON CONFLICT (user_id, channel_id, topic_key) DO UPDATE
     SET topic = excluded.topic, policy = excluded.policy, updated_at = excluded.updated_at`,
);
const deletePreference = statement<{ user: number; channel: number; key: string }>(
  "DELETE FROM topic_preferences WHERE user_id = :user AND channel_id = :channel AND topic_key = :key",
);

/** Visibility policies of a topic (channels-topics.md 5); `none` inherits from the channel. */
export const Visibility = Object.freeze({ none: 0, muted: 1, unmuted: 2, followed: 3 } as const);
export type VisibilityPolicy = (typeof Visibility)[keyof typeof Visibility];

export const visibilityPolicy = (realm: Realm, user: UserId, channel: ChannelId, topic: string): VisibilityPolicy =>
  preferenceFor.first(realm.sql, { user, channel, key: nameKey(topic) })?.policy ?? Visibility.none;

/** Returns a user's visibility policies, oldest first. */
export const policiesOf = (realm: Realm, user: UserId): PreferenceRow[] => preferencesOfUser.all(realm.sql, { user });

export const policiesIn = (realm: Realm, channel: ChannelId, topic: string): Map<UserId, VisibilityPolicy> =>
  new Map(
    preferencesInTopic.all(realm.sql, { channel, key: nameKey(topic) }).map(({ user_id, policy }) => [user_id, policy]),
  );

/** Whether a user can have another topic policy. Automatic following checks this first. */
export const canAddPreference = (realm: Realm, user: UserId): boolean =>
  countOfUser.one(realm.sql, { user }).count < limits.account.topic_preferences;

/** Sets a visibility policy at a user's request, within the limit of policies per user. */
function chooseVisibilityPolicy(
  realm: Realm,
  user: UserId,
  { channel, topic }: { readonly channel: ChannelId; readonly topic: string },
  policy: VisibilityPolicy,
): void {
  const isNew = policy !== Visibility.none && visibilityPolicy(realm, user, channel, topic) === Visibility.none;
  const { topic_preferences } = limits.account;
  if (isNew && !canAddPreference(realm, user)) throw tooMany(topic_preferences, "muted, unmuted or followed topics");
  setVisibilityPolicy(realm, user, channel, topic, policy);
}

/** Writes and emits a visibility policy, unless it is unchanged. */
export function setVisibilityPolicy(
  realm: Realm,
  user: UserId,
  channel: ChannelId,
  topic: string,
  policy: VisibilityPolicy,
): void {
  if (visibilityPolicy(realm, user, channel, topic) === policy) return;
  const key = nameKey(topic);
  const updated_at = realm.seconds();
  if (policy === Visibility.none) deletePreference.run(realm.sql, { user, channel, key });
  else putPreference.run(realm.sql, { user, channel, key, topic, policy, updated_at });
  realm.emit(
    topicPreferenceChanged({
      stream_id: channel,
      topic_name: topic,
      last_updated: updated_at,
      visibility_policy: policy,
    }),
    only(user),
  );
  if ([...realm.queues.ofUser(user)].some(({ client }) => wantsMutedTopics(client))) {
    realm.emit(topicsMuted({ muted_topics: mutedTopics(realm, user) }), only(user));
  }
}

/** Muted topics in the older form: channel name, topic, time. */
function mutedTopics(realm: Realm, user: UserId): [string, string, number][] {
  const { byId } = channelIndex(realm);
  return policiesOf(realm, user).flatMap(({ policy, channel_id, topic, updated_at }): [string, string, number][] => {
    const channel = byId.get(channel_id);
    return policy === Visibility.muted && channel !== undefined ? [[channel.name, topic, updated_at]] : [];
  });
}

export const topicPreferenceState = stateSlice({
  types: ["user_topic"],
  collect: ({ realm, actor }) => ({ preferences: actor === null ? [] : policiesOf(realm, actor.user_id) }),
  shape: ({ preferences }, client) => ({
    user_topics: preferences.map(({ channel_id, topic, updated_at, policy }) => ({
      stream_id: channel_id,
      topic_name: shownTo(client, topic),
      last_updated: updated_at,
      visibility_policy: policy,
    })),
  }),
});

/** Muted topics in the older form. Omitted if a client fetches the newer form. */
export const mutedTopicState = stateSlice({
  types: ["muted_topics"],
  collect: ({ realm, actor, client, fetches }) => {
    if (fetches("user_topic")) return {};
    return { muted_topics: actor === null ? [] : shownTopics(mutedTopics(realm, actor.user_id), client) };
  },
});

export const setTopicPreferenceEndpoint = action({
  route: "POST /user_topics",
  scope: "write",
  params: {
    stream_id: integer,
    topic: topicParameter,
    visibility_policy: json(v.picklist(Object.values(Visibility))),
  },
  run({ realm, actor, params: { stream_id, topic, visibility_policy } }) {
    const channel = accessChannel(realm, actor, stream_id);
    chooseVisibilityPolicy(realm, actor.user_id, { channel: channel.id, topic }, visibility_policy);
  },
});

export const muteTopicEndpoint = action({
  route: "PATCH /users/me/subscriptions/muted_topics",
  params: {
    stream_id: optional(integer),
    stream: optional(text("name")),
    topic: topicParameter,
    op: oneOf("add", "remove"),
  },
  run({ realm, actor, params: { stream_id, stream, topic, op } }) {
    if (stream_id !== undefined && stream !== undefined) throw unsupportedCombination("stream_id", "stream");
    if (stream_id === undefined && stream === undefined) throw missingArgument("stream_id");
    const channel =
      stream === undefined ? accessChannel(realm, actor, stream_id ?? 0) : accessChannelByName(realm, actor, stream);
    const place = { channel: channel.id, topic };
    const isMuted = visibilityPolicy(realm, actor.user_id, channel.id, topic) === Visibility.muted;
    if (op === "add") chooseVisibilityPolicy(realm, actor.user_id, place, Visibility.muted);
    else if (isMuted) chooseVisibilityPolicy(realm, actor.user_id, place, Visibility.none);
  },
});

const policySchema = v.picklist([1, 2, 3]);

export const preferenceArchive = ownedArchive("topic_preferences", {
  most: { number: limits.account.topic_preferences },
  reading: { key: ["user_id", "channel_id", "topic_key"], columns: ["topic", "policy", "updated_at"] },
  row(row, { filter }) {
    const channel_id = row.number("channel_id");
    // The export leaves out channels that its user can't see.
    if (!filter.includesChannel(channel_id)) return undefined;
    return {
      user_id: row.number("user_id"),
      channel_id,
      topic: row.text("topic"),
      visibility_policy: v.parse(policySchema, row.number("policy")),
      last_updated: row.number("updated_at"),
    };
  },
  write(writing, user, row) {
    const channel = writing.id("channel", row.channel_id);
    if (channel === undefined) return LeftOut.unknownChannel;
    const topic = importedTopic(row.topic);
    const key = nameKey(topic);
    const { visibility_policy: policy, last_updated } = row;
    const values = { user, channel, key, topic, policy, updated_at: seconds(last_updated) };
    return { key: `${channel} ${key}`, write: () => insertPreference.run(writing.realm.sql, values) };
  },
});

const insertPreference = statement<NewPreference>(
  `INSERT OR IGNORE INTO topic_preferences (user_id, channel_id, topic_key, topic, policy, updated_at)
   VALUES (:user, :channel, :key, :topic, :policy, :updated_at)`,
);
