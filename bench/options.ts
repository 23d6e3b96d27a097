import { parseArgs } from "node:util";

export interface Options {
  /** Prefixes of the names of the measures to run. Empty to run all. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly json: string | undefined;
  readonly data: string;
  readonly seedData: boolean;
  readonly quick: boolean;
  readonly imported: number;
  readonly minutes: number;
  readonly help: boolean;
}

export const usage = `Usage: npm run bench [-- OPTIONS]

  --only NAME    measure only what begins with NAME; may be given several times
  --rounds N     how many rounds of each comparison count (default 5)
  --json FILE    where the figures go besides the table (default last.json in the data directory)
  --data DIR     where the organizations are kept that are measured (default .bench)
  --seed-data    make the organization with a million messages first, where it is not there yet
  --imported N   how many messages the archive has that is imported (default 20000)
  --minutes N    how long the events of web-flood come (default 1); 10 show whether memory grows
  --quick        a small organization and short rounds: to see whether everything works
  --help         this text

The measures that begin with "web" need a browser: the one that PARLEY_BROWSER names, or the system's, or on Linux one that
is fetched once.

What is measured:
`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      json: { type: "string" },
      data: { type: "string", default: ".bench" },
      "seed-data": { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      imported: { type: "string" },
      minutes: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number from 1");
  const imported = Number(values.imported ?? (values.quick ? 2000 : 20_000));
  if (!Number.isInteger(imported) || imported < 100) throw new Error("--imported takes a whole number from 100");
  const minutes = Number(values.minutes ?? (values.quick ? 0.25 : 1));
  if (!(minutes > 0 && minutes <= 60)) throw new Error("--minutes takes a number up to 60");
  const { only, json, data, quick, help } = values;
  return { only, rounds, json, data, quick, imported, minutes, help, seedData: values["seed-data"] };
}
