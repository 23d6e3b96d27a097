import { advanceClock, tablesOf } from "./object.ts";
import type { Json, Person } from "./person.ts";
import { until } from "./until.ts";

/** Longer than messages are collected, and than letters wait by default. */
export const PATIENCE_MS = 126_000;

/** Waits until nobody's letters are being found, are due or on their way. */
export const untilWritten = (person: Person): Promise<void> =>
  until(async () => {
    const { letters_to_decide = [], outbox = [], timers = [] } = await tablesOf(person);
    const { now } = await person.ok(person.post("/testing/clock", { advance_ms: 0 }));
    const isDue = (timers as Json[]).some(({ name, due_at }) => name.startsWith("letters") && due_at <= now);
    if (letters_to_decide.length > 0 || outbox.length > 0 || isDue) throw new Error("letters are under way");
  });

/** Lets so much time pass that letters about missed messages are due, and returns all that were ever written; oldest first. */
export async function lettersAfter(person: Person, ms = PATIENCE_MS): Promise<Json[]> {
  await advanceClock(person, ms);
  await untilWritten(person);
  const { mails } = await person.ok(person.get("/dev/mail"));
  return mails.toReversed();
}

/** The first parts of the addresses to which letters went, in order of the alphabet. */
export const readersOf = (letters: readonly Json[]): string[] =>
  letters.map(({ to }) => to.split("@")[0] as string).sort();
