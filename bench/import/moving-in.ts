import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { authorizationOf } from "../load/requests.ts";
import type { Server } from "../server/server.ts";
import { residentBytes } from "../server/usage.ts";

const LOOK_MS = 200;
const ENDED: readonly string[] = ["checked", "done", "failed", "cancelled"];

/** Rows read and written, by table. */
type Counts = Readonly<Record<string, { readonly in: number; readonly out: number }>>;

/** The server's report on an import. */
interface Import {
  readonly id: number;
  readonly state: string;
  readonly phase: string | null;
  readonly done: number;
  readonly part_bytes: number;
  readonly parts: number;
  readonly error: string | null;
  readonly report: { readonly counts: Counts } | null;
}

/** The state of an import at a moment. */
export interface Look {
  readonly at: number;
  readonly phase: string | null;
  readonly done: number;
  /** The memory of workerd. */
  readonly bytes: number;
}

/** Uploads an archive to the server's first organization, and returns the import's id. */
export async function upload(server: Server, archive: Blob): Promise<number> {
  const { import: begun } = await server.call<{ import: Import }>("POST", "/imports", { size: archive.size });
  for (let part = 1; part <= begun.parts; part += 1) {
    const from = (part - 1) * begun.part_bytes;
    const bytes = new Uint8Array(await archive.slice(from, from + begun.part_bytes).arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const path = `/api/v1/imports/${begun.id}/parts/${part}?filename=part&sha256=${sha256}`;
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: "PUT",
      headers: {
        host: "localhost",
        authorization: authorizationOf(server.owner),
        "content-type": "application/octet-stream",
      },
      body: bytes,
    });
    if (response.status !== 200) throw new Error(`part ${part}: ${response.status} ${await response.text()}`);
  }
  return begun.id;
}

/** Starts checking or writing an import, and records its state until it ends. */
export async function follow(
  server: Server,
  { id, step, tell }: { readonly id: number; readonly step: "check" | "start"; readonly tell: (look: Look) => void },
): Promise<{ readonly looks: readonly Look[]; readonly counts: Counts }> {
  const looks: Look[] = [];
  await server.call("POST", `/imports/${id}/${step}`);
  for (;;) {
    const { import: told } = await server.call<{ import: Import }>("GET", `/imports/${id}`);
    const { phase, done, state, error, report } = told;
    const look = { at: performance.now(), phase, done, bytes: residentBytes(server.pid) ?? Number.NaN };
    looks.push(look);
    tell(look);
    if (ENDED.includes(state)) {
      if (error !== null) throw new Error(`the import is ${state}: ${error}`);
      return { looks, counts: report?.counts ?? {} };
    }
    await pause(LOOK_MS);
  }
}
