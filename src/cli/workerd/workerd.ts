import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import type { Miniflare, MiniflareOptions } from "miniflare";
import { Failure } from "../os/failure.ts";
import { loadMiniflare } from "./load-miniflare.ts";
import { runtimeLines } from "./runtime-lines.ts";

// Apart from test/torture/deploy, this is the only file that uses Miniflare, whose options aren't stable yet.

const name = "parley";
/**
 * V8's default reserves more space for new objects in each isolate, without saving CPU per send. Below 8, it treats the
 * garbage of large requests as old objects, and keeps hundreds of megabytes of it (docs/scale.md).
 */
const V8_FLAGS = "--max-semi-space-size=8";
const restartMs = 30_000;
/** Maximum crashes per minute before restarts of workerd are delayed, and before it isn't restarted at all. */
const [quickRestarts, restartsPerMinute] = [3, 20];
const longestRestMs = 30_000;

const require = createRequire(import.meta.url);

export const workerdExecutable: string = require("workerd").default;

export type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

interface Settings {
  readonly data: { path: string; runtime: string; temporary: string };
  readonly compatibilityDate: string;
  /** Variables of the Worker, read whenever a program is served. */
  vars: Record<string, string>;
  readonly databases?: number;
  /** Whether the program's requests can only reach this process. */
  readonly holdsOutgoing?: boolean;
  /** Port for profilers; defaults to none. */
  readonly inspectorPort?: number;
}

/** Receives the server's state changes. */
interface Listener {
  /** The runtime serves, at a loopback port. */
  open(port: number): void;
  shut(): void;
  end(why: string): void;
}

/**
 * The workerd process and its program. If it crashes, Miniflare restarts it. If it crashes repeatedly, a request may be
 * the cause, so it pauses before serving again, longer each time.
 */
export async function createRuntime(settings: Settings, listener: Listener) {
  // Miniflare reads these when it starts workerd. Both use TMPDIR; V8's flags are for Miniflare alone.
  process.env["MINIFLARE_WORKERD_PATH"] = settings.data.runtime;
  process.env["TMPDIR"] = settings.data.temporary;
  process.env["MINIFLARE_WORKERD_V8_FLAGS"] ??= V8_FLAGS;
  const { Log, LogLevel, Miniflare } = loadMiniflare();
  const bulkStores = bulkBindings(settings.databases ?? 1);

  const print = runtimeLines(Date.now);
  let phase: "changing" | "serving" | "restarting" | "ended" = "changing";
  let crashes: number[] = [];
  let crashesSoFar = 0;
  let pid: number | undefined;
  let miniflare: Miniflare | undefined;

  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => {
      if (child.spawnfile === settings.data.runtime) pid = child.pid;
    });
    child.once("exit", (code, signal) => {
      if (child.spawnfile === settings.data.runtime) void ended(signal ?? `status ${code}`);
    });
  });

  async function ended(how: string) {
    if (phase === "restarting") return giveUp(`workerd ended (${how}) and couldn't be started again`);
    if (phase !== "serving") return;
    phase = "restarting";
    listener.shut();
    const now = Date.now();
    crashesSoFar += 1;
    crashes = [...crashes.filter((time) => time > now - 60_000), now];
    if (crashes.length > restartsPerMinute) return giveUp(`workerd ended (${how}) ${crashes.length} times in a minute`);
    // Ctrl-C reaches workerd as well as this process, possibly first.
    await pause(100);
    if (hasEnded()) return;
    console.error(`parley: workerd ended (${how}); starting it again`);
    await pause(restartMs, undefined, { ref: false });
    if (phase === "restarting" && crashes.at(-1) === now) giveUp("workerd couldn't be started again in time");
  }

  async function restarted() {
    if (phase !== "restarting") return;
    phase = "serving";
    const many = crashes.length - quickRestarts;
    const restMs = many > 0 ? Math.min(longestRestMs, 1000 * 2 ** (many - 1)) : 0;
    if (restMs > 0) console.error(`parley: workerd keeps stopping; restarting it in ${restMs / 1000} s`);
    const latest = crashes.at(-1);
    await pause(restMs, undefined, { ref: false });
    if (phase === "serving" && crashes.at(-1) === latest) await open();
  }

  async function open() {
    const address = await miniflare?.unsafeGetDirectURL(name);
    if (address && phase === "serving") listener.open(Number(address.port));
  }

  const hasEnded = () => phase === "ended";

  function giveUp(why: string) {
    if (hasEnded()) return;
    phase = "ended";
    listener.end(why);
  }

  async function run(workers: MiniflareOptions["workers"]) {
    phase = "changing";
    listener.shut();
    const options: MiniflareOptions = {
      port: 0,
      logRequests: false,
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.NONE),
      resourcePersistencePath: settings.data.path,
      ...(settings.inspectorPort && { inspectorPort: settings.inspectorPort }),
      handleStructuredLogs: print,
      unsafeHandleRuntimeRestart: () => void restarted(),
      workers,
    };
    try {
      if (miniflare) await miniflare.setOptions(options);
      else miniflare = keepingSignals(() => new Miniflare(options));
      await miniflare.ready;
    } catch (error) {
      const { message } = error as Error;
      throw new Failure(`workerd could not start: ${message.trim().split("\n").at(-1)}`);
    }
    if (!hasEnded()) phase = "serving";
    return miniflare;
  }

  function worker(
    name: string,
    code: string,
    bindings: Pick<MiniflareOptions["workers"][number]["config"], "env" | "exports">,
    port?: number,
  ): MiniflareOptions["workers"][number] {
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
      dev: {
        // Connects directly to the Worker, because the regular port goes through another Worker, at a third of the
        // speed.
        ...(port !== undefined && { unsafeDirectSockets: [{ host: "127.0.0.1", port }] }),
        ...(settings.holdsOutgoing && { outboundService: numbersAlone(settings.vars) }),
      },
    };
  }

  return {
    /** Serves only the databases, without the Worker, because nothing may respond before their schema is right. */
    async databases() {
      const idle = "export default { fetch() { return new Response(null, { status: 503 }); } };";
      const running = await run([worker(name, idle, { env: bulkStores })]);
      return Promise.all(Object.keys(bulkStores).map((binding) => running.getD1Database(binding, name)));
    },

    /**
     * @param beside another Worker in the same process, with its own object and the same database, for comparison in
     * `npm run bench`
     */
    async serve(code: string, beside?: { code: string; port: number }) {
      const env = bindings(settings, bulkStores, name);
      const workers = [worker(name, code, { env, exports: classes }, 0)];
      if (beside) {
        const env = { ...bulkStores, FLOOR: objectOf("floors", "Floor") };
        workers.push(worker("floors", beside.code, { env, exports: { Floor: stored } }, beside.port));
      }
      await run(workers);
      await open();
    },

    /** Serves with the objects in a separate isolate, so that their CPU time can be told apart from the Worker's. */
    async serveApart(code: string, objects: { code: string; port: number }) {
      const env = bindings(settings, bulkStores, "objects");
      await run([
        worker(name, code, { env }, 0),
        worker("objects", objects.code, { env, exports: classes }, objects.port),
      ]);
      await open();
    },

    facts: () => ({ pid, crashes: crashesSoFar }),

    async stop() {
      phase = "ended";
      // A slower stop ends with this process, because Miniflare kills workerd when Node exits.
      await Promise.race([miniflare?.dispose().catch(() => {}), pause(1500, undefined, { ref: false })]);
    },
  };
}

/**
 * Creates Miniflare without its signal handlers, which would end the whole process immediately with a failure status.
 */
function keepingSignals<T>(create: () => T) {
  const signals = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => ({
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

function bulkBindings(count: number) {
  const names = Array.from({ length: count }, (_, index) => (index === 0 ? "" : String(index + 1)));
  return Object.fromEntries(names.map((number) => [`DB${number}`, { type: "d1", id: `db${number}` } as const]));
}

/** Outgoing connections only to the public internet, regardless of what names resolve to. */
const outside = {
  type: "network" as const,
  allow: ["public"],
  deny: JSON.parse(
    readFileSync(new URL("../../outbound-http/private-ranges.json", import.meta.url), "utf8"),
  ) as string[],
  tlsOptions: { trustBrowserCas: true },
};

/** Outgoing connections only to this process's metrics. */
const numbersAlone = ({ MACHINE_URL, SETUP_TOKEN }: Record<string, string>) => ({
  type: "fetcher" as const,
  async handler({ url }: { readonly url: string }) {
    const { Response } = loadMiniflare();
    if (url !== MACHINE_URL) return new Response("This server sends nothing: --hold-outgoing", { status: 503 });
    return new Response(await (await fetch(url, { headers: { authorization: `Bearer ${SETUP_TOKEN}` } })).text());
  },
});

const stored = { type: "durable-object", storage: "sqlite" } as const;
const classes = { Realm: stored, Hasher: stored, Importer: stored, Relay: stored, CallRoom: stored };

function objectOf(worker: string, exportName: string) {
  return { type: "durable-object", worker, exportName } as const;
}

/** @param objects the Worker that has the object classes */
function bindings(
  { vars, holdsOutgoing = false }: Settings,
  bulkStores: ReturnType<typeof bulkBindings>,
  objects: string,
) {
  return {
    ...textBindings(vars),
    ...bulkStores,
    ...(!holdsOutgoing && { OUTSIDE: outside }),
    UPLOADS: { type: "r2", name: "uploads" } as const,
    IMAGES: { type: "images" } as const,
    REALM: objectOf(objects, "Realm"),
    HASHER: objectOf(objects, "Hasher"),
    IMPORTER: objectOf(objects, "Importer"),
    RELAY: objectOf(objects, "Relay"),
    CALL_ROOM: objectOf(objects, "CallRoom"),
  };
}

function textBindings(vars: Record<string, string>) {
  const type = "text" as const;
  return Object.fromEntries(Object.entries(vars).map(([key, value]) => [key, { type, value }]));
}
