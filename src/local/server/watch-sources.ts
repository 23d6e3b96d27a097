import { watch } from "node:fs";
import { join, sep } from "node:path";

/** The folders of which the Worker and its stores are made. */
const SOURCES = ["src", "migrations"];

/** Calls `changed` when something in these folders has changed. */
export function watchSources(root: string, changed: () => void) {
  for (const folder of SOURCES) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      // The program that runs is no part of the one that it loads.
      if (name === null || name.split(sep)[0] !== "local") changed();
    });
  }
}
