// Checks exported audit logs against their signed checkpoints, and the checkpoints against each other.
import { readFileSync } from "node:fs";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { type CheckedLog, checkLines } from "./check-lines.ts";
import { compareFiles } from "./compare-files.ts";
import { readHead } from "./read-head.ts";

const help = `Usage: parley audit verify [options] FILE...

Verifies exports of an audit log (JSON Lines): that each entry matches its hash, that none is
missing or out of place, and that together they match the signed checkpoint. For several files, also
verifies that the older log is the beginning of the newer one. A FILE can also be just a checkpoint,
from /audit/v1/checkpoint, or a proof that one log begins with another, from
/audit/v1/proof/consistency.

Expired entries and erased parts are counted, but aren't errors. Only a log's oldest entries expire,
up to the point named in its signed checkpoint.

  --key KEY   the organization's key (or a file with it), from /audit/v1/key. Without it, each file
              is verified with the key it contains
  --json      prints one JSON object

The exit status is 0 if everything is correct, and 1 if something is wrong.

Example: parley audit verify --key tea.key january.jsonl february.jsonl
`;

const options = {
  key: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const verifyCommand = command("audit verify", { help, options, takesWords: true }, async (given) => {
  const { values, positionals } = given;
  if (positionals.length === 0) throw new Failure("FILE is missing; see --help", 2);
  const key = values.key === undefined ? undefined : keyIn(values.key);
  const heads = await Promise.all(positionals.map((file) => readHead(file, key)));
  const sizes = new Set(heads.flatMap(({ checkpoint }) => (checkpoint === undefined ? [] : [checkpoint.size])));
  const files: CheckedLog[] = [];
  for (const head of heads) {
    const others = heads.filter((other) => other !== head && other.key === head.key);
    files.push(await checkLines(head, sizes, others));
  }
  const { wrong, notes } = compareFiles(files);
  const isRight = wrong.length === 0 && files.every((file) => file.wrong.length === 0);
  if (values.json) {
    console.log(JSON.stringify({ right: isRight, files: files.map(described), wrong, notes }, null, 2));
  } else {
    for (const file of files) for (const line of linesAbout(file)) console.log(line);
    for (const line of wrong) console.log(`WRONG: ${line}`);
    for (const line of notes) console.log(line);
    if (key === undefined) console.log("The key is the one in the file: compare it with one that you have kept.");
    console.log(isRight ? "All is right." : "Something is wrong.");
  }
  if (!isRight) process.exitCode = 1;
});

/** @param given a key, or the name of a file that contains one */
const keyIn = (given: string) =>
  /^[^\s+]+\+[0-9a-f]{8}\+\S+$/.test(given) ? given : readFileSync(given, "utf8").trim();

function described({ file, key, checkpoint, after, to, expired, erased, wrong }: CheckedLog) {
  const { size, root } = checkpoint ?? {};
  return {
    ...{ file, key, size, root, after, to, wrong },
    expired: expired.describe(),
    erased: Object.fromEntries(Object.entries(erased).map(([part, ids]) => [part, ids.describe()])),
  };
}

function linesAbout({ file, checkpoint, link, after, to, expired, erased, wrong }: CheckedLog): string[] {
  const entries =
    to === undefined
      ? link === undefined
        ? "a checkpoint"
        : `a proof from ${link.from} on`
      : `entries ${after + 1} to ${to}`;
  const of = checkpoint === undefined ? "" : `, ${checkpoint.origin} at ${checkpoint.size}, root ${checkpoint.root}`;
  return [
    `${file}: ${entries}${of}`,
    ...wrong.map((line) => `  WRONG: ${line}`),
    ...(expired.count > 0 ? [`  expired, with their hashes left: ${expired.describe()}`] : []),
    ...Object.entries(erased).flatMap(([part, ids]) =>
      ids.count > 0 ? [`  erased (${part}): ${ids.describe()}`] : [],
    ),
  ];
}
