import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** State shared by all files of one workerd. */
interface Workerd {
  isReady?: boolean;
  readonly __vitest_mocker__: { readonly moduleRunner: { import(id: string): Promise<unknown> } };
}
const workerd = globalThis as unknown as Workerd;

/** The plugin's object in which test files run. */
interface Runner {
  fetch(url: string, init: { cf: { vitestPoolWorkersDurableObjectAction: number } }): Promise<{ ok: boolean }>;
}

/** Calls back with the map that is changed next. */
function whenNextSet(found: (map: Map<number, unknown>) => void): void {
  const { set } = Map.prototype;
  Map.prototype.set = function (key, value) {
    Map.prototype.set = set;
    found(this);
    return set.call(this, key, value);
  };
}

// This file is evaluated again for each test file.
if (!workerd.isReady) {
  workerd.isReady = true;
  // At each call of the Worker or an object, the plugin asks Vite, in another process, for the Worker's module.
  const runner = workerd.__vitest_mocker__.moduleRunner;
  const load = runner.import.bind(runner);
  let program: unknown;
  runner.import = async (id) => {
    if (!id.endsWith("/src/worker.ts")) return load(id);
    program ??= await load(id);
    return program;
  };
  // For that it calls an object of its own, which takes as long as a short request.
  const objects = env as unknown as { __VITEST_POOL_WORKERS_RUNNER_OBJECT: { get(name: string): Runner } };
  const own = objects.__VITEST_POOL_WORKERS_RUNNER_OBJECT;
  let actions: Map<number, unknown> | undefined;
  objects.__VITEST_POOL_WORKERS_RUNNER_OBJECT = {
    get(name) {
      // The plugin's next statement stores what the object will do.
      if (actions === undefined) whenNextSet((map) => (actions = map));
      return {
        fetch(url, init) {
          const action = init.cf.vitestPoolWorkersDurableObjectAction;
          const isImport = String(actions?.get(action)).includes("moduleRunner.import(");
          if (program === undefined || !isImport) return own.get(name).fetch(url, init);
          actions?.set(action, program);
          return Promise.resolve({ ok: true });
        },
      };
    },
  };
  // workerd names the bundled program without the leading slash. With it, vitest finds the source map.
  const trace = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, calls) =>
    String(trace?.(error, calls)).replace(/(?<=at |\()(?=[^/\s]+\/\S*\/test-program\/)/g, "/");
  for (const database of [env.DB, env.DB2]) await applyD1Migrations(database, env.TEST_MIGRATIONS);
}

// An outside request that no test mocks fails at once. A DNS lookup would take seconds, also in later tests.
globalThis.fetch = () => Promise.reject(new TypeError("Tests have no network."));
