import { Inspector } from "../server/inspector.ts";

const INTERVAL_MICROSECONDS = 100;
/** The longest gap between two samples of one piece of work. Samples come late rather than early. */
const MAX_MICROSECONDS = 350;

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** A V8 profiler of one workerd isolate. */
export class Profiler {
  readonly #inspector: Inspector;

  private constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  /** Connects to a Worker's isolate. */
  static async of(inspectorPort: number, worker: string): Promise<Profiler> {
    const inspector = await Inspector.of(inspectorPort, worker);
    await inspector.call("Profiler.enable");
    await inspector.call("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS });
    return new Profiler(inspector);
  }

  start(): Promise<unknown> {
    return this.#inspector.call("Profiler.start");
  }

  /**
   * Returns the isolate's CPU time since the start, in milliseconds: the sum of the intervals whose sample found it
   * busy.
   */
  async stop(): Promise<number> {
    const {
      nodes,
      samples = [],
      timeDeltas = [],
    } = ((await this.#inspector.call("Profiler.stop")) as { profile: Profile }).profile;
    const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
    // An isolate isn't sampled while idle, so a long time may pass before its next work.
    const times = timeDeltas.filter((_, index) => !idle.has(samples[index] ?? -1));
    return times.reduce((sum, time) => sum + Math.min(time, MAX_MICROSECONDS), 0) / 1000;
  }

  close(): void {
    this.#inspector.close();
  }
}
