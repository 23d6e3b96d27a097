import { onTestFinished } from "vitest";
import { output } from "../../src/logging/output.ts";
import type { Json } from "./json.ts";

/** Collects the lines the server logs until the test ends, instead of printing them. */
export function logLines(): { readonly texts: readonly string[]; of(event: string): Json[] } {
  const { write } = output;
  const texts: string[] = [];
  output.write = (_, text) => void texts.push(...text.split("\n"));
  onTestFinished(() => {
    output.write = write;
  });
  return { texts, of: (event) => texts.map((text) => JSON.parse(text)).filter((line) => line.event === event) };
}
