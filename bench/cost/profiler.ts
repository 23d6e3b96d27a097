/** Between two looks at what an isolate does. */
const INTERVAL_MICROSECONDS = 100;
/** The longest time between two looks at one piece of work: they come late rather than early. */
const LONGEST_MICROSECONDS = 350;

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** A V8 profiler of one of workerd's isolates, by the inspector's protocol. */
export class Profiler {
  readonly #socket: WebSocket;
  #calls = 0;
  readonly #waiting = new Map<number, (result: unknown) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id !== undefined) this.#waiting.get(id)?.(result);
    });
  }

  /** Connects to the isolate of a Worker. */
  static async of(inspectorPort: number, worker: string): Promise<Profiler> {
    const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:${worker}`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error(`no inspector of ${worker}`)));
    });
    const profiler = new Profiler(socket);
    await profiler.#call("Profiler.enable");
    await profiler.#call("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS });
    return profiler;
  }

  start(): Promise<unknown> {
    return this.#call("Profiler.start");
  }

  /** How many milliseconds the isolate has computed since the start: the time between looks that found it at work. */
  async stop(): Promise<number> {
    const {
      nodes,
      samples = [],
      timeDeltas = [],
    } = ((await this.#call("Profiler.stop")) as { profile: Profile }).profile;
    const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
    // An isolate that is not entered is not looked at: before its next work, much time may have passed.
    const times = timeDeltas.filter((_, index) => !idle.has(samples[index] ?? -1));
    return times.reduce((sum, time) => sum + Math.min(time, LONGEST_MICROSECONDS), 0) / 1000;
  }

  close(): void {
    this.#socket.close();
  }

  #call(method: string, params: object = {}): Promise<unknown> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
