import { format } from "node:util";
import { vi } from "vitest";
import { parley } from "../../../src/cli/commands.ts";

/**
 * Runs a parley command within the tests' process. Returns its exit status, stdout (`out`), stderr (`wrong`), and both in
 * their order (`output`).
 */
export async function runHere(...args: readonly string[]) {
  const said = { out: "", wrong: "", output: "" };
  const write = (where: "out" | "wrong") => (text: string | Uint8Array) => {
    said[where] += String(text);
    said.output += String(text);
    return true;
  };
  const print =
    (where: "out" | "wrong") =>
    (...words: unknown[]) =>
      void write(where)(`${format(...words)}\n`);
  const spies = [
    vi.spyOn(console, "log").mockImplementation(print("out")),
    vi.spyOn(console, "error").mockImplementation(print("wrong")),
    vi.spyOn(process.stdout, "write").mockImplementation(write("out")),
    vi.spyOn(process.stderr, "write").mockImplementation(write("wrong")),
  ];
  // A failed test may have left an exit code.
  process.exitCode = undefined;
  try {
    await parley([...args], () => null);
    return { status: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
