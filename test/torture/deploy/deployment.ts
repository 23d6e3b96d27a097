import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { migrate } from "../../../src/cli/data-directory/migrations.ts";
import { root } from "../../process/support/launch.ts";
import type { Random } from "../../process/support/random.ts";
import { Edge } from "./edge.ts";
import { front, makePrograms, OBJECTS, type Program } from "./programs.ts";

type Worker = MiniflareOptions["workers"][number];

const STORED = { type: "durable-object", storage: "sqlite" } as const;
const PROGRAMS: readonly Program[] = ["before", "after"];

/**
 * A deployment with two programs on the same data: a Worker of each program, and objects that run one of the two.
 * Replacing the objects cuts off requests that wait for them, but leaves the Workers and the clients' connections
 * alone.
 */
export class Deployment {
  readonly url: string;
  readonly edge: Edge;
  /** Log lines so far. */
  readonly lines: string[];
  readonly #miniflare: Miniflare;
  readonly #data: string;

  private constructor(url: string, edge: Edge, miniflare: Miniflare, data: string, lines: string[]) {
    this.url = url;
    this.edge = edge;
    this.lines = lines;
    this.#miniflare = miniflare;
    this.#data = data;
  }

  static async start(settings: Record<string, string>, random: Random): Promise<Deployment> {
    const data = mkdtempSync(join(tmpdir(), "parley-"));
    const lines: string[] = [];
    const programs = await makePrograms();
    const worker = (name: string, code: string): Worker => ({
      config: {
        type: "worker",
        name,
        compatibilityDate: "2026-09-01",
        manifest: {
          mainModule: "index.js",
          modulesRoot: "/",
          modules: {
            "index.js": { type: "esm", contents: code },
            ...Object.fromEntries(
              PROGRAMS.map((program) => [`${program}.js`, { type: "esm" as const, contents: programs[program] }]),
            ),
          },
        },
        env: {
          ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { type: "text", value }])),
          DB: { type: "d1", id: "db" },
          UPLOADS: { type: "r2", name: "uploads" },
          REALM: { type: "durable-object", worker: "objects", exportName: "Realm" },
          HASHER: { type: "durable-object", worker: "objects", exportName: "Hasher" },
          IMPORTER: { type: "durable-object", worker: "objects", exportName: "Importer" },
          RELAY: { type: "durable-object", worker: "objects", exportName: "Relay" },
          CALL_ROOM: { type: "durable-object", worker: "objects", exportName: "CallRoom" },
        },
        ...(name === "objects" && {
          exports: { Realm: STORED, Hasher: STORED, Importer: STORED, Relay: STORED, CallRoom: STORED },
        }),
      },
      dev: { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] },
    });
    migrate(data, join(root, "migrations"));
    const miniflare = new Miniflare({
      port: 0,
      logRequests: false,
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.NONE),
      resourcePersistencePath: data,
      handleStructuredLogs: ({ message }) => void lines.push(message),
      workers: [worker("objects", OBJECTS), ...PROGRAMS.map((program) => worker(program, front(program)))],
    });
    await miniflare.ready;
    const [before = 0, after = 0] = await Promise.all(
      PROGRAMS.map(async (program) => Number((await miniflare.unsafeGetDirectURL(program)).port)),
    );
    const edge = new Edge({ before, after }, random);
    return new Deployment(await edge.listen(), edge, miniflare, data, lines);
  }

  /** Returns how many of an organization's polls and streams wait without keeping its object in memory. */
  parked(organization: string): Promise<number> {
    return this.#tell({ parked: organization }) as Promise<number>;
  }

  /** Restarts the objects of organizations with another program. */
  async replaceObjects(program: Program, organizations: readonly string[]): Promise<void> {
    await this.#tell({ program }, organizations);
  }

  /** Returns the log lines with an event or level. */
  logged(field: "event" | "level", value: string): Record<string, unknown>[] {
    const objects = this.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    return objects.filter((line) => line[field] === value);
  }

  async end(): Promise<void> {
    this.edge.close();
    await this.#miniflare.dispose();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #tell(what: Record<string, string>, replaced: readonly string[] = []): Promise<unknown> {
    const query = new URLSearchParams(what);
    for (const name of replaced) query.append("replace", name);
    const response = await fetch(new URL(`/?${query}`, await this.#miniflare.unsafeGetDirectURL("objects")));
    return response.json();
  }
}
