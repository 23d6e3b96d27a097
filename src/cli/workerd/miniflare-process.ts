// Runs Miniflare in a separate process, because the server would never release its memory: node miniflare-process.ts TASK,
// with a plan as one line of JSON on standard input. Neither task starts workerd.
//   configuration  prints workerd's configuration
//   services       serves what the program needs from Miniflare itself (image resizing), and prints the port
import childProcess from "node:child_process";
import { relative } from "node:path";
import { PassThrough } from "node:stream";
import type { MiniflareOptions } from "miniflare";
import { type AdaptConfiguration, type Configuration, loadMiniflare, type Service } from "./load-miniflare.ts";
import { ENVIRONMENT_PREFIX, IMAGES_SERVICE, type Plan, writeConfiguration } from "./plan.ts";

const [task = ""] = process.argv.slice(2);
const plan = await readPlan();
process.stdin.resume().on("end", () => process.exit(1));
const tasks: Record<string, () => void> = { configuration, services };
try {
  tasks[task]?.();
} catch (error) {
  console.error(error);
  process.exit(1);
}

async function readPlan(): Promise<Plan<string>> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    if (part.at(-1) === 0x0a) break;
  }
  return JSON.parse(Buffer.concat(parts).toString());
}

function createMiniflare(adapt: AdaptConfiguration) {
  const { Log, LogLevel, Miniflare, Response } = loadMiniflare(adapt);
  const { onlyOutgoing } = plan;
  const outboundService = onlyOutgoing && {
    type: "fetcher" as const,
    async handler({ url }: { readonly url: string }) {
      if (url !== onlyOutgoing.url) return new Response("This server sends nothing: --hold-outgoing", { status: 503 });
      return new Response(
        await (await fetch(url, { headers: { authorization: `Bearer ${onlyOutgoing.token}` } })).text(),
      );
    },
  };
  const workers = plan.workers.map(({ name, code, bindings, port }): MiniflareOptions["workers"][number] => ({
    config: {
      type: "worker",
      name,
      compatibilityDate: plan.compatibilityDate,
      manifest: {
        mainModule: "index.js",
        modulesRoot: "/",
        modules: { "index.js": { type: "esm", contents: code } },
      },
      ...bindings,
    },
    dev: {
      ...(port !== undefined && { unsafeDirectSockets: [{ host: "127.0.0.1", port }] }),
      ...(outboundService && { outboundService }),
    },
  }));
  return new Miniflare({
    port: 0,
    logRequests: false,
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.NONE),
    resourcePersistencePath: plan.data.path,
    // Makes workerd write structured lines.
    handleStructuredLogs() {},
    workers,
  });
}

function configuration() {
  withoutWorkerd();
  createMiniflare((made, encode) => {
    process.stdout.write(writeConfiguration(adapted(made, encode)), () => process.exit());
    return Buffer.alloc(0);
  });
}

/** Keeps only what the plan's Workers use. Removes values and paths, because these differ between starts. */
function adapted(made: Configuration, encode: (configuration: Configuration) => Buffer) {
  made.sockets = made.sockets.filter(({ name }) => name.startsWith("direct:"));
  made.services = reachable({ ...made, services: made.services.map(withFewerIsolates) });
  const disks: Record<string, string> = {};
  for (const { name, disk, worker } of made.services) {
    if (disk?.path !== undefined) {
      disks[name] = relative(plan.data.path, disk.path);
      delete disk.path;
    }
    if (!plan.workers.some((own) => name === `core:user:${own.name}`)) continue;
    for (const binding of worker?.bindings ?? []) {
      if (!plan.variables.includes(binding.name)) continue;
      delete binding.text;
      binding.fromEnvironment = ENVIRONMENT_PREFIX + binding.name;
    }
  }
  return { disks, message: encode(made) };
}

/** Replaces Miniflare's own Workers, each of which takes 1.5 MB, where this program doesn't need them. */
function withFewerIsolates(service: Service): Service {
  // The replaced Worker adds this header for Miniflare's HTTP server. Apart from that, it only serves stored images,
  // and keeps a database for them.
  if (service.name === IMAGES_SERVICE) {
    const injectRequestHeaders = [{ name: "MF-Custom-Fetch-Service", value: "MINIFLARE_IMAGES_BINDING_SERVICE" }];
    return { name: service.name, external: { http: { injectRequestHeaders } } };
  }
  const isOwn = plan.workers.some(({ name }) => service.name === `core:user:${name}`);
  if (!isOwn || plan.onlyOutgoing !== undefined) return service;
  const { cacheApiOutbound: _, globalOutbound: __, ...worker } = service.worker ?? {};
  return { ...service, worker };
}

/** Returns the services that the sockets refer to, directly or indirectly. */
function reachable({ services, sockets }: Configuration): Configuration["services"] {
  const byName = new Map(services.map((service) => [service.name, service]));
  const reached = new Set(sockets.flatMap(({ service }) => service?.name ?? []));
  const visit = (value: unknown) => {
    if (typeof value === "string" && byName.has(value)) reached.add(value);
    else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
      for (const part of Object.values(value)) visit(part);
  };
  // Workers use the service "internet" without referring to it.
  reached.add("internet");
  for (const name of reached) visit(byName.get(name));
  return services.filter(({ name }) => reached.has(name));
}

function services() {
  withoutWorkerd((args) => {
    const address = args.find((arg) => arg.startsWith("--external-addr=loopback="));
    process.stdout.write(`${address?.slice(address.lastIndexOf(":") + 1)}\n`);
  });
  createMiniflare(() => Buffer.alloc(0));
}

/** Makes Miniflare wait for a workerd that is never started. */
function withoutWorkerd(onStart: (args: readonly string[]) => void = () => {}) {
  const spawn = (_: string, args: readonly string[]) => {
    onStart(args);
    const stdio = Array.from({ length: 4 }, () => new PassThrough());
    const [stdin, stdout, stderr] = stdio;
    // There is no process to signal: Node 22 would send the signal to this process's group.
    const kill = () => true;
    return Object.assign(new childProcess.ChildProcess(), { stdin, stdout, stderr, stdio, kill });
  };
  Object.assign(childProcess, { spawn });
}
