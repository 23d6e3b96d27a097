// A thread that hashes the entries of blocks it is sent.
import { parentPort } from "node:worker_threads";
import { hashBlock } from "./hash-block.ts";

parentPort?.on("message", (block: Uint8Array) => {
  const hashed = hashBlock(block);
  parentPort?.postMessage(hashed, [hashed.ids.buffer, hashed.findings.buffer, hashed.leaves.buffer]);
});
