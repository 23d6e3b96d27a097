import { rmSync, writeFileSync } from "node:fs";

/** A trouble that people are warned of once, until all was well in between; a file remembers that. */
export function warnOnce(note: string, tell: (line: string) => void) {
  return {
    allIsWell() {
      rmSync(note, { force: true });
    },
    /** @param about in the line that says that nobody could be warned */
    warn(about: string, people: () => Promise<void>) {
      try {
        writeFileSync(note, "", { flag: "wx" });
      } catch {
        // The people were warned, or the disk is so full that nothing can be stored for them either.
        return;
      }
      people().catch((error) => {
        rmSync(note, { force: true });
        tell(`could not warn anyone about ${about}: ${error.message}`);
      });
    },
  };
}
