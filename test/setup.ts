import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** What all files of one workerd share. */
interface Workerd {
  isReady?: boolean;
  readonly __vitest_mocker__: { readonly moduleRunner: { import(id: string): Promise<unknown> } };
}
const workerd = globalThis as unknown as Workerd;

// This file is evaluated again for each file of tests.
if (!workerd.isReady) {
  workerd.isReady = true;
  // The plugin asks Vite, which is another process, for the Worker's module at each call of the Worker and of an object.
  const runner = workerd.__vitest_mocker__.moduleRunner;
  const load = runner.import.bind(runner);
  let program: unknown;
  runner.import = async (id) => {
    if (!id.endsWith("/src/worker.ts")) return load(id);
    program ??= await load(id);
    return program;
  };
  // workerd names the bundled program without the first slash: with it, vitest finds the source map.
  const trace = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, calls) =>
    String(trace?.(error, calls)).replace(/(?<=at |\()(?=[^/\s]+\/\S*\/test-program\/)/g, "/");
  for (const database of [env.DB, env.DB2]) await applyD1Migrations(database, env.TEST_MIGRATIONS);
}

// A request outside that no test stands in for fails at once: looking up its name would take seconds, also in later tests.
globalThis.fetch = () => Promise.reject(new TypeError("Tests have no network."));
