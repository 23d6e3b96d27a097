import { watch } from "node:fs";
import { join, sep } from "node:path";

const SOURCES = ["src", "migrations"];

export function watchSources(root: string, changed: () => void) {
  for (const folder of SOURCES) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      // The running program isn't part of the one it loads.
      if (name === null || name.split(sep)[0] !== "cli") changed();
    });
  }
}
