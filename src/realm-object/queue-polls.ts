import type { Actor } from "../protocol/actor.ts";
import { badEventQueueId, badRequest } from "../protocol/errors.ts";
import { eventOf, QUEUE_TIMER, type Queue, queueExpiry } from "../realm/events/queues.ts";
import type { PollCall } from "../rpc/realm-call.ts";
import { after, type Milliseconds, milliseconds } from "../util/time.ts";
import type { BuiltRealm } from "./build-realm.ts";

/** Answers an admitted caller's poll of an event queue, or opens a stream for it (register-and-events.md 3). */
export function pollQueue(built: BuiltRealm, actor: Actor | null, call: PollCall): Response | Promise<Response> {
  const { listeners } = built;
  const queue = acknowledgedQueue(built, actor, call);
  return call.stream === true && call.credentials !== null
    ? listeners.stream(queue, call.credentials, call.continent)
    : listeners.poll(queue, call);
}

/** Answers an admitted caller's poll that arrives as an RPC call, or returns null if it must be sent as a request. */
export const waitForQueue = (built: BuiltRealm, actor: Actor | null, call: PollCall): Promise<string | null> =>
  built.listeners.wait(acknowledgedQueue(built, actor, call), call);

/** Returns the queue of a call after checking that it is the caller's, and acknowledges the received events. */
function acknowledgedQueue(
  built: BuiltRealm,
  actor: Actor | null,
  { queue_id, last_event_id, facts }: PollCall,
): Queue {
  const { realm } = built;
  const queue = realm.queues.byId(queue_id);
  if (queue === undefined || queue.user_id !== actor?.user_id) throw badEventQueueId(queue_id, facts.client);
  if (hasExpired(built, queue)) {
    realm.change(() => realm.endQueue(queue));
    throw badEventQueueId(queue_id, facts.client);
  }
  const upTo = eventOf(queue, last_event_id);
  if (upTo < queue.acknowledged) throw badRequest(`An event newer than ${last_event_id} has already been pruned!`);
  if (upTo > realm.lastEventId) throw badRequest(`Event ${last_event_id} was not in this queue`);
  realm.queues.acknowledge(queue, upTo);
  return queue;
}

/**
 * True if no client polled within the queue's lifespan, and none is waiting. A waiting client keeps a queue alive,
 * however short its lifespan.
 */
const hasExpired = ({ realm, listeners }: BuiltRealm, queue: Queue): boolean =>
  queueExpiry(queue) <= realm.clock.milliseconds() && !listeners.isWaiting(queue);

/** Ends the expired queues, and sets the timer for the next one. */
export function expireQueues(built: BuiltRealm): void {
  const { realm, listeners } = built;
  listeners.check();
  const now = realm.clock.milliseconds();
  realm.change(() => {
    let next: Milliseconds | null = null;
    for (const queue of [...realm.queues.all()]) {
      if (hasExpired(built, queue)) {
        realm.endQueue(queue);
        continue;
      }
      const end = milliseconds(Math.max(after(now, queue.lifespan), queueExpiry(queue)));
      if (next === null || end < next) next = end;
    }
    if (next !== null) realm.timers.set(QUEUE_TIMER, next);
  });
  realm.queues.sweep();
}
