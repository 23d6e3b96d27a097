import { vi } from "vitest";
import { advance } from "../../../support/object.ts";
import type { Fields, Json, Person, Reply } from "../../../support/person.ts";

/** The server's time in so many seconds from now. */
export async function inSeconds(who: Person, seconds: number): Promise<number> {
  const { now } = await advance(who, 0);
  return Math.floor(now / 1000) + seconds;
}

/** Schedules a message for a minute from now, unless told otherwise. */
export async function schedule(who: Person, fields: Fields): Promise<Reply> {
  const scheduled_delivery_timestamp = await inSeconds(who, 60);
  return who.post("/scheduled_messages", { content: "later", scheduled_delivery_timestamp, ...fields });
}

export const scheduled = async (who: Person, fields: Fields): Promise<number> =>
  (await who.ok(schedule(who, fields))).scheduled_message_id;

export const listOf = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.get("/scheduled_messages"))).scheduled_messages;

/** Waits until a question has the answer that is looked for. */
export const until = (ask: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => {
    if (!(await ask())) throw new Error("not yet");
  });
