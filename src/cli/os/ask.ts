import { createInterface } from "node:readline/promises";

/** Asks a question, and returns one line of input, or undefined if there is none. */
export async function askQuestion(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line.trim();
    return undefined;
  } finally {
    lines.close();
  }
}
