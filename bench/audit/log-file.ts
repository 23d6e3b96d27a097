import { closeSync, openSync, writeSync } from "node:fs";
import { signedCheckpoint } from "../../src/merkle-log/checkpoint.ts";
import { Frontier } from "../../src/merkle-log/frontier.ts";
import { verifierKey } from "../../src/merkle-log/note.ts";
import { madeEntries, newSigner } from "../../test/process/support/made-log.ts";

const AT_ONCE = 10_000;

export function writeLog(path: string, count: number, tell: (done: number) => void): void {
  const signer = newSigner();
  const tree = new Frontier();
  // The head covers all entries but precedes them. Its length doesn't depend on their content.
  const head = () => {
    const root = Buffer.from(tree.root).toString("base64");
    const checkpoint = signedCheckpoint({ origin: signer.name, size: count, root }, signer);
    const about = { parley_audit_log: 1, after: 0, to: count, log_size: count, frontier: [], checkpoint };
    return `${JSON.stringify({ ...about, key: verifierKey(signer) })}\n`;
  };
  const file = openSync(path, "w");
  writeSync(file, head());
  for (let from = 1; from <= count; from += AT_ONCE) {
    const entries = madeEntries(from, Math.min(count, from + AT_ONCE - 1));
    for (const { leaf } of entries) tree.append(Buffer.from(leaf, "base64"));
    writeSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    tell(from);
  }
  writeSync(file, head(), 0);
  closeSync(file);
}
