import type { Config } from "../config/config.ts";
import { addCounts, areCountsDue, storeReport } from "../database/stored-reports.ts";
import { keepReport, type Report } from "../metrics/reports.ts";
import { reportOf } from "../realm/report/report-of.ts";
import { machineClock } from "../util/clock.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../util/time.ts";
import type { BuiltRealm } from "./build-realm.ts";

/** Report interval on self-hosted servers, where a timer costs nothing. */
const OWN_PACE_MS = milliseconds(1000);

/**
 * When each organization's report can be stored again, by organization id. Outlives the object, so that frequent
 * evictions and reloads don't cause more writes.
 */
const storedAgainAt = new Map<number, Milliseconds>();

/**
 * Reports metrics about an organization along with its regular work, without waking its object. The metrics are kept in
 * memory and, once a minute, stored in D1, which has the reports of all organizations. On Cloudflare, no timer is set
 * for a report that comes too soon after the last one, because it would keep the object awake.
 */
export class Reporter {
  #next = milliseconds(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly built: Pick<BuiltRealm, "realm" | "listeners">,
    private readonly config: Pick<Config, "ownPort">,
    private readonly database: D1Database,
  ) {}

  /** Call it when the metrics may have changed. */
  report(): void {
    const wait = this.#next - machineClock.milliseconds();
    if (wait <= 0) this.#tell();
    else if (this.config.ownPort !== null) this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  /** Call it after rows were shipped, or failed to ship. */
  shipped(): void {
    // Right after the object was loaded, the first query to D1 returns no size.
    if (this.built.realm.shipper.size === undefined) this.report();
    else this.worked();
  }

  /** Call it after work in D1 or by an alarm, when storing the report in D1 costs little. */
  worked(): void {
    const now = machineClock.milliseconds();
    const { id } = this.built.realm;
    if (now < (storedAgainAt.get(id) ?? 0)) {
      this.report();
      return;
    }
    storedAgainAt.set(id, after(now, MINUTE_MS));
    const report = this.#tell();
    if (report !== undefined) void this.#store(report, now);
  }

  async #store(report: Report, now: Milliseconds): Promise<void> {
    try {
      await storeReport(this.database, report);
      if (this.config.ownPort === null && areCountsDue(now)) await addCounts(this.database, now);
    } catch (error) {
      this.built.realm.log.trouble("report_not_stored", error);
    }
  }

  get #pace(): Milliseconds {
    return this.config.ownPort === null ? MINUTE_MS : OWN_PACE_MS;
  }

  #tell(): Report | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = after(machineClock.milliseconds(), this.#pace);
    const { realm, listeners } = this.built;
    try {
      const report = reportOf(realm, listeners);
      keepReport(report);
      return report;
    } catch (error) {
      // The object's database failed, which is reported elsewhere, or the object was reset.
      realm.log.trouble("not_reported", error);
      return undefined;
    }
  }
}
