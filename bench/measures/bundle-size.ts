import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "../../src/cli/server-bundle/server-bundle.ts";
import type { Measure } from "../measure.ts";

const BUDGET = { atMost: 1_000_000 };

/** The size of the upload to Cloudflare. */
export const measure: Measure = {
  name: "bundle-size",
  about: "the size of the program",
  async run(bench) {
    const code = await bundle(join(import.meta.dirname, "../.."), "src/worker.ts");
    bench.report({ name: "as it is", value: Buffer.byteLength(code), unit: "bytes" });
    bench.report({ name: "compressed", value: gzipSync(code).length, unit: "bytes", budget: BUDGET });
  },
};
