import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { databasesOf } from "../data-directory/data-files.ts";
import { lastWholeBackup } from "../data-directory/last-backup.ts";
import type { createGate } from "../front-proxy/front-proxy.ts";
import { spaceOf } from "../os/disk-space.ts";
import { createServer } from "../os/http.ts";
import { listen } from "../os/port.ts";
import { readBody, send } from "../os/send.ts";

/** Cache lifetime of the database sizes, because there may be many databases. */
const SIZES_MS = 60_000;
const TICKS_A_SECOND = 100;

type Numbers = Record<string, number>;

interface MachineParts {
  readonly data: string;
  readonly token: string;
  readonly gate: Pick<ReturnType<typeof createGate>, "counts">;
  /** Process id of workerd, and its number of crashes. */
  readonly runtime: () => { readonly pid: number | undefined; readonly crashes: number };
}

/**
 * Serves metrics that only this process has, about the gate, the processes and the disk. The program requests them at a
 * separate port, with the setup token. If enabled, the same port serves the Prometheus page without a token.
 */
export function createMachine(parts: MachineParts) {
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  const { birthtimeMs = 0 } = statSync(join(parts.data, "run"), { throwIfNoEntry: false }) ?? {};
  const since = Math.floor(birthtimeMs / 1000);
  const reloads = { done: 0, failed: 0 };
  const sizesOf = cacheFor(SIZES_MS, () => storedBytes(parts.data));
  let page: (() => Promise<IncomingMessage>) | undefined;

  function numbers(): Numbers {
    const { connections, queued, polls, streams, refused } = parts.gate.counts();
    const { pid, crashes } = parts.runtime();
    const space = spaceOf(parts.data);
    const backup = lastWholeBackup(parts.data);
    return {
      parley_start_time_seconds: startedAt,
      parley_runtime_crashes_total: crashes,
      'parley_reloads_total{result="done"}': reloads.done,
      'parley_reloads_total{result="failed"}': reloads.failed,
      ...processNumbers("node", process.pid),
      ...(pid !== undefined && processNumbers("workerd", pid)),
      ...(space && { parley_disk_left_bytes: space.left, parley_disk_bytes: space.all }),
      ...(since > 0 && { parley_data_since_seconds: since }),
      ...(backup && { parley_last_backup_seconds: Math.floor(backup.getTime() / 1000) }),
      ...sizesOf(),
      parley_gate_connections: connections,
      parley_gate_queued: queued,
      'parley_gate_waiting{kind="poll"}': polls,
      'parley_gate_waiting{kind="stream"}': streams,
      ...Object.fromEntries(refused.map(([status, count]) => [`parley_gate_refused_total{status="${status}"}`, count])),
    };
  }

  async function answer({ url, headers }: IncomingMessage, response: ServerResponse) {
    if (url === "/machine" && headers.authorization === `Bearer ${parts.token}`) {
      response.setHeader("content-type", "application/json").end(JSON.stringify(numbers()));
      return;
    }
    const asked = url === "/metrics" ? await page?.() : undefined;
    response.statusCode = asked?.statusCode ?? (url === "/metrics" ? 503 : 404);
    if (asked !== undefined) response.setHeader("content-type", asked.headers["content-type"] ?? "text/plain");
    response.end(asked && (await readBody(asked)));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      response.statusCode = 503;
      response.end();
    });
  });

  return {
    async listen(port = 0) {
      const found = await listen(server, { host: "127.0.0.1", port });
      return `http://127.0.0.1:${found}/machine`;
    },
    /**
     * Serves the Prometheus page at this port as well.
     *
     * @param address the address of the server itself
     * @param host the server's host name
     */
    showPage(address: string, host: string) {
      const headers = { host, authorization: `Bearer ${parts.token}`, connection: "close" };
      page = () => send(new URL(address), "/metrics", { headers, timeoutMs: 10_000 });
    },
    reloaded(problem: string | null) {
      reloads[problem === null ? "done" : "failed"] += 1;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the memory and CPU time of a process, if the system reports them as Linux does. */
function processNumbers(name: string, pid: number): Numbers {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    // The process name, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return {
      [`parley_process_resident_bytes{process="${name}"}`]: Number(kilobytes) * 1024,
      [`parley_process_cpu_seconds_total{process="${name}"}`]: ticks / TICKS_A_SECOND,
    };
  } catch {
    if (pid !== process.pid) return {};
    const { user, system } = process.cpuUsage();
    return {
      [`parley_process_resident_bytes{process="${name}"}`]: process.memoryUsage.rss(),
      [`parley_process_cpu_seconds_total{process="${name}"}`]: (user + system) / 1e6,
    };
  }
}

function storedBytes(data: string): Numbers {
  const { objects, bulk } = databasesOf(data);
  const sum = (files: readonly string[]) => files.reduce((all, file) => all + databaseSize(join(data, file)), 0);
  return {
    'parley_stored_bytes{part="organizations"}': sum(objects),
    'parley_stored_bytes{part="messages"}': sum(bulk),
  };
}

/** Returns the size of a database including its WAL, in bytes. */
function databaseSize(path: string): number {
  return [path, `${path}-wal`].reduce((all, file) => all + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function cacheFor<T>(ms: number, find: () => T): () => T {
  let known: { readonly value: T; readonly until: number } | undefined;
  return () => {
    if (known === undefined || performance.now() > known.until)
      known = { value: find(), until: performance.now() + ms };
    return known.value;
  };
}
