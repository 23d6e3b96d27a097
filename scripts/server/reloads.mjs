// Editors write a file in several steps, and branches change many at once.
const quietMs = 100;

/**
 * What loads the program anew, once for all that is asked for within a moment, and one at a time. What goes wrong is
 * printed, and the old program goes on.
 *
 * @param {(changed: Set<string>) => Promise<void>} reload
 * @returns {(folder: string) => void} asks for it, for a folder has changed
 */
export function reloads(reload) {
  /** @type {Set<string>} */
  let changed = new Set();
  let busy = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

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

  return (folder) => {
    changed.add(folder);
    schedule();
  };
}
