import * as fc from "fast-check";
import { checkDocument } from "../../markup/check-document.ts";
import { documents } from "../../markup/generated-documents.ts";
import { type Part, Violation } from "../frame/part.ts";

const DOCUMENTS = 500;
/** A document that takes more processor time than this delays all others. */
const SLOW_MS = 1000;

/** Renders generated documents, whose HTML must be safe. If the HTML of one isn't, the document is minimized. */
export const markup: Part = {
  name: "markup",
  share: 1,
  briefRounds: 1,
  async run({ random, log }) {
    const property = fc.asyncProperty(documents, async (source) => {
      const before = process.threadCpuUsage();
      await checkDocument(source);
      const { user, system } = process.threadCpuUsage(before);
      const ms = (user + system) / 1000;
      if (ms > SLOW_MS) throw new Error(`takes ${ms.toFixed(0)} ms`);
    });
    const found = await fc.check(property, { numRuns: DOCUMENTS, seed: random.seed | 0 });
    log(`${found.numRuns} documents`);
    if (!found.failed) return;
    const [source] = found.counterexample ?? [];
    throw new Violation(`a document is rendered unsafely: ${found.errorInstance}`, [JSON.stringify(source)]);
  },
};
