import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "./failure.mjs";

// The one file that knows Miniflare: its options are not stable yet.

const name = "parley";
const restartsPerMinute = 5;
const restartMs = 10_000;

/** @type {string} */
export const workerdExecutable = createRequire(import.meta.url)("workerd").default;

/** @typedef {import("miniflare").MiniflareOptions} Options */
/** @typedef {Awaited<ReturnType<import("miniflare").Miniflare["getD1Database"]>>} Database */
/**
 * @typedef {object} Settings
 * @property {{ path: string, runtime: string, temporary: string }} data
 * @property {string} compatibilityDate
 * @property {string} host
 * @property {number} port
 * @property {Record<string, string>} vars
 * @property {number} [inspectorPort] where profilers connect; nowhere, unless told
 */

/**
 * The workerd process and what runs on it. When it ends by itself Miniflare starts it again; when that does not help,
 * `onEnd` is told, once, that there is no server any more.
 *
 * @param {Settings} settings
 * @param {(why: string) => void} onEnd
 */
export async function createRuntime(settings, onEnd) {
  // Read by Miniflare when it starts workerd, and by both of them for their temporary files.
  process.env.MINIFLARE_WORKERD_PATH = settings.data.runtime;
  process.env.TMPDIR = settings.data.temporary;
  const { Log, LogLevel, Miniflare } = await import("miniflare");

  /** @type {"changing" | "serving" | "restarting" | "ended"} */
  let phase = "changing";
  /** @type {number[]} */
  let crashes = [];
  /** @type {import("miniflare").Miniflare | undefined} */
  let miniflare;

  subscribe("child_process", (message) => {
    const { process: child } = /** @type {{ process: import("node:child_process").ChildProcess }} */ (message);
    child.once("exit", (code, signal) => {
      if (child.spawnfile === settings.data.runtime) void ended(signal ?? `status ${code}`);
    });
  });

  /** @param {string} how */
  async function ended(how) {
    if (phase === "restarting") return giveUp(`workerd ended (${how}) and could not be started again`);
    if (phase !== "serving") return;
    phase = "restarting";
    const now = Date.now();
    crashes = [...crashes.filter((time) => time > now - 60_000), now];
    if (crashes.length > restartsPerMinute) return giveUp(`workerd ended (${how}) ${crashes.length} times in a minute`);
    // Ctrl-C reaches workerd as well as this process, and may reach it first.
    await pause(100);
    if (hasEnded()) return;
    console.error(`parley: workerd ended (${how}); starting it again`);
    await pause(restartMs, undefined, { ref: false });
    if (phase === "restarting" && crashes.at(-1) === now) giveUp("workerd could not be started again in time");
  }

  const hasEnded = () => phase === "ended";

  /** @param {string} why */
  function giveUp(why) {
    if (hasEnded()) return;
    phase = "ended";
    onEnd(why);
  }

  /** @param {Options["workers"]} workers */
  async function run(workers) {
    phase = "changing";
    /** @type {Options} */
    const options = {
      port: 0,
      logRequests: false,
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.NONE),
      resourcePersistencePath: settings.data.path,
      ...(settings.inspectorPort && { inspectorPort: settings.inspectorPort }),
      handleStructuredLogs: ({ level, message }) =>
        level === "warn" || level === "error" ? console.error(message) : console.log(message),
      unsafeHandleRuntimeRestart() {
        if (phase === "restarting") phase = "serving";
      },
      workers,
    };
    try {
      if (miniflare) await miniflare.setOptions(options);
      else miniflare = keepingSignals(() => new Miniflare(options));
      await miniflare.ready;
    } catch (error) {
      throw explained(error, settings);
    }
    if (!hasEnded()) phase = "serving";
    return miniflare;
  }

  /**
   * @param {string} name
   * @param {string} code
   * @param {Pick<Options["workers"][number]["config"], "env" | "exports">} bindings
   * @param {number} [port]
   * @returns {Options["workers"][number]}
   */
  function worker(name, code, bindings, port) {
    return {
      config: {
        type: "worker",
        name,
        compatibilityDate: settings.compatibilityDate,
        manifest: {
          mainModule: "index.js",
          modulesRoot: "/",
          modules: { "index.js": { type: "esm", contents: code } },
        },
        ...bindings,
      },
      // Straight to the Worker: the ordinary port has another Worker in front, at a third of the speed.
      dev: port === undefined ? {} : { unsafeDirectSockets: [{ host: settings.host, port }] },
    };
  }

  return {
    /** The database alone, without the Worker: nothing can answer before its schema is right. */
    async database() {
      const idle = "export default { fetch() { return new Response(null, { status: 503 }); } };";
      const running = await run([worker(name, idle, { env: { DB: bulkStore } })]);
      return running.getD1Database("DB", name);
    },

    /**
     * @param {string} code
     * @param {{ code: string, port: number }} [beside] another Worker of the same process, with an object of its own
     *   and the same database: what `npm run bench` compares the server with
     */
    async serve(code, beside) {
      const env = {
        ...textBindings(settings.vars),
        DB: bulkStore,
        UPLOADS: /** @type {const} */ ({ type: "r2", name: "uploads" }),
        REALM: objectOf(name, "Realm"),
      };
      const workers = [worker(name, code, { env, exports: { Realm: stored } }, settings.port)];
      if (beside) {
        const env = { DB: bulkStore, FLOOR: objectOf("floors", "Floor") };
        workers.push(worker("floors", beside.code, { env, exports: { Floor: stored } }, beside.port));
      }
      await run(workers);
    },

    async stop() {
      phase = "ended";
      // Whatever is not done by then is ended with this process: Miniflare kills workerd when node exits.
      await Promise.race([miniflare?.dispose().catch(() => {}), pause(1500, undefined, { ref: false })]);
    },
  };
}

/**
 * Miniflare ends the whole process when a signal arrives, at once and with a status that says failure.
 *
 * @template T
 * @param {() => T} create
 */
function keepingSignals(create) {
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]).map((signal) => ({
    signal,
    ours: process.listeners(signal),
  }));
  const created = create();
  for (const { signal, ours } of signals) {
    for (const listener of process.listeners(signal)) {
      if (!ours.includes(listener)) process.removeListener(signal, listener);
    }
  }
  return created;
}

const bulkStore = /** @type {const} */ ({ type: "d1", id: "db" });
const stored = /** @type {const} */ ({ type: "durable-object", storage: "sqlite" });

/** @param {string} worker @param {string} exportName */
function objectOf(worker, exportName) {
  return /** @type {const} */ ({ type: "durable-object", worker, exportName });
}

/** @param {Record<string, string>} vars */
function textBindings(vars) {
  const type = /** @type {const} */ ("text");
  return Object.fromEntries(Object.entries(vars).map(([key, value]) => [key, { type, value }]));
}

/** @param {unknown} error @param {Settings} settings */
function explained(error, { host, port }) {
  const { code, message } = /** @type {Error & { code?: string }} */ (error);
  if (code === "ERR_ADDRESS_IN_USE" || message.includes("Address already in use")) {
    return new Failure(`port ${port} on ${host} is in use`);
  }
  return new Failure(`workerd could not start: ${message.trim().split("\n").at(-1)}`);
}
