import { rmSync, writeFileSync } from "node:fs";

/** Warns people about a problem once, and again only if it was resolved in between. A file records the warning. */
export function warnOnce(note: string, tell: (line: string) => void) {
  return {
    allIsWell() {
      rmSync(note, { force: true });
    },
    /** @param about the problem, as described in the log if no one could be warned */
    warn(about: string, people: () => Promise<void>) {
      try {
        writeFileSync(note, "", { flag: "wx" });
      } catch {
        // The warning was sent and recorded, or the disk is too full to record one.
        return;
      }
      people().catch((error) => {
        rmSync(note, { force: true });
        tell(`could not warn anyone about ${about}: ${error.message}`);
      });
    },
  };
}
