/** `npm run torture`: runs every part in turn for some minutes, and stops at the first broken promise. */
import { parseArgs } from "node:util";
import type { Part } from "./frame/part.ts";
import { Failure, runRounds } from "./frame/rounds.ts";
import { parts } from "./parts.ts";

const help = `Tortures servers of its own, and checks what they promise.

  npm run torture -- [options]

  --minutes N   for so long, all parts together (10)
  --seconds N   the same, in seconds
  --seed N      what is done follows from it (random)
  --only PART   this part alone; may be given several times: ${parts.map(({ name }) => name).join(", ")}
  --rounds N    so many rounds of each part, whatever the time
  --round N     this round alone, as a failure names it
  --verbose     says what happens in each round
`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seconds: { type: "string" },
    seed: { type: "string" },
    only: { type: "string", multiple: true },
    rounds: { type: "string" },
    round: { type: "string" },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) console.log(help);
// Exits explicitly, because requests that wait for a failed server would keep the process alive.
else process.exit(await torture());

async function torture(): Promise<number> {
  const seed = options.seed === undefined ? Math.floor(Math.random() * 1e9) : whole("seed", options.seed);
  const chosen = options.only?.map(partNamed) ?? parts;
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  console.log(`torture: seed ${seed}`);
  for (const part of chosen) {
    const began = Date.now();
    const seconds = () => Math.round((Date.now() - began) / 1000);
    const all = options.seconds === undefined ? Number(options.minutes) * 60_000 : Number(options.seconds) * 1000;
    const ms = (all * part.share) / shares;
    try {
      const rounds = await runRounds(part, {
        seed,
        first: options.round === undefined ? 1 : whole("round", options.round),
        mayContinue: (done) => {
          if (options.round !== undefined) return false;
          if (options.rounds !== undefined) return done < whole("rounds", options.rounds);
          return done < (part.leastRounds ?? 1) || Date.now() - began < ms;
        },
        isVerbose: options.verbose,
        report: (line) => {
          clearProgress();
          console.log(`  ${line}`);
        },
        onRound: (round) => progress(`${part.name}: round ${round}, ${seconds()} s`),
      });
      clearProgress();
      console.log(`${part.name}: ${rounds} rounds in ${seconds()} s`);
    } catch (error) {
      clearProgress();
      report(part, seed, error);
      return 1;
    }
  }
  return 0;
}

function report(part: Part, seed: number, error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}\n`);
  for (const line of error.history) console.error(`  ${line}`);
  if (error.cause instanceof Error && error.cause.constructor === Error) console.error(error.cause.stack);
  console.error(`\nseed ${seed}; again: npm run torture -- --only ${part.name} --seed ${seed} --round ${error.round}`);
}

/** Shows one line on a terminal, replacing the previous one. */
function progress(text: string): void {
  if (process.stdout.isTTY && !options.verbose) process.stdout.write(`\r\x1b[K${text}`);
}
function clearProgress(): void {
  if (process.stdout.isTTY && !options.verbose) process.stdout.write("\r\x1b[K");
}

function partNamed(name: string): Part {
  const found = parts.find((part) => part.name === name);
  if (found === undefined) refuse(`no part is called ${name}`);
  return found;
}

function whole(name: string, given: string): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 0) refuse(`--${name} takes a whole number, not ${given}`);
  return number;
}

function refuse(why: string): never {
  console.error(`torture: ${why}; npm run torture -- --help lists the options`);
  process.exit(2);
}
