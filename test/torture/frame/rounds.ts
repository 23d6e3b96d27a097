import { foundOrganization } from "../../process/support/person.ts";
import { Random } from "../../process/support/random.ts";
import { type Part, type Trial, Violation } from "./part.ts";
import { type ServerOptions, TortureServer } from "./servers.ts";

interface RunOptions {
  readonly seed: number;
  readonly first: number;
  /** Whether to run another round after this many. */
  mayContinue(done: number): boolean;
  readonly isBrief?: boolean;
  readonly isVerbose?: boolean;
  onRound?(round: number): void;
  report?(line: string): void;
}

/** A failed round, and why it failed. */
export class Failure extends Error {
  readonly round: number;
  readonly history: readonly string[];

  constructor(part: Part, round: number, cause: unknown, log: readonly string[]) {
    super(`${part.name}, round ${round}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.round = round;
    this.history = cause instanceof Violation && cause.history.length > 0 ? cause.history : log;
  }
}

/** How long a round may take before it counts as hung. */
const PATIENCE_MS = 300_000;
const LINES_KEPT = 60;

/** Runs at least one round of a part, and returns how many rounds were run. Rejects with a Failure. */
export async function runRounds(part: Part, options: RunOptions): Promise<number> {
  const kept = new Map<string, TortureServer>();
  try {
    let done = 0;
    do {
      await runRound(part, options.first + done, options, kept);
      done += 1;
    } while (options.mayContinue(done));
    return done;
  } finally {
    for (const server of kept.values()) await server.end();
  }
}

async function runRound(
  part: Part,
  round: number,
  options: RunOptions,
  kept: Map<string, TortureServer>,
): Promise<void> {
  const lines: string[] = [];
  const began = Date.now();
  const log = (line: string) => {
    if (options.isVerbose)
      console.log(`  ${part.name} ${round}, ${((Date.now() - began) / 1000).toFixed(1)} s: ${line}`);
    if (lines.push(line) > LINES_KEPT) lines.shift();
  };
  const own: TortureServer[] = [];
  const used = new Set<TortureServer>();
  const server = async (wanted: ServerOptions = {}) => {
    const name = JSON.stringify(wanted);
    const found = wanted.fresh ? undefined : kept.get(name);
    const given = found ?? (await TortureServer.start(wanted));
    if (wanted.fresh) own.push(given);
    else kept.set(name, given);
    used.add(given);
    return given;
  };
  let founded = 0;
  const trial: Trial = {
    round,
    random: new Random(roundSeed(options.seed, part.name, round)),
    isBrief: options.isBrief ?? false,
    log,
    report: (line) => {
      log(line);
      if (!options.isVerbose) options.report?.(line);
    },
    server,
    organization: (on) => {
      founded += 1;
      return foundOrganization(on, `${part.name}-${round}-${founded}`);
    },
  };
  options.onRound?.(round);
  try {
    await withPatience(part.run(trial));
    for (const one of used) one.check();
  } catch (error) {
    const errors = [...used].flatMap((one) => one.errors).map((line) => `the server: ${line}`);
    throw new Failure(part, round, error, [...lines, ...errors]);
  } finally {
    for (const one of own) await one.end();
  }
}

async function withPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`does not end within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the seed of a round of a part (FNV-1a). */
function roundSeed(seed: number, part: string, round: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${seed}/${part}/${round}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
