import type { Progress } from "./progress.ts";
import { type Figure, judged, type Verdict } from "./report/figure.ts";
import type { Organization } from "./seed/crowd.ts";
import { type Organizations, type SizeName, sizes } from "./seed/organization.ts";
import { Server } from "./server/server.ts";
import { residentBytes } from "./server/usage.ts";

export interface Settings {
  readonly rounds: number;
  /** For a look at whether everything works: what it finds means little. */
  readonly quick: boolean;
}

/** An organization with a server on it. */
export interface Stage {
  readonly server: Server;
  readonly organization: Organization;
}

export interface StageWish {
  /** Which organization; `largest` is the one of a million messages where it has been filled. It is not a copy. */
  readonly of: "standard" | "largest";
  /** With the endpoints of src/features/testing, and slower for it. */
  readonly hooks?: boolean;
  /** In a process that has done nothing before. */
  readonly fresh?: boolean;
}

/** What a measure works with: a server with an organization, and a place for what it finds. */
export class Bench {
  readonly settings: Settings;
  readonly verdicts: Verdict[] = [];
  /** What a reader of the report should know. */
  readonly remarks = new Set<string>();
  readonly #organizations: Organizations;
  readonly #progress: Progress;
  #measure = "";
  #stage: (Stage & { readonly wish: string }) | undefined;
  #copy: Organization | undefined;

  constructor(settings: Settings, organizations: Organizations, progress: Progress) {
    this.settings = settings;
    this.#organizations = organizations;
    this.#progress = progress;
  }

  /** Each measure has a copy of its own: it leaves queues and messages behind. */
  async begin(measure: string): Promise<void> {
    this.#measure = measure;
    this.tell("");
    if (this.#copy !== undefined && this.#stage?.organization === this.#copy) await this.end();
    this.#copy = undefined;
  }

  /** A server on an organization; the same one for as long as the same is wished for. */
  async stage({ of, hooks = false, fresh = false }: StageWish): Promise<Stage> {
    const wish = `${of} ${hooks}`;
    if (!fresh && this.#stage?.wish === wish) return this.#stage;
    await this.end();
    const organization = await this.#organization(of);
    this.tell("starting a server");
    const server = await Server.start(organization.data, { hooks });
    this.#stage = { wish, server, organization };
    return this.#stage;
  }

  async end(): Promise<void> {
    await this.#stage?.server.stop();
    this.#stage = undefined;
  }

  /** Ends the last server, and tells what it has come to take. */
  async finish(): Promise<void> {
    const bytes = this.#stage && residentBytes(this.#stage.server.pid);
    this.#measure = "memory";
    if (bytes !== undefined) this.report({ name: "workerd, after the last measure", value: bytes, unit: "bytes" });
    await this.end();
  }

  tell(what: string): void {
    this.#progress.tell(what === "" ? this.#measure : `${this.#measure}: ${what}`);
  }

  /**
   * Writes down what was found; the ratio, where it is not simply that of the two. What the system does not tell is
   * left out.
   */
  report(figure: Figure, ratio?: number): void {
    if (Number.isFinite(figure.value)) this.verdicts.push(judged(this.#measure, figure, ratio));
  }

  async #organization(of: StageWish["of"]): Promise<Organization> {
    if (of === "largest" && !this.settings.quick) {
      const large = await this.#organizations.existing("large");
      if (large !== null) return large;
      const { messages } = sizes.standard;
      this.remarks.add(
        `Reading was measured with ${messages.toLocaleString("en")} messages; npm run bench -- --seed-data makes a million.`,
      );
    }
    const name: SizeName = this.settings.quick ? "small" : "standard";
    this.#copy ??= this.#organizations.copyOf(await this.#organizations.filled(name));
    return this.#copy;
  }
}
