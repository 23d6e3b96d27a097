import { Inspector } from "../server/inspector.ts";

/** Between two looks at what an isolate does. */
const INTERVAL_MICROSECONDS = 100;
/** The longest time between two looks at one piece of work: they come late rather than early. */
const MAX_MICROSECONDS = 350;

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** A V8 profiler of one of workerd's isolates. */
export class Profiler {
  readonly #inspector: Inspector;

  private constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  /** Connects to the isolate of a Worker. */
  static async of(inspectorPort: number, worker: string): Promise<Profiler> {
    const inspector = await Inspector.of(inspectorPort, worker);
    await inspector.call("Profiler.enable");
    await inspector.call("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS });
    return new Profiler(inspector);
  }

  start(): Promise<unknown> {
    return this.#inspector.call("Profiler.start");
  }

  /** How many milliseconds the isolate has computed since the start: the time between looks that found it at work. */
  async stop(): Promise<number> {
    const {
      nodes,
      samples = [],
      timeDeltas = [],
    } = ((await this.#inspector.call("Profiler.stop")) as { profile: Profile }).profile;
    const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
    // An isolate that is not entered is not looked at: before its next work, much time may have passed.
    const times = timeDeltas.filter((_, index) => !idle.has(samples[index] ?? -1));
    return times.reduce((sum, time) => sum + Math.min(time, MAX_MICROSECONDS), 0) / 1000;
  }

  close(): void {
    this.#inspector.close();
  }
}
