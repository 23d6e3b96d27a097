import { rmSync, writeFileSync } from "node:fs";

/** Warns people once about a problem, and again only after it was resolved in between. A file records the warning. */
export function warnOnce(note: string, tell: (line: string) => void) {
  return {
    allIsWell() {
      rmSync(note, { force: true });
    },
    /** @param about the problem, as named in the log if no one could be warned */
    warn(about: string, people: () => Promise<void>) {
      try {
        writeFileSync(note, "", { flag: "wx" });
      } catch {
        // People were warned, or the disk is so full that no warning can be stored.
        return;
      }
      people().catch((error) => {
        rmSync(note, { force: true });
        tell(`could not warn anyone about ${about}: ${error.message}`);
      });
    },
  };
}
