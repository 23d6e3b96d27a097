import { advanceClock } from "./object.ts";
import type { Fields, Json, Person, Reply } from "./person.ts";
import { until } from "./until.ts";

/** Returns the time that is some seconds from now on the server's clock, as a Unix timestamp. */
export async function secondsFromNow(who: Person, seconds: number): Promise<number> {
  const { now } = await advanceClock(who, 0);
  return Math.floor(now / 1000) + seconds;
}

/** Schedules a message. By default, it is due in a minute. */
export async function schedule(who: Person, fields: Fields): Promise<Reply> {
  const scheduled_delivery_timestamp = await secondsFromNow(who, 60);
  return who.post("/scheduled_messages", { content: "later", scheduled_delivery_timestamp, ...fields });
}

export const scheduleMessage = async (who: Person, fields: Fields): Promise<number> =>
  (await who.ok(schedule(who, fields))).scheduled_message_id;

export const scheduledMessagesOf = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.get("/scheduled_messages"))).scheduled_messages;

export const untilTrue = (ask: () => Promise<boolean>): Promise<void> =>
  until(async () => {
    if (!(await ask())) throw new Error("not yet");
  });
