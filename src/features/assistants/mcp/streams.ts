import type { Actor } from "../../../protocol/actor.ts";
import { badEventQueueId } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";

const MOST_STREAMS = 2;

/**
 * The queues that feed the streams of each grant or bot, the oldest first. In memory alone: after the organization has left it,
 * every stream that goes on is noted again.
 */
const openStreams = new WeakMap<Realm, Map<string, Set<string>>>();

const listenerOf = ({ user_id, grant }: Actor) => (grant === undefined ? `account ${user_id}` : `grant ${grant.id}`);

/** Notes that a stream goes on. A grant or a bot has two at a time: another one ends the oldest, whose client may be gone. */
export function keepStream(realm: Realm, actor: Actor, queueId: string): void {
  if (realm.queues.byId(queueId)?.user_id !== actor.user_id) throw badEventQueueId(queueId);
  const all = openStreams.get(realm) ?? new Map<string, Set<string>>();
  openStreams.set(realm, all);
  const living = [...(all.get(listenerOf(actor)) ?? [])].filter((id) => realm.queues.byId(id) !== undefined);
  const own = new Set([...living, queueId]);
  all.set(listenerOf(actor), own);
  if (own.size <= MOST_STREAMS) return;
  const [oldest = ""] = own;
  own.delete(oldest);
  const queue = realm.queues.byId(oldest);
  if (queue !== undefined) realm.endQueue(queue);
}
