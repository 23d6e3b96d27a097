import { watch } from "node:fs";
import { join } from "node:path";

// Editors write a file in several steps, and branches change many at once.
const quietMs = 100;

/**
 * Calls `reload` after changes, one reload at a time. What a reload throws is printed, and the next change tries again.
 *
 * @param {string} root
 * @param {(changed: Set<string>) => Promise<void>} reload
 */
export function watchSources(root, reload) {
  /** @type {Set<string>} */
  let changed = new Set();
  let busy = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  for (const folder of ["src", "migrations"]) {
    watch(join(root, folder), { recursive: true }, () => {
      changed.add(folder);
      schedule();
    });
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  }

  async function run() {
    if (busy) return;
    busy = true;
    const batch = changed;
    changed = new Set();
    const started = performance.now();
    try {
      await reload(batch);
      console.log(`Reloaded in ${Math.round(performance.now() - started)} ms.`);
    } catch (error) {
      console.error(`parley: not reloaded: ${/** @type {Error} */ (error).message}`);
    }
    busy = false;
    if (changed.size > 0) schedule();
  }
}
