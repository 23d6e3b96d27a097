import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { HashedBlock } from "./hash-block.ts";
import { partsOf } from "./read-lines.ts";

const PART_BYTES = 4_194_304;
/** The parts that a thread has waiting, besides the one at which it works. */
const AHEAD = 2;

interface Thread {
  readonly worker: Worker;
  readonly waiting: { resolve: (block: HashedBlock) => void; reject: (error: unknown) => void }[];
}

/** The file that a thread reads, and the byte at which its lines begin. */
export interface Lines {
  readonly file: number;
  readonly first: number;
}

function startThread(lines: Lines): Thread {
  const worker = new Worker(new URL("./hasher-thread.ts", import.meta.url), { workerData: lines });
  const thread: Thread = { worker, waiting: [] };
  worker.on("message", (block: HashedBlock) => thread.waiting.shift()?.resolve(block));
  worker.on("error", (error) => {
    for (const { reject } of thread.waiting.splice(0)) reject(error);
  });
  return thread;
}

/** Hashes the lines of a file from a byte on, on all processors, and gives them in order. Only some are in memory at a time. */
export async function* hashBlocks(path: string, first: number): AsyncGenerator<HashedBlock> {
  const handle = await open(path);
  const { size } = await handle.stat();
  const threads = Array.from({ length: availableParallelism() }, () => startThread({ file: handle.fd, first }));
  const underWay: Promise<HashedBlock>[] = [];
  try {
    for (const [index, part] of partsOf({ from: first, to: size }, PART_BYTES).entries()) {
      const thread = threads[index % threads.length];
      const hashed = new Promise<HashedBlock>((resolve, reject) => thread?.waiting.push({ resolve, reject }));
      // An error is told by the first part that is waited for.
      hashed.catch(() => {});
      thread?.worker.postMessage(part);
      underWay.push(hashed);
      if (underWay.length < AHEAD * threads.length) continue;
      const next = underWay.shift();
      if (next !== undefined) yield await next;
    }
    for (const hashed of underWay) yield await hashed;
  } finally {
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
    await handle.close();
  }
}
