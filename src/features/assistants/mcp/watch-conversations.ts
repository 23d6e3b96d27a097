import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json, text } from "../../../api/parameter.ts";
import { type Actor, isKeptFrom, readsDirects } from "../../../protocol/actor.ts";
import { badEventQueueId } from "../../../protocol/errors.ts";
import { toChannelId, toUserId } from "../../../protocol/ids.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { hasContentAccess } from "../../channels/channels/access.ts";
import { channelIndex, isSubscribed } from "../../channels/channels/channels.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { readerOf } from "../../messages/core/store/access.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { canAccessUser } from "../../organization/accounts/guest-visibility.ts";

const MAX_STREAMS = 2;

/**
 * Event queues of the open streams of each grant or bot, oldest first. They are only in memory: after an eviction, each
 * stream that continues registers again.
 */
const openStreams = inMemory(() => new Map<string, Set<string>>());

const listenerOf = ({ user_id, grant }: Actor) => (grant === undefined ? `account ${user_id}` : `grant ${grant.id}`);

/**
 * Registers a stream, or keeps it registered. A grant or bot can have two at a time. A third one ends the oldest, whose
 * client may be gone.
 */
function keepStream(realm: Realm, actor: Actor, queueId: string): void {
  if (realm.queues.byId(queueId)?.user_id !== actor.user_id) throw badEventQueueId(queueId);
  const all = openStreams(realm);
  const living = [...(all.get(listenerOf(actor)) ?? [])].filter((id) => realm.queues.byId(id) !== undefined);
  const own = new Set([...living, queueId]);
  all.set(listenerOf(actor), own);
  if (own.size <= MAX_STREAMS) return;
  const [oldest = ""] = own;
  own.delete(oldest);
  const queue = realm.queues.byId(oldest);
  if (queue !== undefined) realm.endQueue(queue);
}

export const MAX_WATCHED = 20;
/**
 * Maximum number of changed conversations and messages per request that are checked to decide whether the unread
 * messages changed.
 */
export const MAX_CHANGED = 20;
const MAX_PEOPLE = 100;

const id = v.pipe(v.number(), v.safeInteger());
const watchedSchema = v.variant("kind", [
  v.object({ kind: v.literal("channel"), channel_id: id }),
  v.object({ kind: v.literal("direct"), user_ids: v.pipe(v.array(id), v.maxLength(MAX_PEOPLE)) }),
  v.object({ kind: v.literal("message"), id }),
  v.object({ kind: v.literal("unread") }),
]);
type WatchedConversations = v.InferOutput<typeof watchedSchema>;

/** Registers the stream of an event queue. Returns which of the resources the stream can report. */
export const watchEndpoint = action({
  route: "POST /assistants/streams",
  internal: true,
  scope: "any",
  limited: false,
  params: {
    queue_id: text("id"),
    watched: json(v.pipe(v.array(watchedSchema), v.maxLength(MAX_WATCHED + MAX_CHANGED))),
  },
  reply: { readable: v.array(v.boolean()) },
  run({ realm, actor, params: { queue_id, watched } }) {
    keepStream(realm, actor, queue_id);
    return { readable: watched.map((one) => isReceived(realm, actor, one)) };
  },
});

/** Whether the account's event queues report changes of a resource, and the caller can read it. */
function isReceived(realm: Realm, actor: Actor, watched: WatchedConversations): boolean {
  switch (watched.kind) {
    case "unread":
      return readsChannels(actor);
    case "channel":
      return isChannelReceived(realm, actor, watched.channel_id);
    case "direct": {
      const people = watched.user_ids.map((user) => findUser(realm, user));
      if (!readsDirects(actor) || isKeptFrom(actor, watched.user_ids.map(toUserId))) return false;
      return people.every((user) => user !== undefined && canAccessUser(realm, actor, user));
    }
    case "message": {
      const place = placeOfMessage(realm, watched.id);
      if (place === undefined || !readerOf(realm, actor)(place)) return false;
      const channel = channelIndex(realm).byConversation.get(place.conversation_id);
      return channel === undefined || isChannelReceived(realm, actor, channel.id);
    }
  }
}

const readsChannels = ({ grant }: Actor): boolean => grant?.scopes.has("read") !== false;

function isChannelReceived(realm: Realm, actor: Actor, id: number): boolean {
  const channel = channelIndex(realm).byId.get(toChannelId(id));
  if (channel === undefined || channel.is_archived === 1 || !readsChannels(actor)) return false;
  return isSubscribed(realm, actor.user_id, channel.id) && hasContentAccess(realm, actor, channel);
}
