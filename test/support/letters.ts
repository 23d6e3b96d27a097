import { advanceClock, tablesOf } from "./object.ts";
import type { Json, Person } from "./person.ts";
import { until } from "./until.ts";

/** Longer than messages are collected and emails are delayed by default. */
export const PATIENCE_MS = 126_000;

/** Waits until no emails are being decided on, are due, or are being sent. */
export const untilWritten = (person: Person): Promise<void> =>
  until(async () => {
    const { letters_to_decide = [], outbox = [], timers = [] } = await tablesOf(person);
    const { now } = await person.ok(person.post("/testing/clock", { advance_ms: 0 }));
    const isDue = (timers as Json[]).some(({ name, due_at }) => name.startsWith("letters") && due_at <= now);
    if (letters_to_decide.length > 0 || outbox.length > 0 || isDue) throw new Error("letters are under way");
  });

/** Advances the clock until emails about missed messages are due, and returns all emails so far, oldest first. */
export async function lettersAfter(person: Person, ms = PATIENCE_MS): Promise<Json[]> {
  await advanceClock(person, ms);
  await untilWritten(person);
  const { mails } = await person.ok(person.get("/dev/mail"));
  return mails.toReversed();
}

/** Returns the local parts of the emails' recipients, sorted. */
export const readersOf = (letters: readonly Json[]): string[] =>
  letters.map(({ to }) => to.split("@")[0] as string).sort();
