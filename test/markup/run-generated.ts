/** Renders many generated documents and stops at the first that is unsafe: `node test/markup/run-generated.ts 100000 [seed]`. */
import * as fc from "fast-check";
import { checkDocument } from "./check-document.ts";
import { documents } from "./generated-documents.ts";

const runs = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 0x7fffffff);
let slowest = { milliseconds: 0, source: "" };
const started = performance.now();
await fc.assert(
  fc.asyncProperty(documents, async (source) => {
    const before = performance.now();
    await checkDocument(source);
    const milliseconds = performance.now() - before;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, source };
  }),
  { numRuns: runs, seed },
);
console.log(`${runs} documents in ${((performance.now() - started) / 1000).toFixed(1)} s, seed ${seed}`);
console.log(`slowest ${slowest.milliseconds.toFixed(1)} ms: ${JSON.stringify(slowest.source)}`);
