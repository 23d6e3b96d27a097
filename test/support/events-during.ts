import { expect } from "vitest";
import { follow } from "./client-state.ts";
import { checkForm } from "./event-form.ts";
import { sideBySide } from "./known-state.ts";
import { MODERN } from "./modern-client.ts";
import type { Json, Person, Queue } from "./person.ts";

export { MODERN };

/**
 * The events that an action causes, for each of the people who watch. Every event is of its declared form; and what a
 * client knows by following them is what a fresh registration tells.
 */
export async function eventsDuring(people: readonly Person[], action: () => Promise<unknown>): Promise<Json[][]> {
  const queues: Queue[] = [];
  for (const person of people) queues.push(await person.queue(MODERN));
  await action();
  const all: Json[][] = [];
  for (const queue of queues) {
    const { owner } = queue;
    const events = await queue.events();
    for (const event of events) checkForm(event);
    const alive = await owner.post("/register", MODERN);
    if (alive.status === 200) {
      const state = structuredClone(queue.state);
      follow(state, events);
      const { known, fresh } = sideBySide(state, alive.body);
      expect(known, `what ${owner.email} knows by its events`).toEqual(fresh);
    }
    all.push(events);
  }
  return all;
}
