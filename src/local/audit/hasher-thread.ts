// A thread that hashes the entries in the parts of a file that it is told.
import { parentPort, workerData } from "node:worker_threads";
import { hashBlock } from "./hash-block.ts";
import type { Lines } from "./hash-blocks.ts";
import { LineReader, type Part } from "./read-lines.ts";

const { file, first }: Lines = workerData;
const reader = new LineReader(file, first);

parentPort?.on("message", (part: Part) => {
  const hashed = hashBlock(reader.read(part));
  parentPort?.postMessage(hashed, [
    ...[hashed.ids.buffer, hashed.times.buffer, hashed.findings.buffer, hashed.leaves.buffer],
  ]);
});
