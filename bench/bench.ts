import type { Progress } from "./progress.ts";
import { type Figure, judged, type Verdict } from "./report/figure.ts";
import { type Organizations, type SizeName, sizes } from "./seed/organization.ts";
import type { Organization } from "./seed/people.ts";
import { Server } from "./server/server.ts";
import { residentBytes } from "./server/usage.ts";

/** How the bench is run. */
export interface Settings {
  readonly rounds: number;
  /** A small organization and short rounds, to see whether everything works: the figures mean little. */
  readonly quick: boolean;
  /** How many messages the archive has that is imported. */
  readonly imported: number;
}

/** An organization with a server on it. */
export interface Stage {
  readonly server: Server;
  readonly organization: Organization;
}

/** Which organization and server a measure needs. */
export interface StageOptions {
  /** `largest` is the organization with a million messages, if it has been filled; it is no copy, unlike `standard`. */
  readonly of: "team" | "standard" | "largest";
  /** With the endpoints for tests, which make the server slower. */
  readonly hooks?: boolean;
  /** With a port for profilers. */
  readonly inspector?: boolean;
  /** With such a port, profiles of the gate's process too, and a map of the program's sources. */
  readonly profiled?: boolean;
  /** With programs of bots. */
  readonly bots?: boolean;
  /** In a new process. */
  readonly fresh?: boolean;
  /** With these variables of the deployment. */
  readonly vars?: Readonly<Record<string, string>>;
}

/** What a measure works with: it provides servers with organizations, and collects figures. */
export class Bench {
  readonly settings: Settings;
  readonly verdicts: Verdict[] = [];
  /** Lines that are printed below the table. */
  readonly remarks = new Set<string>();
  readonly #organizations: Organizations;
  readonly #progress: Progress;
  #measure = "";
  #stage: (Stage & { readonly options: string }) | undefined;
  #copy: Organization | undefined;

  constructor(settings: Settings, organizations: Organizations, progress: Progress) {
    this.settings = settings;
    this.#organizations = organizations;
    this.#progress = progress;
  }

  /** Begins a measure. Each has a copy of the organization to itself, for it leaves queues and messages behind. */
  async begin(measure: string): Promise<void> {
    this.#measure = measure;
    this.progress("");
    if (this.#copy !== undefined && this.#stage?.organization === this.#copy) await this.end();
    this.#copy = undefined;
  }

  /** A server on an organization: the running one if it has these options, else a new one. */
  async stage({ of, fresh = false, ...given }: StageOptions): Promise<Stage> {
    const { hooks = false, inspector = false, profiled = false, bots = false, vars = {} } = given;
    const options = `${of} ${hooks} ${inspector} ${profiled} ${bots} ${JSON.stringify(vars)}`;
    if (!fresh && this.#stage?.options === options) return this.#stage;
    await this.end();
    const organization = await this.#organization(of);
    this.progress("starting a server");
    const server = await Server.start(organization.data, { hooks, inspector, profiled, bots, vars });
    this.#stage = { options, server, organization };
    return this.#stage;
  }

  async end(): Promise<void> {
    await this.#stage?.server.stop();
    this.#stage = undefined;
  }

  /** Ends the last server, and reports how much memory it has come to use. */
  async finish(): Promise<void> {
    const bytes = this.#stage && residentBytes(this.#stage.server.pid);
    this.#measure = "memory";
    if (bytes !== undefined) this.report({ name: "workerd, after the last measure", value: bytes, unit: "bytes" });
    await this.end();
  }

  /** Shows what the measure is doing. */
  progress(what: string): void {
    this.#progress.tell(what === "" ? this.#measure : `${this.#measure}: ${what}`);
  }

  /**
   * Adds a figure to the report, with its ratio to the floor where that is not the quotient of the two values. A figure
   * that the system does not provide (NaN) is left out.
   */
  report(figure: Figure, ratio?: number): void {
    if (Number.isFinite(figure.value)) this.verdicts.push(judged(this.#measure, figure, ratio));
  }

  async #organization(of: StageOptions["of"]): Promise<Organization> {
    if (of === "largest" && !this.settings.quick) {
      const large = await this.#organizations.existing("large");
      if (large !== null) return large;
      const { messages } = sizes.standard;
      this.remarks.add(
        `Reading was measured with ${messages.toLocaleString("en")} messages; npm run bench -- --seed-data makes a million.`,
      );
    }
    const name: SizeName = this.settings.quick ? "small" : of === "team" ? "team" : "standard";
    this.#copy ??= this.#organizations.copyOf(await this.#organizations.filled(name));
    return this.#copy;
  }
}
