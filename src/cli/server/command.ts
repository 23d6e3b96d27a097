import { randomBytes } from "node:crypto";
import { watch } from "node:fs";
import { dirname, join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createBotHost } from "../bot-processes/bot-host.ts";
import { claimDataDirectory } from "../data-directory/data-directory.ts";
import { checkDatabases, findDamage } from "../data-directory/databases.ts";
import { bulkFiles, isUpToDate, listMigrations, migrate } from "../data-directory/migrations.ts";
import { setupToken } from "../data-directory/setup-token.ts";
import { descriptorLimit } from "../front-proxy/descriptors.ts";
import { createGate } from "../front-proxy/front-proxy.ts";
import { Operator } from "../operator/operator.ts";
import { warnPeople } from "../operator/warn-people.ts";
import { bytesLeft, fullDisk, watchDisk } from "../os/disk-space.ts";
import { Failure } from "../os/failure.ts";
import { formatLog } from "../os/log-format.ts";
import { permissionAdvice } from "../os/ownership.ts";
import { programVersion } from "../os/program-version.ts";
import { bundle } from "../server-bundle/server-bundle.ts";
import { compatibilityDate } from "../workerd/compatibility-date.ts";
import { createRuntime, workerdExecutable } from "../workerd/workerd.ts";
import { createClient } from "./client.ts";
import { firstOrganization } from "./first-organization.ts";
import { createMachine } from "./machine.ts";
import { readOptions, rereadOptions, type StartOptions, siteOf } from "./options.ts";
import { reloads } from "./reloads.ts";
import { logToTerminal, type TerminalLog } from "./terminal-log.ts";
import { watchBackups } from "./watch-backups.ts";
import { watchQuiet } from "./watch-quiet.ts";
import { describeStart } from "./welcome.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Returns a function that starts reporting all organizations to the push service: immediately, then daily, or an hour
 * after a failure. On Cloudflare, a cron trigger does this.
 */
function pushReports(operator: Operator, tell: (line: string) => void, isRegistered: () => boolean): () => void {
  let timer: NodeJS.Timeout | undefined;

  async function report() {
    clearTimeout(timer);
    if (!isRegistered()) return;
    const problem = await operator.ask("push/report").then(
      (reply) => reply["problem"],
      (error: Error) => error.message,
    );
    if (problem !== null) tell(`couldn't report the organizations to the push service: ${problem}`);
    clearTimeout(timer);
    timer = setTimeout(report, problem === null ? DAY_MS : HOUR_MS).unref();
  }

  return () => void report();
}

const LOOK_MS = 1000;
/** Smallest change that counts as setting the clock back. Smaller ones are ordinary corrections. */
const STEP_MS = 1500;

/**
 * Calls back if the machine's clock was set back. workerd schedules timers by that clock, and only waits for the first
 * one. A waiting timer would then delay all later ones by as much as the clock was set back.
 *
 * @param now returns the times of the machine's clock, and of a monotonic clock
 * @returns a function that stops watching
 */
export function watchClock(setBack: (ms: number) => void, now = { wall: Date.now, steady: () => performance.now() }) {
  let difference = now.wall() - now.steady();
  const timer = setInterval(() => {
    const next = now.wall() - now.steady();
    const back = difference - next;
    difference = next;
    if (back > STEP_MS) setBack(Math.round(back));
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

const SOURCES = ["src", "migrations"];

function watchSources(root: string, changed: () => void) {
  for (const folder of SOURCES) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      // The CLI's sources aren't part of the program that is reloaded.
      if (name === null || name.split(sep)[0] !== "cli") changed();
    });
  }
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const migrations = join(root, "migrations");

/** Time for requests in progress to finish before the program ends. */
const LAST_ANSWERS_MS = 1000;
/** Maximum delay of a signal to this process, compared to the same signal to workerd. */
const SIGNAL_MS = 100;

interface Shutdown {
  readonly steps: (() => void | Promise<void>)[];
  log: TerminalLog | undefined;
  end(status: number): Promise<void>;
}

/** Runs a server until its process ends. */
export async function startCommand(args: string[]) {
  let ending = false;
  const shutdown: Shutdown = {
    steps: [],
    log: undefined,
    async end(status) {
      if (ending) return;
      ending = true;
      shutdown.log?.release();
      for (const step of shutdown.steps.reverse()) await step();
      process.exit(status);
    },
  };
  let directory: string | undefined;
  try {
    const options = readOptions(args, root);
    if (options.help !== undefined) process.stdout.write(options.help);
    else {
      directory = options.data;
      await start(options, shutdown);
    }
  } catch (error) {
    // Ctrl-C also reaches workerd, possibly before this process. Errors caused by that aren't reported.
    if (!(error instanceof Failure) || /workerd/.test(error.message)) await pause(SIGNAL_MS);
    if (ending) return;
    // System errors, such as those about files, don't need a stack trace either.
    const { message, syscall, code, path } = error as NodeJS.ErrnoException;
    const full = directory === undefined ? "" : fullDisk(directory);
    const advice = full || (path === undefined ? "" : permissionAdvice(code, path, dirname(path)));
    console.error(
      error instanceof Failure || syscall || full ? ["parley", message, advice].filter(Boolean).join(": ") : error,
    );
    await shutdown.end(error instanceof Failure ? error.status : 1);
  }
}

async function start(options: StartOptions, shutdown: Shutdown) {
  // Keeps the server running when its output is no longer read.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const stop = () => void shutdown.end(0);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  // If the server runs in a terminal, it stops when that closes. If it runs as a service, the signal makes it reload
  // the program.
  let hangUp: () => void = stop;
  process.on("SIGHUP", () => hangUp());
  watchParent(stop);

  const form = options.log ?? (process.stdout.isTTY ? "text" : undefined);
  if (form === "text") shutdown.log = logToTerminal({ withStacks: options.watch });
  else if (form !== undefined) formatLog(form === "logfmt" ? "logfmt" : "json");
  const data = await claimDataDirectory(options.data, workerdExecutable);
  shutdown.steps.push(data.release);
  checkDatabases(data.path);
  const demo = options.isDemo ? (await import("../demo/demo.ts")).createDemo(data.path, process.env) : undefined;

  const descriptors = descriptorLimit();
  const mark = `x-parley-gate-${randomBytes(16).toString("hex")}`;
  const gate = createGate(descriptors, () => bytesLeft(data.path), undefined, mark);
  const port = await gate.listen(options.host, options.port);
  const token = setupToken(data.path, options.setupToken);
  let runtimeFacts: Parameters<typeof createMachine>[0]["runtime"] = () => ({ pid: undefined, crashes: 0 });
  const machine = createMachine({ data: data.path, token, gate, runtime: () => runtimeFacts() });
  const machineUrl = await machine.listen(Number(options.metricsPort ?? 0));
  shutdown.steps.push(machine.close);
  const date = compatibilityDate(root);
  const bots = createBotHost({ ...data, compatibilityDate: date }, token);
  const botsUrl = await bots.listen();
  shutdown.steps.push(bots.close);
  const site = siteOf(options, port);
  const { ROOT_DOMAIN } = options.vars;
  // A reload changes none of these.
  const addresses = { OWN_PORT: String(port), GATE_MARK: mark, MACHINE_URL: machineUrl, BOTS_URL: botsUrl };
  const fixed = { ROOT_DOMAIN, SITE_URL: site, SETUP_TOKEN: token, ...addresses };
  const vars = { ...options.vars, ...fixed };
  const databases = Math.max(options.databases, bulkFiles(data.path).length);
  const settings = { data, compatibilityDate: date, vars, databases, holdsOutgoing: options.holdsOutgoing };
  if (options.settingsWarning) console.error(`parley: ${options.settingsWarning}`);
  const program = () => bundle(root, "src/worker.ts", options.watch ? "reloading" : "embedded");
  // A change made during the start is loaded once the server is running.
  let hasChanged = false;
  let onChange = () => {
    hasChanged = true;
  };
  if (options.watch) watchSources(root, () => onChange());
  const [code, runtime] = await Promise.all([
    program(),
    createRuntime(settings, {
      ...gate,
      end(why) {
        console.error(`parley: ${why}`);
        void shutdown.end(1);
      },
    }),
  ]);
  runtimeFacts = runtime.facts;
  shutdown.steps.push(runtime.stop, gate.close, () => gate.drain(LAST_ANSWERS_MS));

  const isMigrated = () => isUpToDate(data.path, listMigrations(migrations), databases);
  const migrateDatabases = async () => migrate(data.path, migrations, databases);
  if (!isMigrated()) await namingDamage(data.path, migrateDatabases);
  let running = await runtime.serve(code);

  const client = createClient({ host: reachable(options.host), port, site, token, onAnswer: shutdown.log?.skip });
  await namingDamage(data.path, () => client.untilHealthy());
  const first = await firstOrganization(client, data.path, { ...options, ...demo }, token);
  const address = siteOf({ host: reachable(options.host), rootDomain: "localhost", site: undefined }, port);
  await demo?.begin(address, shutdown.log?.skip);
  data.announce(client.site, address, !process.stdin.isTTY);
  if (options.metricsPort !== undefined) machine.showPage(address, new URL(client.site).host);
  const { host, countsProxyAlone, settingsFile, holdsOutgoing, isDemo } = options;
  const listening = { host, port, vars, descriptors, countsProxyAlone, settingsFile, holdsOutgoing, isDemo };
  const welcome = describeStart(programVersion(root).version, client.site, listening, data.path, first);
  if (shutdown.log) shutdown.log.release(welcome);
  else console.log(welcome);
  if (first && "shown" in first) first.shown();

  const operator = new Operator({ address: new URL(address), host: new URL(client.site).host, token }, "");
  // On a test server, these emails would mix with the test's.
  const warn: typeof warnPeople = vars["TEST_HOOKS"] ? async () => {} : warnPeople;
  const tell = (line: string) => console.error(`parley: ${line}`);
  shutdown.steps.push(
    watchDisk(data.path, tell, ({ left, all }) => warn(operator, "disk_warning", { left_bytes: left, all_bytes: all })),
    watchBackups(data.path, tell, (last) =>
      warn(operator, "backup_warning", { last_at: Math.floor(last.getTime() / 1000) }),
    ),
  );
  releaseMemory();
  const reportPushes = pushReports(operator, tell, () => Object.hasOwn(settings.vars, "PUSH_SERVICE_KEY"));
  reportPushes();
  let count = 0;
  const load = async () => {
    const before = settings.vars;
    const { vars: given, needStart } = rereadOptions(options, root);
    const next = await program();
    const needsMigration = !isMigrated();
    await gate.drain(LAST_ANSWERS_MS);
    try {
      if (needsMigration) await migrateDatabases();
      settings.vars = { ...given, ...fixed };
      const served = await runtime.serve(next);
      await client.untilHealthy();
      running = served;
      releaseMemory();
      reportPushes();
      if (needStart.length > 0)
        console.error(`parley: changed, but used from the next start on: ${needStart.join(", ")}`);
    } catch (error) {
      settings.vars = before;
      await runtime.serve(running);
      throw error;
    }
  };
  const reload = reloads(load, (problem) => {
    machine.reloaded(problem);
    data.reloaded(++count, problem);
  });
  onChange = reload;
  const clockWatch = watchClock((ms) => {
    tell(`the clock was set back by ${Math.round(ms / 1000)} s: the program is loaded anew`);
    reload();
  });
  const quietWatch = watchQuiet(() => {
    releaseMemory();
    // This fails if workerd was restarted, but the restart has then released the memory.
    runtime.releaseMemory().catch(() => {});
  });
  shutdown.steps.push(clockWatch, quietWatch);
  if (hasChanged) reload();
  if (!process.stdin.isTTY) hangUp = reload;
}

/**
 * Collects garbage, because an idle server would keep the garbage of its startup. The function exists with
 * `--expose-gc` (scripts/lean-node.mjs). `setImmediate` waits until the caller has returned, because the caller's
 * variables are garbage only then.
 */
const releaseMemory = () => setImmediate(() => globalThis.gc?.());

/** Runs `work`. If it fails and a database is damaged, the error names that database. */
async function namingDamage<T>(data: string, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    const damage = findDamage(data);
    if (!damage) throw error;
    throw new Failure(`${error instanceof Failure ? error.message : "The server does not work:"} ${damage}`);
  }
}

function reachable(host: string) {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}

/**
 * Calls `onGone` when the npm process that started the server exits, because npm doesn't always signal its script. A
 * server started without npm may outlive its parent.
 */
function watchParent(onGone: () => void) {
  if (!["start", "dev"].includes(process.env["npm_lifecycle_event"] ?? "")) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    onGone();
  }, 200);
  timer.unref();
}
