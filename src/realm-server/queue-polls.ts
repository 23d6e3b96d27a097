import type { Actor } from "../protocol/actor.ts";
import { badEventQueueId, badRequest } from "../protocol/errors.ts";
import { endOf, eventOf, QUEUE_TIMER, type Queue } from "../realm/events/queues.ts";
import type { PollCall } from "../rpc/realm-call.ts";
import { after, type Milliseconds, milliseconds } from "../util/time.ts";
import type { BuiltRealm } from "./build-realm.ts";

/** Answers an admitted caller's poll of an event queue (register-and-events.md 3). */
export function pollQueue(
  built: BuiltRealm,
  actor: Actor | null,
  { queue_id, last_event_id, dont_block, facts }: PollCall,
): Promise<Response> {
  const { realm, longPolls } = built;
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
  return longPolls.poll(queue, dont_block);
}

/** Whether no poll has come for a queue's lifespan, and none waits: one that is waited on lives, however short that is. */
const hasExpired = ({ realm, longPolls }: BuiltRealm, queue: Queue): boolean =>
  endOf(queue) <= realm.clock.milliseconds() && !longPolls.isWaiting(queue);

/** Ends the queues that no poll has come for, and sets the timer for the next one. */
export function expireQueues(built: BuiltRealm): void {
  const { realm } = built;
  const now = realm.clock.milliseconds();
  realm.change(() => {
    let next: Milliseconds | null = null;
    for (const queue of [...realm.queues.all()]) {
      if (hasExpired(built, queue)) {
        realm.endQueue(queue);
        continue;
      }
      const end = milliseconds(Math.max(after(now, queue.lifespan), endOf(queue)));
      if (next === null || end < next) next = end;
    }
    if (next !== null) realm.timers.set(QUEUE_TIMER, next);
  });
  realm.queues.sweep();
}
