import { onTestFinished } from "vitest";
import { output } from "../../src/logging/output.ts";
import type { Json } from "./json.ts";

/** The lines that the server writes from now on until the test ends, which are then not on the console. */
export function logLines(): { readonly texts: readonly string[]; of(event: string): Json[] } {
  const { write } = output;
  const texts: string[] = [];
  output.write = (_, text) => void texts.push(...text.split("\n"));
  onTestFinished(() => {
    output.write = write;
  });
  return { texts, of: (event) => texts.map((text) => JSON.parse(text)).filter((line) => line.event === event) };
}
