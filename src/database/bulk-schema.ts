import { dataIsNewer } from "../protocol/errors.ts";
import { PARLEY_VERSION } from "../protocol/version.ts";
import { after, MINUTE_MS, type Milliseconds } from "../util/time.ts";
import type { BulkDatabase } from "./databases.ts";

/** The migrations of D1's schema that this program knows, in their order (migrations/). */
export const MIGRATIONS: readonly string[] = [
  "0001_bulk.sql",
  "0002_epochs.additive.sql",
  "0003_reports.additive.sql",
  "0004_told_filling.additive.sql",
  "0005_push_registration.additive.sql",
  "0006_audit_log.additive.sql",
  "0007_audit_filters.additive.sql",
  "0008_assistants.additive.sql",
];

/** The name of a migration, which D1 stores, says whether older programs can go on after it. */
const ADDITIVE = /\.additive\.sql$/;

/** The first applied migration that this program does not know and cannot go on after. */
export const newerMigration = (applied: readonly string[], known: readonly string[]): string | undefined =>
  applied.find((name) => !known.includes(name) && !ADDITIVE.test(name));

const APPLIED = "SELECT name FROM d1_migrations ORDER BY id";

const AGAIN_MS = MINUTE_MS;

/**
 * Checks whether D1's databases have migrations that this program cannot follow, as after a Worker was rolled back and D1 was not.
 * They are asked once, beside the first request, which does not wait for it: until then, queries may fail by themselves.
 */
export class BulkSchema {
  #newer: string | undefined;
  #askedAt: Milliseconds | undefined;
  #isKnown = false;

  constructor(private readonly known = MIGRATIONS) {}

  /** Throws if D1 is known to have such a migration. */
  check(): void {
    if (this.#newer !== undefined) throw dataIsNewer("server", `with ${this.#newer}`, PARLEY_VERSION);
  }

  /** Whether to ask D1: it has not answered yet, and the last try is some time ago. */
  isDue(now: Milliseconds): boolean {
    return !this.#isKnown && (this.#askedAt === undefined || now >= after(this.#askedAt, AGAIN_MS));
  }

  /** Asks all databases for their migrations, if `isDue`. */
  async look(databases: readonly Pick<BulkDatabase, "database">[], now: Milliseconds): Promise<void> {
    if (!this.isDue(now)) return;
    this.#askedAt = now;
    try {
      const applied = await Promise.all(
        databases.map(({ database }) => database.prepare(APPLIED).all<{ name: string }>()),
      );
      this.#newer = newerMigration(
        applied.flatMap(({ results }) => results.map(({ name }) => name)),
        this.known,
      );
      this.#isKnown = true;
    } catch {
      // D1 is unavailable, or was created without migrations: the requests that read it fail with their own errors.
    }
  }
}
