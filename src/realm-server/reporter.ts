import type { Config } from "../config/config.ts";
import { addCounts, areCountsDue, storeReport } from "../database/stored-reports.ts";
import { keepReport, type Report } from "../metrics/reports.ts";
import { reportOf } from "../realm/report/report-of.ts";
import { machineClock } from "../util/clock.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../util/time.ts";
import type { BuiltRealm } from "./build-realm.ts";

/** The time between two reports on one's own machine, where a timer costs nothing. */
const OWN_PACE_MS = milliseconds(1000);

/** When each organization's report may be stored again, by number: an object that comes and goes stores no more of them. */
const storedAgainAt = new Map<number, Milliseconds>();

/**
 * Tells numbers about an organization while it is awake, together with what it does anyway: nothing wakes it for them. They are
 * kept in memory, and once a minute stored in D1, where those who ask find them of all organizations. On Cloudflare no timer
 * follows what is told too soon after the last time, for it would keep the object awake.
 */
export class Reporter {
  #next = milliseconds(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly built: Pick<BuiltRealm, "realm" | "listeners">,
    private readonly config: Pick<Config, "ownPort">,
    private readonly database: D1Database,
  ) {}

  /** Called when something may have changed. */
  report(): void {
    const wait = this.#next - machineClock.milliseconds();
    if (wait <= 0) this.#tell();
    else if (this.config.ownPort !== null) this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  /** Called when rows were shipped, or could not be. */
  shipped(): void {
    // A look at D1 when the object comes into memory has no size to tell.
    if (this.built.realm.shipper.size === undefined) this.report();
    else this.worked();
  }

  /** Called when something was done in D1, or by an alarm: that may be noted in D1, too. */
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
      // The object's database has failed, which others tell, or the object has ended.
      realm.log.trouble("not_reported", error);
      return undefined;
    }
  }
}
