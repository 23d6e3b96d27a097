import { expect } from "vitest";
import { applyEvents } from "./client-state.ts";
import { comparableStates } from "./compare-states.ts";
import { checkEventForm } from "./event-form.ts";
import { MODERN } from "./modern-client.ts";
import type { Json, Person, Queue } from "./person.ts";

export { MODERN };

/**
 * Returns the events that an action causes, for each of `people`. Throws unless every event matches its schema and the
 * client's resulting state equals that of a new registration.
 */
export async function eventsDuring(people: readonly Person[], action: () => Promise<unknown>): Promise<Json[][]> {
  const queues: Queue[] = [];
  for (const person of people) queues.push(await person.queue(MODERN));
  await action();
  const all: Json[][] = [];
  for (const queue of queues) {
    const { owner } = queue;
    const events = await queue.events();
    for (const event of events) checkEventForm(event);
    const alive = await owner.post("/register", MODERN);
    if (alive.status === 200) {
      const state = structuredClone(queue.state);
      applyEvents(state, events);
      const { known, fresh } = comparableStates(state, alive.body);
      expect(known, `what ${owner.email} knows by its events`).toEqual(fresh);
    }
    all.push(events);
  }
  return all;
}
