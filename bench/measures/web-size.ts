import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { buildWebClient } from "../../src/local/web-client/build.ts";
import type { Measure } from "../measure.ts";

const SCRIPTS_BUDGET = { atMost: 60_000 };
const STYLES_BUDGET = { atMost: 12_000 };
const ALL_BUDGET = { atMost: 150_000 };

/** The size of the web client, compressed as Cloudflare sends it. */
export const measure: Measure = {
  name: "web-size",
  about: "the size of the web client, compressed",
  async run(bench) {
    const { files } = await buildWebClient(join(import.meta.dirname, "../.."));
    const sizes = new Map(files.map(({ path, bytes }) => [path, brotliCompressSync(bytes).length]));
    const page = Buffer.from(files.find(({ path }) => path === "/")?.bytes ?? []).toString();
    const first = [...page.matchAll(/(?:src|href)="(\/w\/[^"]+)"/g)].map(([, path = ""]) => path);
    const sum = (paths: readonly string[], ending: string) =>
      paths.filter((path) => path.endsWith(ending)).reduce((all, path) => all + (sizes.get(path) ?? 0), 0);
    const all = [...sizes.keys()];
    bench.report({ name: "first scripts", value: sum(first, ".js"), unit: "bytes", budget: SCRIPTS_BUDGET });
    bench.report({ name: "first styles", value: sum(first, ".css"), unit: "bytes", budget: STYLES_BUDGET });
    bench.report({ name: "all scripts", value: sum(all, ".js"), unit: "bytes", budget: ALL_BUDGET });
  },
};
