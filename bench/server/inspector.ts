/** A connection to one of workerd's isolates, over the inspector protocol. */
export class Inspector {
  readonly #socket: WebSocket;
  #calls = 0;
  readonly #waiting = new Map<number, (result: unknown) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      // A snapshot arrives in thousands of frames, none of which is a response.
      if (!String(data).startsWith('{"id"')) return;
      const { id, result } = JSON.parse(String(data)) as { id: number; result?: unknown };
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** Connects to a Worker's isolate. */
  static of(inspectorPort: number, worker: string): Promise<Inspector> {
    return Inspector.ofIsolate(inspectorPort, `core:user:${worker}`);
  }

  /** Connects to an isolate by the name Miniflare gave it. */
  static async ofIsolate(inspectorPort: number, name: string): Promise<Inspector> {
    const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/${name}`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error(`no inspector of ${name}`)));
    });
    return new Inspector(socket);
  }

  call(method: string, params: object = {}): Promise<unknown> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Returns the number of bytes used in the heap, plus the memory of typed arrays outside it. */
  async heapBytes(): Promise<number> {
    // workerd doesn't answer a call for garbage collection, but a snapshot starts with one. The snapshot itself is
    // ignored.
    await this.call("HeapProfiler.enable");
    await this.call("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    const used = (await this.call("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
    return used.usedSize + (used.backingStorageSize ?? 0);
  }

  close(): void {
    this.#socket.close();
  }
}
