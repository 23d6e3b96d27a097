import { setTimeout as pause } from "node:timers/promises";
import { residentBytes } from "../../../bench/server/usage.ts";
import { Person } from "../../process/support/person.ts";
import type { Trial } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import type { Scene } from "./kind.ts";
import { type Watched, watch } from "./watch.ts";

/** An organization on a server that is warm, and what it was like before any weight. */
export interface Settled {
  readonly scene: Omit<Scene, "trial">;
  readonly colleague: Person;
  readonly pid: number;
  readonly baseBytes: number;
  readonly quiet: Watched;
  /** What it has taken since to make what weighs: that is no weight itself. */
  preparedBytes: number;
}

const WARM_CALLS = 100;
const QUIET_MS = 1000;
const settled = new WeakMap<TortureServer, Settled>();

/** One organization for all rounds on a server: what one kind of weight leaves behind is there for the next. */
export async function settle(trial: Trial, server: TortureServer): Promise<Settled> {
  const found = settled.get(server);
  if (found !== undefined) return found;
  const owner = await trial.organization(server);
  const [mel, colleague] = [await owner.invite("Mel"), await owner.invite("Cole")];
  const channel = await owner.channel("harbour", [owner, mel, colleague]);
  const nobody = new Person(owner.url, "", "", 0, owner.host);
  const scene = { server, owner, mel, nobody, channel };
  await warmUp(scene);
  const baseBytes = residentBytes(server.runtime) ?? 0;
  const place = { scene, colleague, pid: server.runtime, baseBytes, preparedBytes: 0 };
  const made = { ...place, quiet: await watchQuiet(place, QUIET_MS) };
  settled.set(server, made);
  return made;
}

/** What everybody does all day has been done often enough for the program to be loaded and compiled. */
async function warmUp({ mel, channel }: Omit<Scene, "trial">): Promise<void> {
  const form = "x".repeat(100_000);
  for (let call = 0; call < WARM_CALLS; call += 1) {
    const place = { type: "channel", to: channel, topic: "weather" };
    await mel.ok(mel.post("/messages", { ...place, content: `**Dry**, says ${call}: ${form.slice(0, call * 1000)}` }));
    if (call % 10 > 0) continue;
    const { queue_id } = await mel.ok(mel.post("/register"));
    await mel.ok(mel.get("/messages", { anchor: "newest", num_before: 100, num_after: 0 }));
    await mel.ok(mel.delete("/events", { queue_id }));
  }
}

/** What is seen while nobody does anything, for so long. */
export async function watchQuiet(of: Omit<Settled, "quiet">, ms: number): Promise<Watched> {
  const stop = watchSettled(of);
  await pause(ms);
  return stop();
}

export function watchSettled({ colleague, scene: { channel }, pid }: Omit<Settled, "quiet">): () => Promise<Watched> {
  return watch({ colleague, channel, pid });
}
