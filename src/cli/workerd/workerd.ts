import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { SETTINGS } from "../../config/settings.ts";
import { Failure } from "../os/failure.ts";
import { send } from "../os/send.ts";
import { SETTING_NAMES } from "../settings/setting-sources.ts";
import { findConfiguration } from "./find-configuration.ts";
import { miniflareServices } from "./miniflare-services.ts";
import { bulkDatabaseId, type Configuration, type DataFolders, type Plan, type WorkerPlan } from "./plan.ts";
import { endMiniflare } from "./run-miniflare.ts";
import { runtimeLines } from "./runtime-lines.ts";
import { type RunningWorkerd, startWorkerd } from "./start-workerd.ts";
import { removeOtherCode, storeCode, type WorkerCode } from "./worker-code.ts";

const name = "parley";
/**
 * V8's default reserves more space for new objects in each isolate, without saving CPU per send. Below 8, it treats the
 * garbage of large requests as old objects, and keeps hundreds of megabytes of it (bench/README.md). With
 * `--expose-gc`, the Worker can collect garbage on request (src/http/release-memory.ts).
 */
const V8_FLAGS = "--max-semi-space-size=8 --expose-gc";
/** Maximum crashes per minute before restarts of workerd are delayed, and before it isn't restarted at all. */
const [quickRestarts, restartsPerMinute] = [3, 20];
const longestRestMs = 30_000;
/**
 * Time limit for serving again. That usually takes a second, but longer on a busy machine, where giving up would end
 * the server.
 */
const RESTART_MS = 120_000;

const require = createRequire(import.meta.url);

export const workerdExecutable: string = require("workerd").default;

interface Settings {
  readonly data: DataFolders;
  readonly compatibilityDate: string;
  /** Variables of the Worker, read each time a program is served. */
  vars: Record<string, string>;
  readonly databases?: number;
  /** Whether this process is the only one that the program's requests can reach. */
  readonly holdsOutgoing?: boolean;
  /** Port for profilers; defaults to none. */
  readonly inspectorPort?: number;
}

/** Receives the server's state changes. */
interface Listener {
  /** Called when the runtime serves, with its loopback port. */
  open(port: number): void;
  shut(): void;
  end(why: string): void;
}

/**
 * The workerd process and its program. Miniflare makes workerd's configuration, and isn't needed while workerd runs. If
 * workerd crashes, it is started again. If it crashes repeatedly, a request may be the cause, so there is a pause
 * before each start, longer each time.
 */
export async function createRuntime(settings: Settings, listener: Listener) {
  const print = runtimeLines(Date.now);
  let phase: "changing" | "serving" | "restarting" | "ended" = "changing";
  let crashes: number[] = [];
  let crashesSoFar = 0;
  let plan: Plan | undefined;
  let workerd: RunningWorkerd | undefined;
  let port = 0;
  const services = await miniflareServices(settings.data.temporary, () => plan);
  const killAtExit = () => workerd?.kill();
  process.once("exit", killAtExit);

  async function crashed(how: string) {
    if (phase !== "serving") return;
    phase = "restarting";
    listener.shut();
    const now = Date.now();
    crashesSoFar += 1;
    crashes = [...crashes.filter((time) => time > now - 60_000), now];
    if (crashes.length > restartsPerMinute) return giveUp(`workerd ended (${how}) ${crashes.length} times in a minute`);
    // Ctrl-C also reaches workerd, possibly before this process.
    await pause(100);
    if (hasEnded()) return;
    console.error(`parley: workerd ended (${how}); starting it again`);
    const many = crashes.length - quickRestarts;
    const restMs = many > 0 ? Math.min(longestRestMs, 1000 * 2 ** (many - 1)) : 0;
    if (restMs > 0) console.error(`parley: workerd keeps stopping; restarting it in ${restMs / 1000} s`);
    await pause(restMs, undefined, { ref: false });
    if (phase !== "restarting" || plan === undefined) return;
    const late = pause(RESTART_MS, undefined, { ref: false }).then(() => Promise.reject());
    try {
      await Promise.race([findConfiguration(plan).then(begin), late]);
    } catch {
      if (phase === "restarting") giveUp(`workerd ended (${how}) and couldn't be started again`);
    }
  }

  const hasEnded = () => phase === "ended";

  function giveUp(why: string) {
    if (hasEnded()) return;
    phase = "ended";
    listener.end(why);
  }

  async function begin(configuration: Configuration) {
    const { data, inspectorPort = 0 } = settings;
    const vars = allVars(settings.vars);
    const started = startWorkerd(configuration, { ...data, vars, services: services.address, inspectorPort, print });
    workerd = started;
    void started.ended.then((how) => {
      if (workerd === started) void crashed(how);
    });
    port = await started.port;
    if (hasEnded()) return;
    phase = "serving";
    listener.open(port);
  }

  async function run(workers: readonly WorkerPlan[]) {
    const next = planOf(settings, workers);
    // Prepared while the previous program still responds.
    const configuration = await findConfiguration(next);
    phase = "changing";
    listener.shut();
    services.end();
    await halt();
    removeOtherCode(
      settings.data.temporary,
      [...next.workers, ...(plan?.workers ?? [])].map(({ code }) => code),
    );
    plan = next;
    try {
      await begin(configuration);
    } catch (error) {
      throw new Failure(`workerd could not start: ${(error as Error).message}`);
    }
  }

  async function halt() {
    const halted = workerd;
    workerd = undefined;
    halted?.kill();
    await halted?.ended;
  }

  const store = (code: string) => storeCode(settings.data.temporary, code);
  const bulkStores = bulkBindings(settings.databases ?? 1);
  return {
    /**
     * @param beside another Worker in the same process, with its own object and the same database, for comparison in
     *   `npm run bench`
     * @returns the code, to serve it again
     */
    async serve(code: string | WorkerCode, beside?: { code: string; port: number }) {
      const stored = typeof code === "string" ? store(code) : code;
      const env = bindings(settings, bulkStores, name);
      const workers: WorkerPlan[] = [{ name, code: stored, bindings: { env, exports: classes }, port: 0 }];
      if (beside) {
        const { port } = beside;
        const env = { ...bulkStores, FLOOR: objectOf("floors", "Floor") };
        workers.push({ name: "floors", port, code: store(beside.code), bindings: { env, exports: { Floor: sqlite } } });
      }
      await run(workers);
      return stored;
    },

    /** Serves with the objects in a separate isolate, to measure their CPU time apart from the Worker's. */
    async serveApart(code: string, objects: { code: string; port: number }) {
      const env = bindings(settings, bulkStores, "objects");
      await run([
        { name, code: store(code), bindings: { env }, port: 0 },
        { name: "objects", port: objects.port, code: store(objects.code), bindings: { env, exports: classes } },
      ]);
    },

    /** Makes the program return unused memory to the system (src/http/release-memory.ts). */
    async releaseMemory() {
      if (phase !== "serving") return;
      const headers = { [settings.vars["GATE_MARK"] ?? ""]: "release-memory" };
      const response = await send(new URL(`http://127.0.0.1:${port}`), "/", { headers });
      response.resume();
    },

    facts: () => ({ pid: workerd?.pid, crashes: crashesSoFar }),

    async stop() {
      phase = "ended";
      services.close();
      await Promise.all([endMiniflare(), halt()]);
      process.off("exit", killAtExit);
    },
  };
}

function planOf(settings: Settings, workers: readonly WorkerPlan[]): Plan {
  const { data, compatibilityDate, vars, holdsOutgoing } = settings;
  const { MACHINE_URL = "", SETUP_TOKEN = "" } = vars;
  return {
    data: { path: data.path, runtime: data.runtime, temporary: data.temporary },
    compatibilityDate,
    workers,
    variables: Object.keys(allVars(vars)),
    v8Flags: `${V8_FLAGS} ${process.env["MINIFLARE_WORKERD_V8_FLAGS"] ?? ""}`.trim(),
    ...(holdsOutgoing && { onlyOutgoing: { url: MACHINE_URL, token: SETUP_TOKEN } }),
  };
}

function bulkBindings(count: number) {
  const ids = Array.from({ length: count }, (_, index) => bulkDatabaseId(index + 1));
  return Object.fromEntries(ids.map((id) => [id.toUpperCase(), { type: "d1", id } as const]));
}

/** Only allows outgoing connections to the public internet, regardless of what names resolve to. */
const outside = {
  type: "network" as const,
  allow: ["public"],
  deny: JSON.parse(
    readFileSync(new URL("../../outbound-http/private-ranges.json", import.meta.url), "utf8"),
  ) as string[],
  tlsOptions: { trustBrowserCas: true },
};

const sqlite = { type: "durable-object", storage: "sqlite" } as const;
const classes = { Realm: sqlite, Hasher: sqlite, Importer: sqlite, Relay: sqlite, CallRoom: sqlite };

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

/**
 * All variables of the program with empty values, which count as unset. They are always bound, so that the
 * configuration doesn't depend on which ones are set.
 */
const UNSET: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...SETTING_NAMES.filter((name) => SETTINGS[name].where === undefined),
    ...["DEV_LOGIN", "TEST_HOOKS", "UNSAFE_EXPOSED"],
  ].map((name) => [name, ""]),
);

const allVars = (vars: Record<string, string>): Record<string, string> => ({ ...UNSET, ...vars });

/** Bindings whose values workerd reads from its environment (start-workerd.ts). */
function textBindings(vars: Record<string, string>) {
  return Object.fromEntries(Object.keys(allVars(vars)).map((key) => [key, { type: "text", value: "" } as const]));
}
