import { dataIsNewer } from "../protocol/errors.ts";
import { PARLEY_VERSION } from "../protocol/version.ts";
import { after, MINUTE_MS, type Milliseconds } from "../util/time.ts";
import type { BulkDatabase } from "./databases.ts";

/** The known migrations of D1's schema, in order (migrations/). */
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

/** The end of a migration's name, which D1 stores, indicates whether older programs can keep running after it. */
const ADDITIVE = /\.additive\.sql$/;

/** Returns the first applied migration that makes this program unable to run, because it is newer and not additive. */
export const newerMigration = (applied: readonly string[], known: readonly string[]): string | undefined =>
  applied.find((name) => !known.includes(name) && !ADDITIVE.test(name));

const APPLIED = "SELECT name FROM d1_migrations ORDER BY id";

const AGAIN_MS = MINUTE_MS;

/**
 * Checks whether D1's databases have migrations that this program can't run with, for example after the Worker was
 * rolled back but D1 wasn't. Queries D1 once, in parallel with the first request. Until D1 responds, other queries may
 * fail with their own errors.
 */
export class BulkSchema {
  #newer: string | undefined;
  #askedAt: Milliseconds | undefined;
  #isKnown = false;

  constructor(private readonly known = MIGRATIONS) {}

  /** Throws if D1 is known to have a migration that this program can't run with. */
  check(): void {
    if (this.#newer !== undefined) throw dataIsNewer("server", `with ${this.#newer}`, PARLEY_VERSION);
  }

  /** True if D1 should be queried, because it hasn't responded yet and the last attempt was some time ago. */
  isDue(now: Milliseconds): boolean {
    return !this.#isKnown && (this.#askedAt === undefined || now >= after(this.#askedAt, AGAIN_MS));
  }

  /** Queries all databases for their migrations, if `isDue`. */
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
      // D1 is unavailable, or was created without migrations. Requests that read it fail with their own errors.
    }
  }
}
