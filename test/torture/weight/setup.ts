import { setTimeout as pause } from "node:timers/promises";
import { residentBytes } from "../../../bench/server/usage.ts";
import { Person } from "../../process/support/person.ts";
import type { Trial } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import type { ExtremeContext } from "./extreme.ts";
import { type Watched, watch } from "./watch.ts";

/** An organization on a warmed-up server, and the measurements before the first case. */
export interface Setup {
  readonly context: Omit<ExtremeContext, "trial">;
  readonly colleague: Person;
  readonly pid: number;
  readonly baseBytes: number;
  readonly quiet: Watched;
  /** Memory that was taken while cases were prepared. It doesn't count as taken by the cases. */
  preparedBytes: number;
}

const WARM_CALLS = 100;
const QUIET_MS = 1000;
const setups = new WeakMap<TortureServer, Setup>();

/** Creates the organization for all rounds on a server. What one case stores remains for the next. */
export async function setUp(trial: Trial, server: TortureServer): Promise<Setup> {
  const found = setups.get(server);
  if (found !== undefined) return found;
  const owner = await trial.organization(server);
  const [mel, colleague] = [await owner.invite("Mel"), await owner.invite("Cole")];
  const channel = await owner.channel("harbour", [owner, mel, colleague]);
  const nobody = new Person(owner.url, "", "", 0, owner.host);
  const context = { server, owner, mel, nobody, channel };
  await warmUp(context);
  const baseBytes = residentBytes(server.runtime) ?? 0;
  const place = { context, colleague, pid: server.runtime, baseBytes, preparedBytes: 0 };
  const made = { ...place, quiet: await watchQuiet(place, QUIET_MS) };
  setups.set(server, made);
  return made;
}

/** Repeats ordinary requests until the program is loaded and compiled. */
async function warmUp({ mel, channel }: Omit<ExtremeContext, "trial">): Promise<void> {
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

/** Measures for a while without any activity. */
export async function watchQuiet(of: Omit<Setup, "quiet">, ms: number): Promise<Watched> {
  const stop = watchSetup(of);
  await pause(ms);
  return stop();
}

export function watchSetup({ colleague, context: { channel }, pid }: Omit<Setup, "quiet">): () => Promise<Watched> {
  return watch({ colleague, channel, pid });
}
