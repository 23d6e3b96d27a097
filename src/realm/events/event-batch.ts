import { count } from "../../metrics/counts.ts";
import { limits } from "../../protocol/limit-table.ts";
import { eventsBody } from "../../rpc/poll-answer.ts";
import { type Delivery, eventBytes } from "./event-log.ts";
import { numberInQueue, type Queue } from "./queues.ts";

/** An event as sent to a queue's client. */
interface SerializedEvent {
  readonly id: number;
  readonly bytes: string;
}

/** Size limits of one response, or of the events that a stream sends before its client must acknowledge some. */
export interface Room {
  readonly events: number;
  readonly characters: number;
}

/** Maximum size of one response. The next poll returns the rest. */
export const ANSWER: Room = { events: limits.answer.events, characters: limits.answer.event_characters };

/** Returns as many of a queue's first events as fit, but at least `least`, and whether these are all. */
export function firstEvents(
  queue: Queue,
  deliveries: Iterable<Delivery>,
  room: Room,
  least: 0 | 1 = 1,
): { readonly events: readonly SerializedEvent[]; readonly areAll: boolean } {
  const events: SerializedEvent[] = [];
  let characters = 0;
  for (const delivery of deliveries) {
    if (events.length >= Math.max(room.events, least)) return { events, areAll: false };
    const bytes = eventBytes(delivery, numberInQueue(queue, delivery.event.id), queue);
    characters += bytes.length;
    if (characters > room.characters && events.length >= least) return { events, areAll: false };
    events.push({ id: delivery.event.id, bytes });
  }
  return { events, areAll: true };
}

/** Returns the JSON of one response with a queue's events. */
export function bodyOf(queue: Queue, events: readonly SerializedEvent[]): string {
  count("parley_events_delivered_total", undefined, events.length);
  return eventsBody(queue.id, events.map(({ bytes }) => bytes).join(","));
}
