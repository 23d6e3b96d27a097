import { describe, expect, it } from "vitest";
import { fillMarkup, parseMarkup } from "../../src/markup/index.ts";
import { exampleNames } from "../support/markup.ts";
import { hostileInputs } from "./hostile-inputs.ts";

const names = {
  ...exampleNames,
  translateEmoticons: true,
  linkifiers: [{ id: 1, pattern: "#(?P<id>[0-9]{2,8})", url_template: "https://t.example/{id}" }],
};

const BOUND_MS = 400;

/** The shortest of several runs, because other work on the machine can only make a run longer. */
async function milliseconds(source: string, runs = 3): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    fillMarkup(await parseMarkup(source), names);
    shortest = Math.min(shortest, performance.now() - started);
  }
  return shortest;
}

/**
 * A quadratic parser would take a hundred times as long for ten times the length, and seconds for this one. A linear
 * one stays far below the bound, even on a busy machine.
 */
describe("rendering time grows linearly with the length", () => {
  it.each(Object.entries(hostileInputs))("of %s", async (_name, make) => {
    const source = make(40_000);
    // Most are below the bound on the first run.
    if ((await milliseconds(source, 1)) < BOUND_MS) return;
    const short = await milliseconds(make(4000));
    const long = await milliseconds(source);
    expect(long).toBeLessThan(Math.max(40 * short, BOUND_MS));
  });
});
