import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { HashedBlock } from "./hash-block.ts";

/** The blocks that a thread has waiting, besides the one at which it works. */
const AHEAD = 2;

interface Thread {
  readonly worker: Worker;
  readonly waiting: { resolve: (block: HashedBlock) => void; reject: (error: unknown) => void }[];
}

function startThread(): Thread {
  const worker = new Worker(new URL("./hasher-thread.ts", import.meta.url));
  const thread: Thread = { worker, waiting: [] };
  worker.on("message", (block: HashedBlock) => thread.waiting.shift()?.resolve(block));
  worker.on("error", (error) => {
    for (const { reject } of thread.waiting.splice(0)) reject(error);
  });
  return thread;
}

/** Hashes blocks on all processors, and gives them back in order. Only a few of them are in memory. */
export async function* hashBlocks(blocks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<HashedBlock> {
  const threads = Array.from({ length: availableParallelism() }, startThread);
  const underWay: Promise<HashedBlock>[] = [];
  let turn = 0;
  try {
    for await (const block of blocks) {
      const thread = threads[turn % threads.length];
      turn += 1;
      const hashed = new Promise<HashedBlock>((resolve, reject) => thread?.waiting.push({ resolve, reject }));
      // An error is told by the first block that is waited for.
      hashed.catch(() => {});
      thread?.worker.postMessage(block, [block.buffer]);
      underWay.push(hashed);
      if (underWay.length < AHEAD * threads.length) continue;
      const first = underWay.shift();
      if (first !== undefined) yield await first;
    }
    for (const hashed of underWay) yield await hashed;
  } finally {
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }
}
