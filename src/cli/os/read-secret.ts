import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Failure } from "./failure.ts";

/** Reads a secret line: from the terminal without echo, or from piped input. */
export async function readSecret(question: string): Promise<string> {
  const { stdin: input, stderr } = process;
  const output = new Writable({ write: (_bytes, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: input.isTTY });
  if (input.isTTY) stderr.write(question);
  try {
    for await (const line of lines) return line;
    throw new Failure("nothing was entered, and nothing was changed");
  } finally {
    lines.close();
    if (input.isTTY) stderr.write("\n");
  }
}
