import type { Progress } from "./progress.ts";
import { type Figure, judged, type Verdict } from "./report/figure.ts";
import { quantity } from "./report/table.ts";
import { type Organizations, type SizeName, sizes } from "./seed/organization.ts";
import type { Organization } from "./seed/people.ts";
import { Server } from "./server/server.ts";
import { residentBytes } from "./server/usage.ts";

export interface Settings {
  readonly rounds: number;
  /** A small organization and short rounds, to check that everything works. The figures mean little. */
  readonly quick: boolean;
  /** Messages in the imported archive. */
  readonly imported: number;
  /** How long the flooded-client measure sends events. */
  readonly minutes: number;
}

export interface Stage {
  readonly server: Server;
  readonly organization: Organization;
}

/** The organization and server a measure needs. */
export interface StageOptions {
  /**
   * `largest` is the organization with a million messages itself, not a copy. If it doesn't exist, `standard` is used.
   */
  readonly of: "team" | "standard" | "largest";
  /** Enables the endpoints for tests, which slow the server down. */
  readonly hooks?: boolean;
  /** Opens a port for profilers. */
  readonly inspector?: boolean;
  /** With `inspector`: also profiles the gate's process, and writes a source map of the program. */
  readonly profiled?: boolean;
  /** Enables scripts of bots. */
  readonly bots?: boolean;
  /** Starts a new server even if the running one has the same options. */
  readonly fresh?: boolean;
  /** Overrides variables of the deployment. */
  readonly vars?: Readonly<Record<string, string>>;
}

/** The environment of a measure: provides servers with organizations, and collects figures. */
export class Bench {
  readonly settings: Settings;
  readonly verdicts: Verdict[] = [];
  /** Lines printed below the table. */
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

  /**
   * Starts a measure. Each gets its own copy of the organization, because measures leave queues and messages behind.
   */
  async begin(measure: string): Promise<void> {
    this.#measure = measure;
    this.progress("");
    if (this.#copy !== undefined && this.#stage?.organization === this.#copy) await this.end();
    this.#copy = undefined;
  }

  /** Returns a server with an organization: the running one if its options match, or a new one. */
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

  /** Stops the last server, and reports its peak memory. */
  async finish(): Promise<void> {
    const bytes = this.#stage && residentBytes(this.#stage.server.pid);
    this.#measure = "memory";
    if (bytes !== undefined) this.report({ name: "workerd, after the last measure", value: bytes, unit: "bytes" });
    await this.end();
  }

  progress(what: string): void {
    this.#progress.tell(what === "" ? this.#measure : `${this.#measure}: ${what}`);
  }

  /**
   * Adds a figure to the report, and shows it at once, in case the run is cut off. `ratio` is its ratio to the floor if
   * that isn't the quotient of the two values. Ignores a figure of NaN, which means that the system doesn't provide it.
   */
  report(figure: Figure, ratio?: number): void {
    if (!Number.isFinite(figure.value)) return;
    this.verdicts.push(judged(this.#measure, figure, ratio));
    const { name, value, floor, unit } = figure;
    const beside = floor === undefined ? "" : `, floor ${quantity(floor, unit)}`;
    this.progress(`${name}: ${quantity(value, unit)}${beside}`);
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
