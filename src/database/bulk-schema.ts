import { dataIsNewer } from "../protocol/errors.ts";
import { PARLEY_VERSION } from "../protocol/version.ts";
import { after, MINUTE_MS, type Milliseconds } from "../util/time.ts";

/** The steps of D1's schema that this program knows (migrations/). */
export const MIGRATIONS: readonly string[] = ["0001_bulk.sql", "0002_epochs.additive.sql"];

/** A migration with which older programs go on says so in its name, which D1 keeps. */
const ADDITIVE = /\.additive\.sql$/;

/** The first migration that a newer program has made, and that this one cannot go on with. */
export const newerMigration = (applied: readonly string[], known: readonly string[]): string | undefined =>
  applied.find((name) => !known.includes(name) && !ADDITIVE.test(name));

const AGAIN_MS = MINUTE_MS;

/**
 * Whether D1 is as this program knows it, for a Worker that was put back while D1 was not. It is asked once, beside the
 * first request, which does not wait for it: what a newer schema does not take fails by itself until then.
 */
export class BulkSchema {
  #newer: string | undefined;
  #askedAt: Milliseconds | undefined;
  #isKnown = false;

  constructor(private readonly known = MIGRATIONS) {}

  /** Refuses every request where D1 is newer. */
  check(): void {
    if (this.#newer !== undefined) throw dataIsNewer("server", `with ${this.#newer}`, PARLEY_VERSION);
  }

  /** Whether it is time to ask: nothing is known yet, and the last try was not a moment ago. */
  isDue(now: Milliseconds): boolean {
    return !this.#isKnown && (this.#askedAt === undefined || now >= after(this.#askedAt, AGAIN_MS));
  }

  /** Asks, if it is time to. */
  async look(database: D1Database, now: Milliseconds): Promise<void> {
    if (!this.isDue(now)) return;
    this.#askedAt = now;
    try {
      const { results } = await database.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
      this.#newer = newerMigration(
        results.map(({ name }) => name),
        this.known,
      );
      this.#isKnown = true;
    } catch {
      // D1 is away, or was made without migrations: whoever reads it finds out, and says so.
    }
  }
}
