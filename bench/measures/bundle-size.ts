import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleForCloudflare } from "../../src/cli/server-bundle/for-cloudflare.ts";
import type { Measure } from "../measure.ts";

const BUDGET = { atMost: 1_000_000 };

/** Size of the upload to Cloudflare: its main module, and the total. */
export const measure: Measure = {
  name: "bundle-size",
  about: "the size of the program",
  async run(bench) {
    const files = await bundleForCloudflare(join(import.meta.dirname, "../.."));
    const sizes = files.filter(({ name }) => name.endsWith(".mjs")).map(({ content }) => gzipSync(content).length);
    bench.report({ name: "main module, compressed", value: sizes[0] ?? Number.NaN, unit: "bytes", budget: BUDGET });
    bench.report({ name: "all modules, compressed", value: sizes.reduce((sum, size) => sum + size, 0), unit: "bytes" });
  },
};
