import type { Config } from "../config/config.ts";
import { keepReport } from "../metrics/reports.ts";
import { reportOf } from "../realm/report/report-of.ts";
import { machineClock } from "../util/clock.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../util/time.ts";
import type { BuiltRealm } from "./build-realm.ts";

/** The time between two reports on one's own machine, where a timer costs nothing. */
const OWN_PACE_MS = milliseconds(1000);

/**
 * Tells numbers about an organization while it is awake, together with what it does anyway: nothing wakes it for them. On
 * Cloudflare no timer follows what is told too soon after the last time, for it would keep the object awake.
 */
export class Reporter {
  #next = milliseconds(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly built: Pick<BuiltRealm, "realm" | "listeners">,
    private readonly config: Pick<Config, "ownPort">,
  ) {}

  /** Called when something may have changed. */
  report(): void {
    const wait = this.#next - machineClock.milliseconds();
    if (wait <= 0) this.#tell();
    else if (this.config.ownPort !== null) this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  get #pace(): Milliseconds {
    return this.config.ownPort === null ? MINUTE_MS : OWN_PACE_MS;
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = after(machineClock.milliseconds(), this.#pace);
    const { realm, listeners } = this.built;
    try {
      keepReport(reportOf(realm, listeners));
    } catch (error) {
      // The object's database has failed, which others tell, or the object has ended.
      realm.log.trouble("not_reported", error);
    }
  }
}
