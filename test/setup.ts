import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** State shared by all files of one workerd. */
interface Workerd {
  isReady?: boolean;
  readonly __vitest_mocker__: { readonly moduleRunner: ModuleRunner };
}
interface ModuleRunner {
  import(id: string): Promise<unknown>;
  cachedModule(url: string, importer?: string): Promise<Module>;
  readonly evaluatedModules: { getModuleByUrl(url: string): Module | undefined };
}
interface Module {
  readonly meta?: object;
}
const workerd = globalThis as unknown as Workerd;

// This file is evaluated again for each test file.
if (!workerd.isReady) {
  workerd.isReady = true;
  // At each call of the Worker or an object, the plugin requests the Worker's module from Vite, which is in another
  // process. The module never changes during a run, so it is requested once.
  const runner = workerd.__vitest_mocker__.moduleRunner;
  const load = runner.import.bind(runner);
  let program: unknown;
  runner.import = async (id) => {
    if (!id.endsWith("/src/worker.ts")) return load(id);
    program ??= await load(id);
    return program;
  };
  // Before each import, the module runner asks Vite whether the module has changed. During a run, none does.
  const fetchModule = runner.cachedModule.bind(runner);
  runner.cachedModule = async (url, importer) => {
    const known = runner.evaluatedModules.getModuleByUrl(url);
    return known?.meta ? known : fetchModule(url, importer);
  };
  // workerd gives the bundled program's path without the leading slash. vitest finds the source map only with it.
  const trace = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, calls) =>
    String(trace?.(error, calls)).replace(/(?<=at |\()(?=[^/\s]+\/\S*\/test-program\/)/g, "/");
  for (const database of [env.DB, env.DB2]) await applyD1Migrations(database, env.TEST_MIGRATIONS);
}

// A request to the outside that no test mocks fails at once. A DNS lookup would take seconds, and delay later tests,
// too.
globalThis.fetch = () => Promise.reject(new TypeError("Tests have no network."));
