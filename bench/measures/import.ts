import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { type SampleArchive, sampleArchive } from "../import/archive.ts";
import { importFloor } from "../import/floor.ts";
import { follow, type Look, upload } from "../import/moving-in.ts";
import { Neighbour } from "../import/neighbour.ts";
import type { Measure } from "../measure.ts";
import { Server } from "../server/server.ts";

const WARM_UP_MS = 2000;
const BEFORE_MS = 10_000;
/** The rate, per second, that imports 200,000 messages in five minutes. */
const WHOLE_BUDGET = { atLeast: 667 };
const OTHERS_BUDGET = { atMost: 3 };

/** An import: its rate, its memory, and its effect on another organization of the server. */
export const measure: Measure = {
  name: "import",
  about: "an archive is imported (--imported N messages), while another organization sends messages",
  async run(bench: Bench) {
    const count = bench.settings.imported;
    const archive = await sampleArchive(count, (done) => bench.progress(`making an archive: ${done} of ${count}`));
    const folder = mkdtempSync(join(tmpdir(), "parley-import-bench-"));
    try {
      const server = await Server.start(join(folder, "data"));
      try {
        await moveIn(bench, server, archive);
      } finally {
        await server.stop();
      }
    } finally {
      archive.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function moveIn(bench: Bench, server: Server, archive: SampleArchive): Promise<void> {
  const neighbour = await Neighbour.found(server);
  bench.progress("before the import");
  const scale = bench.settings.quick ? 0.05 : 1;
  await neighbour.during(pause(WARM_UP_MS * scale));
  const before = await neighbour.during(pause(BEFORE_MS * scale));
  const floor = await importFloor(server, archive.texts);
  const id = await upload(server, archive.tar);
  const tell = ({ phase, done }: Look) => bench.progress(`${phase ?? "beginning"}: ${done}`);

  const check = follow(server, { id, step: "check", tell });
  const duringCheck = await neighbour.during(check);
  const checked = secondsOf((await check).looks);
  bench.report({ name: "messages checked", value: archive.messages / checked, unit: "per s" });

  const start = follow(server, { id, step: "start", tell });
  const duringStart = await neighbour.during(start);
  const { looks, counts } = await start;
  for (const phase of ["messages", "subscriptions", "reactions", "flags", "unread"]) {
    const value = (counts[phase]?.in ?? 0) / secondsOf(during(looks, phase));
    bench.report({ name: phase, value, unit: "per s", ...(phase === "messages" && { floor }) });
  }
  const whole = { name: "messages, over the whole import", value: archive.messages / secondsOf(looks) };
  bench.report({ ...whole, unit: "per s", budget: WHOLE_BUDGET });

  for (const [part, place] of [
    ["at its first messages", 0],
    ["after a quarter of them", 0.25],
    ["after all of them", 1],
  ] as const) {
    const messages = during(looks, "messages");
    const bytes = messages[Math.floor(place * (messages.length - 1))]?.bytes ?? Number.NaN;
    bench.report({ name: `workerd, ${part}`, value: bytes, unit: "bytes" });
  }

  for (const [when, times] of [
    ["the check", duringCheck],
    ["the import", duringStart],
  ] as const) {
    for (const key of ["p50", "p99"] as const) {
      const figure = { name: `another organization's send during ${when}: ${key}`, value: times[key] };
      bench.report({ ...figure, unit: "ms", floor: before[key], ...(key === "p50" && { budget: OTHERS_BUDGET }) });
    }
  }
}

/** Returns the states recorded during a phase, and the first state after it. */
function during(looks: readonly Look[], phase: string): readonly Look[] {
  const first = looks.findIndex((look) => look.phase === phase);
  const last = looks.findLastIndex((look) => look.phase === phase);
  return first < 0 ? [] : looks.slice(first, last + 2);
}

/**
 * Returns the time between the first and the last of an import's recorded states, or NaN if there are fewer than two.
 */
function secondsOf(looks: readonly Look[]): number {
  const [first, last] = [looks[0], looks.at(-1)];
  return first === undefined || last === undefined || first === last ? Number.NaN : (last.at - first.at) / 1000;
}
