import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { buildWebClient } from "../../src/cli/build-web-client/build.ts";
import { languageOf } from "../../src/cli/build-web-client/translations.ts";
import type { Measure } from "../measure.ts";

const SCRIPTS_BUDGET = { atMost: 60_000 };
const STYLES_BUDGET = { atMost: 12_000 };
/**
 * The limit for all files that a user of one language can load, except the converter for moving an organization in and
 * the list of common passwords.
 */
const ALL_BUDGET = { atMost: 220_000 };
const RARE = /^\/password\.js$|\/(converter|moving)[.-]/;

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
    const all = [...sizes.keys()].filter((path) => !RARE.test(path));
    const ofAll = all.filter((path) => languageOf(path) === undefined);
    bench.report({ name: "first scripts", value: sum(first, ".js"), unit: "bytes", budget: SCRIPTS_BUDGET });
    bench.report({ name: "first styles", value: sum(first, ".css"), unit: "bytes", budget: STYLES_BUDGET });
    for (const language of new Set(all.flatMap((path) => languageOf(path) ?? []))) {
      const paths = [...ofAll, ...all.filter((path) => languageOf(path) === language)];
      const name = `all scripts, in "${language}"`;
      bench.report({ name, value: sum(paths, ".js"), unit: "bytes", budget: ALL_BUDGET });
    }
  },
};
