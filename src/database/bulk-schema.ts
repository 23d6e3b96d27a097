import { dataIsNewer } from "../protocol/errors.ts";
import { PARLEY_VERSION } from "../protocol/version.ts";
import { after, MINUTE_MS, type Milliseconds } from "../util/time.ts";

/** The migrations of D1's schema that this program knows, in their order (migrations/). */
export const MIGRATIONS: readonly string[] = ["0001_bulk.sql", "0002_epochs.additive.sql"];

/** The name of a migration, which D1 stores, says whether older programs can go on after it. */
const ADDITIVE = /\.additive\.sql$/;

/** The first applied migration that this program does not know and cannot go on after. */
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
      // D1 is unavailable, or was created without migrations: the requests that read it fail with their own errors.
    }
  }
}
